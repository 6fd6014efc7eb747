// A small stand-in of Foundry VTT's API: node foundry.mjs MODULE RECORDED prints what the module did, as JSON.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [module, recorded, asked = "{}"] = process.argv.slice(2);
const { isGM = true, isActive = true, token = "ccs_a", twice = false, title = "" } = JSON.parse(asked);

const hooks = {}, settings = {}, registered = {}, messages = [], opened = [];
const changed = [];

globalThis.Hooks = { once: (name, call) => (hooks[name] = call) };
const user = { isGM };
globalThis.game = {
  user,
  users: { activeGM: isActive ? user : { isGM: true } },
  settings: {
    register: (id, name, setting) => {
      registered[`${id}.${name}`] = { ...setting };
      settings[`${id}.${name}`] = setting.default;
    },
    get: (id, name) => settings[`${id}.${name}`],
  },
};
globalThis.ChatMessage = {
  create: async (data) => {
    await new Promise((done) => setTimeout(done, 1));
    const message = { ...data, updates: 0, update: async (more) => Object.assign(message, more, { updates: message.updates + 1 }) };
    messages.push(message);
    return message;
  },
};
globalThis.EventSource = class {
  constructor(url) {
    this.url = String(url);
    this.closed = false;
    opened.push(this);
  }
  close() {
    this.closed = true;
  }
};
for (const name of ["Actor", "Token", "Roll", "canvas", "ui"]) {
  Object.defineProperty(globalThis, name, { get: () => changed.push(name) });
}

await import(pathToFileURL(module));
hooks.init();
settings["clashcam.token"] = token;
hooks.ready();
const events = (await readFile(recorded, "utf8")).trim().split("\n").map((line) => JSON.parse(line));
for (const event of events) {
  if (title && event.event === "verdict") event.data.title = title;
  for (let times = twice ? 2 : 1; times > 0; times -= 1) opened.at(-1)?.onmessage?.({ data: JSON.stringify(event) });
}
await new Promise((done) => setTimeout(done, 500));
registered["clashcam.token"].onChange();
const shown = messages.map(({ content, speaker, updates }) => ({ content, speaker, updates }));
console.log(JSON.stringify({ shown, opened: opened.map(({ url, closed }) => ({ url, closed })), changed, scopes: Object.values(registered).map(({ scope }) => scope) }));
