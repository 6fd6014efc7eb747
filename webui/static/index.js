/* Every page loads this once: it registers the elements and opens the line to the table. */

import { registerActBar } from "./elements/act-bar.js";
import { registerCorrectDialog } from "./elements/correct-dialog.js";
import { registerLivePicture } from "./elements/live-picture.js";
import { registerLogEntry } from "./elements/log-entry.js";
import { registerLogPage } from "./elements/log-page.js";
import { registerLogStrip } from "./elements/log-strip.js";
import { registerModeBar } from "./elements/mode-bar.js";
import { registerNoticeLine } from "./elements/notice-line.js";
import { registerQuestionPanel } from "./elements/question-panel.js";
import { registerSeatList } from "./elements/seat-list.js";
import { registerSignificatorDialog } from "./elements/significator-dialog.js";
import { registerTablePage } from "./elements/table-page.js";
import { registerTopBar } from "./elements/top-bar.js";
import { registerVerdictPanel } from "./elements/verdict-panel.js";
import { readySound } from "./lib/sound.js";
import { table } from "./lib/stream.js";

registerActBar();
registerCorrectDialog();
registerLivePicture();
registerLogEntry();
registerLogStrip();
registerModeBar();
registerNoticeLine();
registerQuestionPanel();
registerSeatList();
registerSignificatorDialog();
registerTopBar();
registerVerdictPanel();

registerLogPage();
registerTablePage();

readySound();
table.open();
