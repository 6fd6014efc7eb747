/*
 * The sources' own examples, to be played on the page itself: what lies ready on the desk, and step by step which button
 * comes next. Where a source gives no numbers, cards and dice are ours.
 *
 *   { name, desk, steps: [{ task, tap: () => the button's own words, done: (desk) => whether it has happened }] }
 *   words: example.NAME (what is offered), example.NAME.1, .2, ... (each step), example.NAME.end
 */

import { say } from "./words.js";

const judged = (/** @type {Json} */ desk, /** @type {string} */ place) => desk.judged?.[place] ?? null;
const stepsOf = (/** @type {Json} */ fight) => fight?.steps ?? [];

const fighters = [
  { id: "Hero", side: "good", stat: 10, fell: "1 2 3 4 5" },
  { id: "Evil Warlord", side: "bad", stat: 4, fell: "8 10" },
];
const acted = (/** @type {number} */ number) => (/** @type {Json} */ desk) => stepsOf(desk.turn).filter((/** @type {Json} */ step) => step.do === "act").length >= number;
const wentOn = (/** @type {number} */ number) => (/** @type {Json} */ desk) => stepsOf(desk.turn).filter((/** @type {Json} */ step) => step.do === "next").length >= number;

const WARLORD = {
  name: "warlord",
  desk: { fighters, turn: /** @type {Json | null} */ (null) },
  steps: [
    { task: "turn", tap: () => `${say("dice.take")} 1 2 3 4 5`, done: (/** @type {Json} */ desk) => judged(desk, "speed:Hero") },
    { task: "turn", tap: () => `${say("dice.take")} 8 10`, done: (/** @type {Json} */ desk) => judged(desk, "speed:Evil Warlord") },
    { task: "turn", tap: () => say("dragon.begin"), done: (/** @type {Json} */ desk) => desk.turn },
    { task: "turn", tap: () => say("dragon.offer", { name: "Evil Warlord" }), done: (/** @type {Json} */ desk) => stepsOf(desk.turn).some((/** @type {Json} */ step) => step.do === "offer") },
    { task: "turn", tap: () => say("dragon.act.diceless"), done: acted(1) },
    { task: "turn", tap: () => say("dragon.next"), done: wentOn(1) },
    { task: "turn", tap: () => say("dragon.act.diced"), done: acted(2) },
    { task: "turn", tap: () => say("dragon.on-to", { round: 2 }), done: wentOn(3) },
    { task: "turn", tap: () => say("dragon.act.diced"), done: acted(3) },
    { task: "turn", tap: () => say("dragon.end"), done: (/** @type {Json} */ desk) => judged(desk, "turn") },
  ],
};

const combatants = [say("example.guard.thief"), say("example.guard.guard")];
const [thief, guard] = combatants;
const attacks = (/** @type {number} */ number) => (/** @type {Json} */ desk) => stepsOf(desk.combat).filter((/** @type {Json} */ step) => step.do === "attacked").length >= number;

const GUARD = {
  name: "guard",
  desk: {
    cards: ["4s", "As", "Ah", "Kd", "Qc", "Js", "Ad"],
    combat: { combatants, steps: /** @type {Json[]} */ ([]) },
    hands: { [thief]: { cards: ["As", "Kd", "2h"], advantage: 0 }, [guard]: { cards: ["Ah", "Ks", "4s"], advantage: 0 } },
  },
  steps: [
    { task: "deal", tap: () => say("system.into-log"), done: (/** @type {Json} */ desk) => judged(desk, "deal") },
    { task: "combat", tap: () => say("pulp.surprises", { name: thief }), done: (/** @type {Json} */ desk) => stepsOf(desk.combat).length > 0 },
    { task: "combat", tap: () => say("pulp.attacked", { name: thief }), done: attacks(1) },
    { task: "combat", tap: () => say("pulp.take-order"), done: (/** @type {Json} */ desk) => judged(desk, "initiative") },
    { task: "combat", tap: () => say("pulp.attacked", { name: guard }), done: attacks(2) },
    { task: "combat", tap: () => say("pulp.attacked", { name: thief }), done: attacks(3) },
    { task: "combat", tap: () => say("pulp.keep-order"), done: (/** @type {Json} */ desk) => stepsOf(desk.combat).some((/** @type {Json} */ step) => step.do === "cycle") },
    { task: "combat", tap: () => say("pulp.combat.end"), done: (/** @type {Json} */ desk) => judged(desk, "combat") },
  ],
};

const orator = say("example.crowd.orator");
const crowd = say("example.crowd.crowd");
const alone = (/** @type {string} */ id, /** @type {Json[]} */ assets = []) => ({ id, pools: [{ id, assets }] });
const asset = (/** @type {string} */ name, /** @type {string} */ kind, /** @type {number} */ size) => ({ name: say(`example.crowd.${name}`), kind, size });

const CROWD = {
  name: "crowd",
  desk: {
    sides: [
      alone(orator, [asset("charisma", "attribute", 8), asset("oratory", "background", 8), asset("bullhorn", "tech", 3)]),
      alone(crowd, [asset("unruly", "attribute", 10), asset("standing", "background", 8), asset("noise", "tech", 6), asset("risk", "destiny", 6), asset("violence", "temporary", 6)]),
    ],
    typed: { [orator]: "8 6 3", [crowd]: "5 2 2 1 1" },
  },
  steps: [
    { task: "contest", tap: () => say("chronica.compare"), done: (/** @type {Json} */ desk) => judged(desk, "contest") },
    { task: "contest", tap: () => say("chronica.take"), done: (/** @type {Json} */ desk) => desk.spent?.[orator] === "done" },
    { task: "contest", tap: () => say("chronica.anew"), done: (/** @type {Json} */ desk) => desk.spent?.[orator] === "done" && !judged(desk, "contest") },
  ],
};

const grips = [say("example.artifact.hero"), say("example.artifact.enemy")];

const ARTIFACT = {
  name: "artifact",
  desk: { sides: grips.map((id) => alone(id)), typed: Object.fromEntries(grips.map((id) => [id, "2 4 4 7"])) },
  steps: [
    { task: "contest", tap: () => say("chronica.compare"), done: (/** @type {Json} */ desk) => judged(desk, "contest") },
    { task: "contest", tap: () => say("chronica.push"), done: (/** @type {Json} */ desk) => judged(desk, "contest")?.document.kind === "push" },
  ],
};

/** @type {Record<string, Json[]>} */
export const EXAMPLES = { dragon: [WARLORD], pulp: [GUARD], chronica: [CROWD, ARTIFACT] };
