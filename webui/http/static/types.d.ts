/*
 * What the scripts are checked with (`make lint-web`) beside contract.d.ts: points, and the events of our elements.
 */

type Point = [number, number];
type Polygon = Point[];

/** A verdict of the table, of the log, or of another system's turn. */
type ShownVerdict = Verdict & Partial<LiveVerdict>;

/** A snapshot as those who watch are shown it. */
interface ShownSnapshot extends Omit<Snapshot, "verdict"> {
  verdict: ShownVerdict | null;
  /** The verdict is the last one of the log. */
  dimmed?: boolean;
}

/** What a card-picker offers. */
interface Choices {
  /** In the order in which they are shown. */
  cards: NamedCard[];
  /** Those to offer first. */
  lying?: ShownCard[];
  /** Those that are chosen. */
  held?: Set<string>;
  /** What stands below a card's name. */
  note?: (code: string) => string | null;
  /** So many at most are found. */
  most?: number;
  /** Whether all are shown before anything is typed. */
  all?: boolean;
}

/** A command on its way to the table. */
type Act = { [Name in keyof Commands]: { name: Name; args: Commands[Name] } }[keyof Commands];

/** The events that our elements send to the page above them. */
interface HTMLElementEventMap {
  act: CustomEvent<Act>;
  "announce-now": CustomEvent<{ seat: string }>;
  announcement: CustomEvent<{ seat: string; draft?: any }>;
  "correct-entry": CustomEvent<{ entry: Entry; seat: string; index: number }>;
  "correct-card": CustomEvent<{ key: string | null }>;
  "desk-changed": CustomEvent<{}>;
  drawn: CustomEvent<{ region: Polygon }>;
  fold: CustomEvent<{}>;
  picked: CustomEvent<{ code: string }>;
  introduced: CustomEvent<{ name: string; colour: string; seat: string }>;
  moved: CustomEvent<{ id: string; region: Polygon }>;
  "pool-changed": CustomEvent<{ id: string; assets: any[] }>;
  "pool-gone": CustomEvent<{ id: string }>;
  removed: CustomEvent<{ id: string }>;
  said: CustomEvent<any>;
  significators: CustomEvent<{ seat: string }>;
  step: CustomEvent<{ command: any }>;
  specials: CustomEvent<{ seat: string }>;
  step: CustomEvent<Partial<EnrolmentStep>>;
  learnt: CustomEvent<Enrolment>;
  thrown: CustomEvent<{ roll?: number[]; dice?: any[] }>;
}

/** The elements that others call by their methods. */
interface HTMLElementTagNameMap {
  "announce-dialog": import("./elements/announce-dialog.js").AnnounceDialog;
  "correct-dialog": import("./elements/correct-dialog.js").CorrectDialog;
  "keys-dialog": import("./elements/keys-dialog.js").KeysDialog;
  "deck-dialog": import("./elements/deck-dialog.js").DeckDialog;
  "significator-dialog": import("./elements/significator-dialog.js").SignificatorDialog;
  "want-dialog": import("./elements/want-dialog.js").WantDialog;
  "special-dialog": import("./elements/special-dialog.js").SpecialDialog;
}

/** JSON without a contract of its own: documents and worksheets of the game systems, and their parts. */
type Json = Record<string, any>;

/** An event of the page's own markup: what it happened to, and where it is listened to. */
type On<E extends Element = HTMLInputElement> = Event & { target: E; currentTarget: E };
