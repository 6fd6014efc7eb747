/*
 * Posts each verdict of a Clashcam table as a card into the chat of Foundry VTT; judged again, the same card changes.
 * The stream and its events: docs/connect.md of Clashcam. Address and token stay in the Gamemaster's browser.
 */

const ID = "clashcam";
const SETTINGS = { address: "http://127.0.0.1:8765", token: "" };

/** So many events are remembered, so that one that comes twice is posted once. */
const REMEMBERED = 200;

/** @type {EventSource | null} */
let stream = null;

/** The messages of throws, by session and throw. */
const posted = new Map();
const had = [];

Hooks.once("init", () => {
  for (const [name, plain] of Object.entries(SETTINGS)) {
    const words = `CLASHCAM.${name[0].toUpperCase()}${name.slice(1)}`;
    // A setting of the world is sent to every player's browser: a token is not.
    game.settings.register(ID, name, { name: words, hint: `${words}Hint`, scope: "client", config: true, type: String, default: plain, onChange: connect });
  }
});

Hooks.once("ready", connect);

/** Listens to the table, if this is the one Gamemaster who posts. */
function connect() {
  stream?.close();
  stream = null;
  const [address, token] = Object.keys(SETTINGS).map((name) => String(game.settings.get(ID, name)).trim());
  if (!game.user.isGM || !token || !URL.canParse("/api/v1/stream", address)) return;
  const url = new URL("/api/v1/stream", address);
  url.searchParams.set("token", token);
  stream = new EventSource(url);
  // One event after another: a card that is just being posted may be judged again already.
  let last = Promise.resolve();
  stream.onmessage = ({ data }) => {
    last = last.then(() => take(JSON.parse(data))).catch((fault) => console.error(`${ID} |`, fault));
  };
}

async function take({ version, id, event, session, data }) {
  if (version !== 1 || event !== "verdict" || had.includes(id)) return;
  // Of several Gamemasters one posts.
  if (game.users.activeGM && game.users.activeGM !== game.user) return;
  had.push(id);
  had.splice(0, had.length - REMEMBERED);
  const content = cardOf(data);
  const before = posted.get(`${session} ${data.throw}`);
  if (data.revision > 1 && before) return before.update({ content });
  posted.set(`${session} ${data.throw}`, await ChatMessage.create({ content, speaker: { alias: "Clashcam" } }));
}

/** A verdict as HTML; every text of it is escaped: names are what people typed. */
function cardOf({ title, line, marks, parts }) {
  const all = [...marks, ...parts.flatMap((part) => part.marks)].filter(({ kind }) => ["critical", "fumble"].includes(kind));
  const shown = new Map(all.map((mark) => [`${mark.kind} ${mark.seat}`, mark]));
  return [
    `<div class="clashcam-verdict"><h3>${escaped(title)}</h3>`,
    ...[...shown.values()].map(({ kind, text }) => `<p class="${kind}">${escaped(text)}</p>`),
    `<p>${escaped(line)}</p>`,
    ...parts.slice(1).map((part) => `<p><strong>${escaped(part.title)}</strong></p>`),
    "</div>",
  ].join("");
}

const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;", "[": "&#91;", "]": "&#93;", "@": "&#64;" };

/** Escapes HTML, and what Foundry would take for a link or a roll: @UUID[...], [[/r 1d20]]. */
const escaped = (text) => String(text).replace(/[&<>"'[\]@]/g, (sign) => SIGNS[sign]);
