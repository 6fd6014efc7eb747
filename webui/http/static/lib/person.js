/*
 * Who holds this device: a name, a colour and a seat, chosen once. The device keeps them; its sign-in at the table
 * gets them too, so that the Host's list of devices has names. The table itself, its events and its log never do.
 */

import { remember, setting } from "./settings.js";

const KEPT = /** @type {const} */ (["name", "colour", "seat"]);

class Person {
  name = setting("name") ?? "";
  colour = setting("colour") ?? "";
  seat = setting("seat") ?? "";
  /** The seat for which this device may announce, as the program says; `known`: it has said so. */
  holds = "";
  known = false;
  /** Whether they have said who they are, be it that they only watch. */
  met = KEPT.some((key) => setting(key) !== undefined);

  /** @param {{ name: string, colour: string, seat: string }} said */
  become(said) {
    for (const key of KEPT) {
      this[key] = said[key];
      remember(key, said[key]);
    }
    this.met = true;
  }

  /** Keeps it with this device's sign-in; one that has none (the Host's own machine) keeps it to itself. */
  async register() {
    if (!this.met) return;
    const body = JSON.stringify({ name: this.name, colour: this.colour, seat: this.seat });
    const answer = await fetch("/api/me", { method: "PUT", headers: { "Content-Type": "application/json" }, body }).catch(() => /** @type {any} */ (null));
    const said = answer?.ok ? await answer.json() : { kept: false, seat: "" };
    this.holds = said.seat;
    this.known = said.kept;
  }
}

export const thisPerson = () => new Person();
