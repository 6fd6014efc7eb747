/* What `make lint-web` must find: each line below says that the next one is a fault, which is a fault if it is none. */

import { TableElement } from "../../webui/http/static/lib/element.js";
import { seatById } from "../../webui/http/static/lib/seats.js";
import { table } from "../../webui/http/static/lib/stream.js";

class WrongElement extends TableElement {
  view() {
    // @ts-expect-error the snapshot has a phase
    this.state.phaze;
    // @ts-expect-error a verdict has a tone of other words
    if (this.state.verdict.tone === "victory") return null;
    // @ts-expect-error a card has a code, by the name of card
    this.state.seats[0].cards[0].code;
    // @ts-expect-error a seat has a colour
    seatById(this.state, "ann").color;
    // @ts-expect-error no command has this name
    this.act("confrim", {});
    // @ts-expect-error a command's argument
    this.act("assign", { key: "t4", place: "ann" });
    // @ts-expect-error a command's argument has a type
    return table.command("pause", { on: "yes" });
  }
}

export { WrongElement };
