/*
 * What the program tells the page and hears from it. Written by `python -m tests.contract --write` from
 * webui/table/contract/, webui/http/api/answers.py and webui/table/commands/: change it there.
 */

/** The whole table. */
interface Snapshot {
  /** What a command must carry. */
  version: number;
  /** When the newest frame that is in it was looked at, in seconds since 1970. */
  seen_s: number;
  role: "host" | "players" | "screen" | "overlay";
  language: string;
  session: Session;
  source: Source;
  /** What is recorded of the evening just now; every page says so. */
  recording: "sightings" | "pictures" | null;
  aid?: Aid | null;
  view: View;
  camera?: CameraMode;
  /** The decks that are looked for. */
  decks?: string[];
  /** How many copies lie on the table of each deck that is looked for. */
  copies?: Record<string, number>;
  known_decks?: string[];
  /** A deck whose cards lie there although it is not looked for. */
  deck_seen?: string | null;
  paused: boolean;
  /** Whether the set-up is offered: on the first evening, until anything is set up, somebody declines, or the first throw is in the log. */
  wizard?: boolean;
  /** Of how many earlier evenings the pictures are kept, null: of all. */
  keep_pictures?: number | null;
  mode: Mode;
  /** reading: all lie face up, the verdict is on its way. */
  phase: "empty" | "gathering" | "ready" | "flipping" | "reading" | "question" | "verdict" | "confirmed";
  throw: Throw;
  seats: (Seat | OpenSeat)[];
  /** What lies on the table and does not count; its state says why. */
  loose: ShownCard[];
  /** Cards that lay there before the throw and could be part of it. */
  uncounted?: number;
  ignored?: IgnoredArea[];
  question: Question | null;
  verdict: LiveVerdict | null;
  /** What comes next after the verdict. */
  steps: NextStep[];
  main_key?: MainKey;
  /** Where another system's turn stands, as long as nothing has been thrown since. */
  turn: Verdict | null;
  round: Round | null;
  /** Before the flip, everybody's exact chances by seat: they reveal the Horror's Deck. */
  odds: Record<string, Chances> | null;
  /** Why these chances are not exact, in one sentence; null: they are. */
  odds_doubt: string | null;
  /** By side. */
  cards_left: Record<string, CardsLeft> | null;
  log: Log;
  /** What undo would take back, in words. */
  undo?: string | null;
  /** What would be left unfinished if a new evening began now, in sentences. */
  unfinished?: string[];
  /** The number of the last thing that a person did and that holds; 0: none. */
  act?: number;
  /** What each system's page is working on, by system. */
  desks?: Record<string, Record<string, any>>;
  /** What lies damaged in the store, in one line each. */
  unread?: string[];
  network?: NetworkState;
  /** For the TV, while sharing is on. */
  invitation?: Invitation | null;
}

/** The Players' Deck and, for the Host, the Horror's Deck. */
interface Decks {
  decks: Deck[];
  /** The faults of the decks, in sentences. */
  faults: string[];
}

/** A deck that can be read, built in or the user's own. */
interface ReadableDeck {
  name: string;
  cards: number;
  order: "rws" | "marseille";
  built_in: boolean;
  /** Whether it is switched on. */
  on: boolean;
  bytes: number;
  /** The fault of its file; empty if it can be used. */
  fault: string;
}

/** One of the user's own decks, and its new name. */
interface DeckChange {
  deck: string;
  name: string;
}

/** An evening with all that was thrown. */
interface EveningLog {
  evening?: EveningLine;
  /** Oldest first. */
  entries?: Entry[];
  /** What of it lies damaged in the store, in one line each. */
  unread?: string[];
}

/** What came of the confirmed throws of some evenings. */
interface Figures {
  /** Throws of the table. */
  n?: number;
  people?: Person[];
  rivals?: Rivals[];
}

/** Which evening, and what it is called from now on. */
interface EveningChange {
  evening: string;
  name: string;
}

/** What went with a deleted evening, or would go with old pictures. */
interface TakenAway {
  evenings: number;
  events: number;
  pictures: number;
  bytes: number;
  /** The number of pictures that stay, because other evenings show them too. */
  shared: number;
  /** The number of copies of the log that were deleted; one new copy was made. */
  copies: number;
}

/** The enrolment; all fields are empty while there is none. */
interface Enrolment {
  draft: DraftDeck | null;
  /** Its cards, in the order of asking. */
  codes: string[];
  taken: string[];
  /** The card asked for; null when all have pictures. */
  wanted: string | null;
  last: string | null;
  /** Whether there is a picture of the card asked for that showed only a part of it. */
  again: boolean;
  /** Whether the camera looks for the next card. */
  looking: boolean;
  hint: "" | "small" | "part" | "glare" | "known" | "back";
  /** With the hint `known`: the card on the table that has a picture already. */
  likest: string | null;
  /** The guesses about files, until a person corrects them. */
  notes: TakenNote[];
  progress: StepsDone | null;
  result: LearntDeck | null;
  fault: string;
}

/** A step of the enrolment; `name`, `order`, `cards` to `start`, `code` of the one card. */
interface EnrolmentStep {
  do: "start" | "resume" | "pause" | "want" | "drop" | "rename" | "turn" | "insist" | "finish" | "abandon";
  name: string;
  order: "rws" | "marseille";
  cards: "tarot" | "playing" | "pulp";
  code: string;
  /** With `rename`: the true card of the picture of `code`; two pictures change places. */
  to: string;
}

/** A card to search for. */
interface NamedCard {
  code: string;
  name: string;
  value: number | null;
  suit: string;
  /** The deck's own name for it, if it has one. */
  also: string;
}

/** A source to choose. */
interface SourceChoice {
  /** The `spec` of the command `source`. */
  id: string;
  kind: "camera" | "phone" | "file" | "demo";
  name: string;
  current: boolean;
  /** Whether it is the second camera, over the far half of the table. */
  far: boolean;
}

/** Versions and faults, for support. */
interface Support {
  versions: Record<string, string>;
  /** Newest first. */
  faults: LoggedFault[];
}

/** The report without a clip. */
interface FaultReport {
  /** The texts, by the names of their files. */
  texts: Record<string, string>;
  /** The recordings of the data folder, newest first. */
  clips: string[];
}

/** A recording that goes with a report. */
interface RecordedClip {
  lines: string[];
  /** The number of all its pictures. */
  count: number;
  pictures: ShownPicture[];
}

/** A judged document, rendered as a verdict. */
interface RenderedDocument {
  verdict: Verdict;
}

/** A command was carried out, and is on disk. */
interface Taken {
  version: number;
}

/** A refusal, in one line of the table's language. */
interface Fault {
  error: string;
  field: string;
  /** The code of the refusal of a document, for a page with its own wording for it. */
  code: string;
}

/** Whether all is well: frames flow, or a file has been played to its end. */
interface Health {
  ok: boolean;
  /** The state of the source, as in the snapshot. */
  source: string;
  /** The fault, in one line. */
  why: string | null;
}

/** The evening. */
interface Session {
  id: string;
  name: string;
  started: string;
}

/** How the camera is. */
interface Source {
  kind: "camera" | "phone" | "file" | "url" | "demo" | "none";
  name: string;
  /** locked: its password is unknown, or no phone is paired; stuck: the vision thread is being restarted. */
  state: "starting" | "live" | "lost" | "ended" | "none" | "locked" | "stuck";
  /** Since what time of day it has been so. */
  since: string | null;
  message: Line | null;
  /** Of the picture, in pixels: width and height. */
  size: [number, number] | null;
  fps: number | null;
  /** What a second camera is, over the far half of the table. */
  far: "camera" | "phone" | "file" | "url" | "demo" | null;
  /** What was chosen in its place and has sent no picture yet. */
  trying: Trying | null;
}

/** How well the cards can be seen. */
interface Aid {
  /** 0 (nothing can be read) to 1. */
  level: number;
  ok: boolean;
  problems: Line[];
}

/** How the camera's picture is shown: turned clockwise, then mirrored; `swap` exchanges near and far. */
interface View {
  turn: 0 | 90 | 180 | 270;
  mirror: boolean;
  swap: boolean;
}

/** What is asked of a camera of this machine, and of a phone the size alone; `source` says what it gives. */
interface CameraMode {
  /** Of the picture; largest: up to 1920x1080, at which the camera keeps the rate. */
  size: "largest" | "640x480" | "1280x720" | "1920x1080" | "2560x1440" | "3840x2160";
  fps: 5 | 10 | 15 | 30 | 60;
  /** Whether focus and exposure are held; null: as the driver has them. */
  hold: boolean | null;
}

/** What is being thrown for. */
interface Mode {
  kind: "clash" | "test" | "opposed" | "c10" | "c100" | "pulp" | "round";
  intensities: number[];
  thrower: string;
}

/** Which throw it is. */
interface Throw {
  number: number;
  round: number | null;
}

/** One participant's place at the table. */
interface Seat {
  id: string;
  name: string;
  /** players, host, or a side that the Host has named. */
  side: string;
  colour: string;
  /** The polygon that is the seat's, null for one without a place. */
  region: [number, number][] | null;
  /** Whether somebody drew the region: else it is half of the picture. */
  drawn: boolean;
  /** Known from another evening, without a place at the table now. */
  away: boolean;
  significators: string[];
  significator_names: string[];
  /** How many cards are awaited, null: any number. */
  wanted: number | null;
  down: number;
  up: number;
  cards: ShownCard[];
  /** The card that counted for the seat last this evening, null: none has yet. */
  last: string | null;
  counts: Counted | null;
  stats?: Record<string, number>;
  specials?: SpecialCard[];
}

/** A seat that is not on the Host's side: everybody sees its stats. */
interface OpenSeat extends Seat {
  stats: Record<string, number>;
}

/** One card on the table. */
interface ShownCard {
  /** t and the number of its track: what commands name it by. */
  key: string;
  /** Before whom it lies, null: before nobody. */
  seat: string | null;
  face: "up" | "down";
  /** Its code, null while it is not read. */
  card: string | null;
  name: string | null;
  value: number | null;
  /** Upside down before its seat; null where that is not known. */
  reversed: boolean | null;
  /** Of a card that does not count why: an earlier throw's or of no seat that throws now (old), there before the throw (known), in an ignored area (ignored), or none at all as a person said (no-card). */
  state: "moving" | "reading" | "settled" | "unreadable" | "old" | "known" | "ignored" | "no-card";
  /** Four corners on the shown picture, clockwise. */
  corners: [number, number][];
  /** Whether it lies in sight; false: it counts, but was taken away or is covered. */
  here: boolean;
  confidence: number;
  /** The likeliest identities, at most three, best first. */
  candidates: Candidate[];
  by: "camera" | "human";
  /** Whether it is its seat's Significator. */
  significator: boolean;
}

/** An area of the picture in which nothing counts. */
interface IgnoredArea {
  id: string;
  region: [number, number][];
}

/** What a person must answer before the verdict can come. */
interface Question {
  kind: string;
  /** The card that is meant. */
  key: string | null;
  seat: string | null;
  text: string;
  candidates: Candidate[];
  options: Option[];
}

/** The verdict of what lies on the table. */
interface LiveVerdict extends Verdict {
  /** When it came, in seconds of the source's clock. */
  since: number | null;
  /** Whether a person has named one of its cards. */
  corrected: boolean;
  /** The keys of cards that cannot be read and change nothing. */
  unread: string[];
}

/** What comes after a verdict. */
interface NextStep {
  code: string;
  text: string;
  /** Whom it is about, null: nobody alone. */
  seat: string | null;
  /** The command that begins it, null where it is only announced. */
  order: Record<string, any> | null;
  /** Commands to choose from. */
  options: Option[];
  done: boolean;
}

/** What the Host's one big key does now. */
interface MainKey {
  text: string;
  /** Its command; null where something else is awaited, as the text says. */
  order: Record<string, any> | null;
}

/** What a judged document came to, in the language of the table. */
interface Verdict {
  /** The document's kind: clash, test, round; another system's bears its name, pulp.deal for instance. */
  kind: string;
  tone: "players" | "host" | "win" | "tie" | "stalemate" | "success" | "failure" | "choice" | "number";
  headline: string;
  /** The whole of it in one line: "A Ghoul hits Bill, 8 > 6". */
  title: string;
  /** Which clash of a round it is, "Clash A"; empty where there is only one. */
  clash: string;
  /** Whose cards counted, the winners first. */
  played: Played[];
  line: string;
  marks: Mark[];
  next: Step[];
  /** By which numbers it was decided, a line each: "13 Queen of Cups > 8 Eight of Pentacles". */
  sum: string[];
  why: Reason[];
  /** Between whom a side must choose, null where there is no choice. */
  choose: Choice[] | null;
  /** The whole verdict as the voice says it. */
  spoken: string;
  /** The document that `clashcam resolve` prints; empty where no document was judged. */
  result: Record<string, any>;
  /** Of an Action Round: every verdict of the flip, the one above first. Else empty. */
  parts: Verdict[];
}

/** An Action Round that is being played. */
interface Round {
  number: number;
  phase: "announcing" | "throwing" | "choosing" | "damage" | "over";
  /** The seats, the slowest first. */
  order: string[];
  /** Whose turn it is to announce. */
  speaker: string | null;
  waiting: Awaited[];
  /** By seat: what an `announce` command carries, with its `text` in one line. */
  announced: Record<string, Record<string, any>>;
  cards: Record<string, CountedCards>;
  /** How many cards each seat throws whose turn it is, damage too; null: as many as they like. */
  awaited: Record<string, number | null>;
  /** The seat for whom damage is drawn now. */
  damage_to: string | null;
  clashes: string[][];
  conditions: Record<string, string[]>;
  /** Whether there was a round before this one. */
  can_repeat: boolean;
}

/** A seat's exact chances before the flip. */
interface Chances {
  win: number;
  tie: number;
  critical: number;
  fumble: number;
}

/** How many cards a deck's pile still has. */
interface CardsLeft {
  left: number;
  of: number;
  /** How many cards were thrown from it though its list does not hold them. */
  unlisted: number;
}

/** The log in short; `/api/log` has all of it. */
interface Log {
  count: number;
  /** The newest entries that stand, oldest first. */
  last: Entry[];
}

/** Whether other machines may come in, and how. */
interface NetworkState {
  allowed: boolean;
  urls: string[];
  /** The codes that let a device in, by role; each is good for a quarter of an hour. */
  codes: Record<string, string>;
  devices: Device[];
  phone: PhoneState | null;
  /** The guests' usual port, where another program listens this time. */
  taken: number | null;
  /** The addresses from which too many wrong codes came within the hour. */
  guessing: string[];
  /** The table was shared when it was last played at, and nobody has said whether it is to be again. */
  offered: boolean;
}

/** How a player's phone comes in. */
interface Invitation {
  /** What is typed into its browser, 192.168.1.2:8766 for instance. */
  address: string;
  code: string;
}

/** A deck card by card. */
interface Deck {
  deck: "players" | "host";
  /** Whether its cards are listed. */
  counted: boolean;
  fool: boolean;
  cards: DeckCard[];
  /** The cards that were thrown from it, but are not on its list. */
  unlisted: UnlistedCard[];
  significators: HeldCard[];
}

/** An evening in short. */
interface EveningLine {
  id?: string;
  /** As somebody named it, else its id. */
  name?: string;
  /** When it began: ISO 8601 with its offset. */
  started?: string;
  /** Whether it is the one that is played. */
  tonight?: boolean;
  /** Entries of its log that were not taken back. */
  throws?: number;
  /** Everybody who threw. */
  who?: string[];
  /** The digest of its first picture: `/pictures/DIGEST.jpg`. */
  picture?: string | null;
}

/** One line of the log. */
interface Entry {
  id: number;
  /** Time of day. */
  at: string;
  throw: number | null;
  round: number | null;
  mode: string;
  /** Another system's code where it is its document, null: Demon City. */
  system: string | null;
  verdict: Verdict;
  seats: EntrySeat[];
  /** The digest of the kept picture: `/pictures/DIGEST.jpg`. */
  picture: string | null;
  /** The digests of the cards' own pictures. */
  crops: string[];
  /** Everybody's chances before the flip, by seat. */
  odds: Record<string, Chances> | null;
  note: string;
  corrected: Correction[];
  /** Whether somebody said that it counts; a verdict that nobody confirmed before the next throw is kept too. */
  confirmed: boolean;
  undone: boolean;
}

/** A character's throws. */
interface Person {
  name?: string;
  side?: string;
  /** Throws. */
  n?: number;
  /** Throws whose action happened. */
  succeeded?: number;
  /** Throws whose action did not happen because an ally's did. */
  outdone?: number;
  /** Throws that were beaten or fumbled; a tie is none of the three. */
  failed?: number;
  criticals?: number;
  fumbles?: number;
  /** Of the throws whose action has exact odds of its own. */
  success_luck?: Luck | null;
  critical_luck?: Luck | null;
}

/** Two who threw against one another. */
interface Rivals {
  first?: string;
  second?: string;
  /** Throws in which one acted against the other. */
  n?: number;
  /** Times that the first's action against the second happened. */
  first_won?: number;
  second_won?: number;
  neither?: number;
}

/** A deck that is being enrolled. */
interface DraftDeck {
  name: string;
  order: "rws" | "marseille";
  cards: "tarot" | "playing" | "pulp";
}

/** Guesses about cards from a file, for a person to correct. `why` is `name` (the file's name does not say outright which card it is), `photograph` (its cards are those that were missing, row by row), `turned` (it lay on its side: nobody knows which of two ways is up) or `cut` (a table lay around it). */
interface TakenNote {
  file: string;
  cards: string[];
  why: "name" | "photograph" | "turned" | "cut";
}

/** A progress: done, and all. */
interface StepsDone {
  done: number;
  of: number;
}

/** An enrolled deck. */
interface LearntDeck {
  deck: string;
  cards: number;
  /** Cards that were not read right from their own pictures. */
  unrecognised: string[];
  closest: LikeCards[];
}

/** A fault, as the program logged it. */
interface LoggedFault {
  /** The time, with the offset of this machine's clock. */
  at: string;
  level: string;
  says: string;
}

/** A picture of a recording. */
interface ShownPicture {
  at_s: number;
  /** A small JPEG as a `data:` address; empty where the record is no picture. */
  picture: string;
}

/** A sentence with the code that it stands for. */
interface Line {
  code: string;
  text: string;
}

/** A source that is to take over once it sends a picture: what it is called, how it is, and why it sends none. */
interface Trying {
  kind: "camera" | "phone" | "file" | "url" | "demo";
  name: string;
  state: "starting" | "none" | "locked";
  message: Line | null;
}

/** The card that counts for a seat, and what it is worth there. */
interface Counted {
  value: number;
  card: string;
  /** Which of the seat's cards it is, null once it has been taken away. */
  key: string | null;
  /** How the seat fared. */
  outcome: "won" | "lost" | "tied" | null;
}

/** A card with which a horror does something special (D12). */
interface SpecialCard {
  card: string;
  text: string;
}

/** A card that an unread one may be. */
interface Candidate {
  code: string;
  name: string;
  confidence: number;
}

/** An answer to a question: the page sends its command with the version. */
interface Option {
  text: string;
  order: Record<string, any>;
}

/** The card that counted for somebody, and how they fared with it. */
interface Played {
  seat: string;
  name: string;
  card: string;
  card_name: string;
  value: number;
  /** null: neither, an ally of the winner or somebody below a tie. */
  outcome: "won" | "lost" | "tied" | null;
}

/** Something that a verdict is marked with. */
interface Mark {
  kind: "critical" | "fumble" | "special" | "miscounted";
  /** Whose it is; empty where no seat is meant. */
  seat: string;
  text: string;
}

/** Something to do next. */
interface Step {
  code: string;
  text: string;
}

/** A rule that a verdict rests on. */
interface Reason {
  /** Its number, D27 for instance. */
  rule: string;
  /** Whether it rests on a ruling of ours. */
  ruling: boolean;
  text: string;
  ruling_text: string;
}

/** Somebody who may act (D28). */
interface Choice {
  seat: string;
  name: string;
}

/** What the round waits for. */
interface Awaited {
  seat: string;
  for: "announcement" | "recovery" | "cards" | "choice" | "damage";
}

/** How many cards a seat throws. */
interface CountedCards {
  cards: number;
  /** The Host's own plus or minus, which is in it (D23a). */
  adjusted: number;
  keep: "highest" | "lowest";
  say: string;
  reasons: CountReason[];
}

/** A device that was let in by a code, and has a session of its own. */
interface Device {
  id: number;
  /** What it calls itself; nothing if it does not say. */
  name: string;
  role: "host" | "players" | "screen" | "overlay";
  address: string;
  /** Since what time of day. */
  since: string;
  /** What whoever holds it has chosen, as #rrggbb. */
  colour: string;
  /** The seat that they say is theirs. */
  seat: string;
}

/** A phone may come and be the camera. */
interface PhoneState {
  /** Where its page is. */
  url: string;
  /** Good for one phone, and for five minutes. */
  code: string;
  /** What the phone that is paired is; None: none is. */
  name: string | null;
  /** Since what time of day it is paired. */
  since: string | null;
  /** Whether it has sent a picture. */
  sends: boolean;
}

/** A card of a deck. */
interface DeckCard {
  /** null for a deck that nobody has counted: only the value is known. */
  code: string | null;
  name: string;
  value: number;
  where: "pile" | "table" | "discard";
}

/** A card that was thrown from a deck, but is not on its list. */
interface UnlistedCard {
  code: string;
  name: string;
}

/** A Significator in the deck. */
interface HeldCard {
  code: string;
  name: string;
  held_by: string;
}

/** A seat as it was when it threw. */
interface EntrySeat {
  id: string;
  name: string;
  side: string;
  colour: string;
  significators: string[];
  cards: EntryCard[];
}

/** A card of an entry that a person named otherwise later. */
interface Correction {
  seat: string;
  /** The card's place among the seat's cards, from 0. */
  index: number;
  from: string | null;
  to: string;
  /** Time of day. */
  at: string;
}

/** How often something came, against what the exact odds promised. */
interface Luck {
  /** Throws whose odds are known. */
  n?: number;
  came?: number;
  expected?: number;
  /** One standard deviation of what was to be expected. */
  spread?: number;
}

/** Two cards of a deck, their likeness (a cosine), and whether one might be taken for the other. */
interface LikeCards {
  first: string;
  second: string;
  likeness: number;
  confused: boolean;
}

/** Why somebody throws a card more or fewer. */
interface CountReason {
  /** +1, -2 and the like. */
  by: string;
  text: string;
  rule: string;
}

/** A card that was thrown. */
interface EntryCard {
  card: string | null;
  name: string;
  value: number | null;
  reversed: boolean | null;
  by: "camera" | "human";
  significator: boolean;
}

/** Every command and its arguments (docs/state.md). */
interface Commands {
  "accept": { card: string };
  "accept-count": { seat: string };
  "adjust": { seat: string; by: number };
  "announce": { seat: string; action?: Record<string, any> | null; extra?: any[] | null; lost?: any[] | null; contested?: boolean | null; interferes?: string[] | null; driver?: boolean | null; run?: number | null; manner?: string | null; power?: Record<string, string> | null; skill?: string | null; recovered?: boolean | null };
  "assign": { key: string; seat: string | null };
  "camera": { size?: "largest" | "640x480" | "1280x720" | "1920x1080" | "2560x1440" | "3840x2160" | null; fps?: 5 | 10 | 15 | 30 | 60 | null; hold?: boolean | null };
  "choose": { side: string; seat: string };
  "confirm": {};
  "confirm-entry": { entry: number };
  "copies": { deck: string; copies: number };
  "correct": { key: string; card: string | "down" | null };
  "correct-entry": { entry: number; seat: string; index: number; card: string };
  "count": {};
  "deck-add": { deck: "players" | "host" };
  "decks": { names: string[] };
  "decks-list": { players: string[] | null; horror: string[] | null };
  "desk": { system: string; document: Record<string, any> | null };
  "device-end": { device: number };
  "ignore-add": { region: [number, number][]; id?: string | null };
  "ignore-remove": { id: string };
  "judge-now": {};
  "keep-pictures": { evenings: number | null };
  "language": { language: string };
  "mark": { seat: string; condition: "injured" | "panic" | "out-of-the-fight" | "may-reposition"; holds?: boolean };
  "mode": { kind?: "clash" | "test" | "opposed" | "c10" | "c100" | "pulp" | null; intensities?: number[] | null; thrower?: string | null };
  "network": { allow: boolean };
  "new-throw": {};
  "note": { entry: number; text: string };
  "pause": { on: boolean };
  "phone": { allow: boolean };
  "phone-end": {};
  "record": { system: string; document: Record<string, any>; desk?: Record<string, any> | null; place?: string | null; after?: number | null };
  "recording": { on: boolean; pictures?: boolean };
  "remove-entry": { entry: number };
  "reshuffle": { deck: "players" | "host" };
  "round-close": {};
  "round-next": {};
  "round-open": {};
  "same-again": {};
  "seat-add": { seat_name?: string | null; side: string; colour?: string | null; region?: [number, number][] | null; wanted?: number | null; stats?: Record<string, number> | null; specials?: { card: string; text: string }[] | null };
  "seat-change": { seat_name?: string | null; side?: string | null; colour?: string | null; region?: [number, number][] | null; wanted?: number | null; stats?: Record<string, number> | null; specials?: { card: string; text: string }[] | null; seat: string };
  "seat-remove": { seat: string };
  "seats-find": {};
  "seats-halves": {};
  "session-new": { session_name?: string };
  "significators": { seat: string; cards: string[] };
  "source": { spec: string };
  "source-keep": { spec?: string | null };
  "throw-damage": { seat: string };
  "undo": {};
  "view": { turn?: 0 | 90 | 180 | 270 | null; mirror?: boolean | null; swap?: boolean | null };
  "withdraw": { seat: string };
  "wizard-done": {};
}
