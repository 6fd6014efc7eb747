/* The elements of the systems' pages; index.js calls this once. A system that needs none has a template alone. */

import { registerChronicaContest } from "./elements/chronica-contest.js";
import { registerChronicaHolds } from "./elements/chronica-holds.js";
import { registerChronicaPool } from "./elements/chronica-pool.js";
import { registerChronicaSpend } from "./elements/chronica-spend.js";
import { registerDiceField } from "./elements/dice-field.js";
import { registerDragonFighter } from "./elements/dragon-fighter.js";
import { registerDragonTurn } from "./elements/dragon-turn.js";
import { registerPulpCombat } from "./elements/pulp-combat.js";
import { registerPulpDeal } from "./elements/pulp-deal.js";
import { registerPulpDeck } from "./elements/pulp-deck.js";
import { registerSystemForm } from "./elements/system-form.js";
import { registerSystemPage } from "./elements/system-page.js";

export function registerSystems() {
  registerDiceField();
  registerSystemForm();
  registerPulpCombat();
  registerPulpDeal();
  registerPulpDeck();
  registerDragonFighter();
  registerDragonTurn();
  registerChronicaPool();
  registerChronicaSpend();
  registerChronicaHolds();
  registerChronicaContest();
  registerSystemPage();
}
