/* Every page loads this once: it registers the elements and opens the line to the table. */

import { registerActBar } from "./elements/act-bar.js";
import { registerAnnounceDialog } from "./elements/announce-dialog.js";
import { registerAnnouncePanel } from "./elements/announce-panel.js";
import { registerAnnounceParticulars } from "./elements/announce-particulars.js";
import { registerCorrectDialog } from "./elements/correct-dialog.js";
import { registerDeckDialog } from "./elements/deck-dialog.js";
import { registerDecksPage } from "./elements/decks-page.js";
import { registerLivePicture } from "./elements/live-picture.js";
import { registerLogEntry } from "./elements/log-entry.js";
import { registerLogFigures } from "./elements/log-figures.js";
import { registerLogPage } from "./elements/log-page.js";
import { registerLogStrip } from "./elements/log-strip.js";
import { registerModeBar } from "./elements/mode-bar.js";
import { registerNoticeLine } from "./elements/notice-line.js";
import { registerOddsPage } from "./elements/odds-page.js";
import { registerOverlayPage } from "./elements/overlay-page.js";
import { registerPhonePage } from "./elements/phone-page.js";
import { registerQuestionPanel } from "./elements/question-panel.js";
import { registerRegionBoard } from "./elements/region-board.js";
import { registerRoundList } from "./elements/round-list.js";
import { registerScreenPage } from "./elements/screen-page.js";
import { registerSeatEditor } from "./elements/seat-editor.js";
import { registerSeatFaces } from "./elements/seat-faces.js";
import { registerSeatList } from "./elements/seat-list.js";
import { registerSetupPage } from "./elements/setup-page.js";
import { registerSetupSeats } from "./elements/setup-seats.js";
import { registerSetupSteps } from "./elements/setup-steps.js";
import { registerSignificatorDialog } from "./elements/significator-dialog.js";
import { registerSpecialDialog } from "./elements/special-dialog.js";
import { registerTablePage } from "./elements/table-page.js";
import { registerTopBar } from "./elements/top-bar.js";
import { registerVerdictPanel } from "./elements/verdict-panel.js";
import { readySound } from "./lib/sound.js";
import { table } from "./lib/stream.js";
import { registerSystems } from "./systems.js";

/** Pages that follow the table, and the role they ask for (null: what the server grants); the others need no line. */
const LIVE = { "table-page": null, "log-page": null, "decks-page": null, "setup-page": null, "screen-page": "screen", "overlay-page": "overlay", "phone-page": "players", "system-page": null };

registerActBar();
registerAnnounceDialog();
registerAnnouncePanel();
registerAnnounceParticulars();
registerCorrectDialog();
registerDeckDialog();
registerLivePicture();
registerLogEntry();
registerLogFigures();
registerLogStrip();
registerModeBar();
registerNoticeLine();
registerQuestionPanel();
registerSeatList();
registerRegionBoard();
registerRoundList();
registerSeatEditor();
registerSeatFaces();
registerSetupSeats();
registerSetupSteps();
registerSignificatorDialog();
registerSpecialDialog();
registerTopBar();
registerVerdictPanel();

registerDecksPage();
registerLogPage();
registerOddsPage();
registerOverlayPage();
registerPhonePage();
registerScreenPage();
registerSetupPage();
registerTablePage();
registerSystems();

readySound();
const followed = Object.keys(LIVE).find((name) => document.querySelector(name));
if (followed) table.open(LIVE[followed]);
