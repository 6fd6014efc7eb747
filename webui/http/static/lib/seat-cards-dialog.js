/* A dialog in which cards are chosen for a seat: from all of the deck, or from those that lie before it now. */

import { allCards } from "./cards.js";
import { seatById } from "./seats.js";
import { SheetDialog } from "./sheet-dialog.js";

export class SeatCardsDialog extends SheetDialog {
  /** @type {string | null} */
  #seat = null;
  /** How often it was opened: each time its search is a fresh one. */
  asked = 0;
  /** @type {NamedCard[]} */
  deck = [];

  /** The seat that it was opened for; null once it is gone. */
  seat() {
    return seatById(this.state, this.#seat);
  }

  async ask(/** @type {string} */ seat) {
    this.#seat = seat;
    this.asked += 1;
    this.deck = await allCards();
    await this.open();
  }
}
