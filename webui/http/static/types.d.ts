/*
 * The types that the scripts are checked with (`make lint-web`). The first part says what docs/state.md says of the
 * snapshot, field by field, and is replaced as a whole once the contract writes it; the second what our elements tell.
 */

type Point = [number, number];
type Polygon = Point[];
type Side = "players" | "host";
type Phase = "empty" | "gathering" | "ready" | "flipping" | "reading" | "question" | "verdict" | "confirmed";

interface Named {
  code: string;
  name: string;
}

interface Candidate extends Named {
  confidence: number;
}

interface Card {
  key: string;
  seat: string | null;
  face: "up" | "down";
  card: string | null;
  name: string;
  value: number | null;
  reversed: boolean;
  state: "moving" | "reading" | "settled" | "unreadable" | "old" | "known" | "ignored" | "no-card";
  corners: Polygon;
  confidence: number;
  candidates: Candidate[];
  by: "camera" | "human";
  significator: boolean;
}

interface Seat {
  id: string;
  name: string;
  side: Side;
  colour: string;
  region: Polygon | null;
  drawn: boolean;
  away: boolean;
  significators: string[];
  specials?: { card: string; text: string }[];
  wanted: number | null;
  down: number;
  up: number;
  cards: Card[];
  counts: { value: number; card: string } | null;
  stats: Record<string, number>;
}

interface Mark {
  kind: "critical" | "fumble" | "special" | "miscounted";
  seat: string;
  text: string;
}

interface Verdict {
  kind: string;
  tone: Side | "win" | "tie" | "stalemate" | "success" | "failure" | "choice";
  headline: string;
  line: string;
  marks: Mark[];
  next: { code: string; text: string }[];
  why: { rule: string; ruling: boolean; text: string; ruling_text: string }[];
  choose: { seat: string; name: string }[] | null;
  parts?: Verdict[];
  spoken: string;
  since: number;
  corrected: boolean;
  /** The document of `clashcam resolve`. */
  result: any;
}

interface Chances {
  win: number;
  tie?: number;
  critical?: number;
  fumble?: number;
}

interface EntryCard {
  card: string | null;
  name: string;
  value: number | null;
  reversed: boolean;
  by: "camera" | "human";
  significator: boolean;
}

interface EntrySeat {
  id: string;
  name: string;
  side: Side;
  colour: string;
  cards: EntryCard[];
}

interface Entry {
  id: number;
  at: string;
  throw: number | null;
  round: number | null;
  mode: string;
  system?: string;
  verdict: Verdict;
  seats: EntrySeat[];
  odds: Record<string, Chances> | null;
  picture: string | null;
  crops: string[];
  note: string;
  corrected: { seat: string; index: number; from: string; to: string; at: string }[];
  undone: boolean;
}

interface Counted {
  cards: number;
  adjusted: number;
  keep: "highest" | "lowest";
  say: string;
  reasons: { by: string; text: string; rule: string }[];
}

interface Round {
  number: number;
  phase: "announcing" | "throwing" | "over";
  order: string[];
  speaker: string | null;
  waiting: { seat: string; for: "announcement" | "recovery" | "cards" | "choice" }[];
  /** What `announce` orders carry, each with its `text`. */
  announced: Record<string, any>;
  cards: Record<string, Counted>;
  clashes: string[][];
  conditions: Record<string, string[]>;
  can_repeat: boolean;
}

interface Question {
  key: string | null;
  kind: string;
  text: string;
  seat: string | null;
  candidates: Candidate[];
  options: { text: string; order: { name: string; [argument: string]: any } }[];
}

interface Source {
  kind: "camera" | "file" | "url" | "demo" | "phone";
  name: string;
  state: "starting" | "live" | "lost" | "ended" | "none" | "locked";
  since: string;
  message: { code: string; text: string } | null;
  size: [number, number];
  fps: number;
}

interface Device {
  id: number;
  name: string;
  role: string;
  address: string;
  since: string;
}

interface Snapshot {
  version: number;
  seen_s: number;
  role: "host" | "players" | "screen" | "overlay";
  language: string;
  session: { id: string; name: string; started: string } | null;
  source: Source;
  aid: { level: number; ok: boolean; problems: { code: string; text: string }[] } | null;
  view: { turn: 0 | 90 | 180 | 270; mirror: boolean; swap: boolean };
  decks: string[];
  known_decks: string[];
  paused: boolean;
  wizard: boolean;
  mode: { kind: string; intensities: number[]; thrower: string };
  phase: Phase;
  throw: { number: number; round: number };
  seats: Seat[];
  loose: Card[];
  uncounted: number;
  ignored: { id: string; region: Polygon }[];
  question: Question | null;
  verdict: Verdict | null;
  turn: Verdict | null;
  round: Round | null;
  odds: Record<string, Chances> | null;
  log: { count: number; last: Entry[] };
  undo: string | null;
  unread?: string[];
  act?: number;
  network?: { allowed: boolean; urls: string[]; codes: { players: string; host: string }; devices?: Device[] };
  cards_left?: Partial<Record<Side, { left: number; of: number }>>;
  /** What each system's page works on. */
  desks?: Record<string, any>;
  /** Only here: the last verdict of the log, shown to those who look on. */
  dimmed?: boolean;
}

/** What our elements tell the page above them. */
interface HTMLElementEventMap {
  act: CustomEvent<{ name: string; args: Record<string, any> }>;
  announcement: CustomEvent<{ seat: string; draft?: any }>;
  "correct-card": CustomEvent<{ key: string | null }>;
  "desk-changed": CustomEvent<{}>;
  drawn: CustomEvent<{ region: Polygon }>;
  fold: CustomEvent<{}>;
  moved: CustomEvent<{ id: string; region: Polygon }>;
  "pool-changed": CustomEvent<{ id: string; assets: any[] }>;
  "pool-gone": CustomEvent<{ id: string }>;
  removed: CustomEvent<{ id: string }>;
  said: CustomEvent<any>;
  significators: CustomEvent<{ seat: string }>;
  specials: CustomEvent<{ seat: string }>;
  thrown: CustomEvent<{ roll?: number[]; dice?: any[] }>;
}

/** The elements that others call by their methods. */
interface HTMLElementTagNameMap {
  "announce-dialog": import("./elements/announce-dialog.js").AnnounceDialog;
  "correct-dialog": import("./elements/correct-dialog.js").CorrectDialog;
  "deck-dialog": import("./elements/deck-dialog.js").DeckDialog;
  "significator-dialog": import("./elements/significator-dialog.js").SignificatorDialog;
  "special-dialog": import("./elements/special-dialog.js").SpecialDialog;
}
