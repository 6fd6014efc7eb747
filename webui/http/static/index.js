/* Every page loads this once: it fetches the elements that stand in the page, and opens the line to the table. */

import { letter } from "./lib/lettering.js";
import { holdPresses } from "./lib/press.js";
import { readySound } from "./lib/sound.js";
import { table } from "./lib/stream.js";

/** Pages that follow the table, and the role they ask for (null: what the server grants); the others need no line. */
/** @type {Record<string, string | null>} */
const LIVE = { "table-page": null, "begin-page": null, "log-page": null, "sessions-page": null, "story-page": null, "moments-page": null, "decks-page": null, "enrol-page": null, "odds-page": null, "setup-page": null, "support-page": null, "screen-page": "screen", "overlay-page": "overlay", "overlay-settings-page": null, "phone-page": "players", "system-page": null };

readySound();
holdPresses();
letter(document.body); // What the server has written.
// Each module of an element registers it, and imports the elements that its own templates name.
const standing = new Set([...document.querySelectorAll(":not(:defined)")].map((each) => each.localName));
await Promise.all([...standing].map((name) => import(`./elements/${name}.js`)));
const followed = Object.keys(LIVE).find((name) => document.querySelector(name));
if (followed) table.open(LIVE[followed]);
