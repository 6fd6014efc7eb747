/*
 * What the program sends to the page and takes from it. Written by `python -m tests.contract --write` from
 * webui/table/contract/, webui/http/api/answers.py and webui/table/commands/: change it there.
 */

/** The whole table. */
interface Snapshot {
  /** The version that a command must carry. */
  version: number;
  /** When its newest frame was captured and read, in seconds since 1970. */
  seen_s: number;
  role: "host" | "players" | "screen" | "overlay";
  language: string;
  session: Session;
  source: Source;
  /** What is recorded of the session just now; every page says so. */
  recording: "sightings" | "pictures" | null;
  aid?: Aid | null;
  view: View;
  camera?: CameraMode;
  /** The decks that are switched on. */
  decks?: string[];
  /** The number of copies on the table of each deck that is switched on. */
  copies?: Record<string, number>;
  known_decks?: string[];
  /** A deck that is not switched on, cards of which lie on the table. */
  deck_seen?: string | null;
  paused: boolean;
  /** The foes that are prepared, to come on with one tap. */
  foes?: Foe[];
  /** Whether the set-up is offered: on the first session, until anything is set up, somebody declines, or the first throw is in the log. */
  wizard?: boolean;
  /** The first start, while it goes on: no throw is judged meanwhile. */
  begin: Begin | null;
  /** Of how many earlier sessions the pictures are kept, null: of all. */
  keep_pictures?: number | null;
  /** Whether players may announce on their own phones. */
  phones_announce: boolean;
  /** The seats that said that they are ready to flip this throw. */
  ready: string[];
  /** When all flip at once, or did last, by the clock of `/api/clock`; null: nobody has counted down yet. */
  flip_at_ms: number | null;
  mode: Mode;
  /** reading: all lie face up, the verdict is on its way. */
  phase: "empty" | "gathering" | "ready" | "flipping" | "reading" | "question" | "verdict" | "confirmed";
  throw: Throw;
  seats: (Seat | OpenSeat)[];
  /** The cards on the table that do not count; their state has the reason. */
  loose: ShownCard[];
  /** The number of preexisting cards that could be part of the throw. */
  uncounted?: number;
  /** The number of newly laid cards that do not count, as they lie in nobody's place. */
  unseated?: number;
  ignored?: IgnoredArea[];
  question: Question | null;
  verdict: LiveVerdict | null;
  /** The steps after the verdict. */
  steps: NextStep[];
  main_key?: MainKey;
  /** The state of another system's turn, unless something has been thrown since. */
  turn: Verdict | null;
  round: Round | null;
  /** Before the flip, everybody's exact chances by seat: they reveal the Horror's Deck. */
  odds: Record<string, Chances> | null;
  /** The reason why these chances are not exact, in one sentence; null: they are. */
  odds_doubt: string | null;
  /** By side. */
  cards_left: Record<string, CardsLeft> | null;
  log: Log;
  /** The effect of undo, in words. */
  undo?: string | null;
  /** What would be left unfinished if a new session began now, in sentences. */
  unfinished?: string[];
  /** The number of the newest event that can be undone; 0: none. */
  act?: number;
  /** The worksheets of other systems, by system. */
  desks?: Record<string, Record<string, any>>;
  /** The damaged events of the store, in one line each. */
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

/** A session with all that was thrown. */
interface SessionLog {
  session?: SessionLine;
  /** Oldest first. */
  entries?: Entry[];
  /** What of it lies damaged in the store, in one line each. */
  unread?: string[];
}

/** The moments of a session, and who was lucky. */
interface Moments {
  session?: SessionLine;
  /** The best first. */
  moments?: Moment[];
  /** Who was lucky, a sentence each; nobody of whom fewer than five throws have known odds. */
  luck?: string[];
  /** Entries that nobody has confirmed: they are no moments. */
  unconfirmed?: number;
}

/** The figures of the confirmed throws of some sessions. */
interface Figures {
  /** Throws of the table: a round is one, however many clashes it has. */
  n?: number;
  /** Entries that nobody has confirmed: they are not counted. */
  unconfirmed?: number;
  /** The Players' and the Host's, each with the throws of all its seats; the name is the side. */
  sides?: Person[];
  people?: Person[];
  rivals?: Rivals[];
}

/** Which session, and what it is called from now on. */
interface SessionChange {
  session: string;
  name: string;
}

/** What went with a deleted session, or would go with old pictures. */
interface TakenAway {
  sessions: number;
  events: number;
  pictures: number;
  bytes: number;
  /** The number of pictures that stay, because other sessions show them too. */
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
  next_card: string | null;
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

/** Versions, news and faults, for support. */
interface Support {
  versions: Record<string, string>;
  news: News;
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

/** The session. */
interface Session {
  id: string;
  name: string;
  started: string;
}

/** The state of the camera. */
interface Source {
  kind: "camera" | "phone" | "file" | "url" | "demo" | "none";
  name: string;
  /** locked: its password is unknown, or no phone is paired; stuck: the vision thread is being restarted. */
  state: "starting" | "live" | "lost" | "ended" | "none" | "locked" | "stuck";
  /** The time of day since which it is in this state. */
  since: string | null;
  message: Line | null;
  /** The size of its frames in pixels: width and height. */
  size: [number, number] | null;
  fps: number | null;
  /** The kind of the second camera, over the far half of the table. */
  far: "camera" | "phone" | "file" | "url" | "demo" | null;
  /** The source that was chosen in its place and has given no frame yet. */
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

/** The settings of a camera of this machine (of a phone, the size alone); `source` has the true ones. */
interface CameraMode {
  /** The size of its frames; largest: up to 1920x1080, at which the camera keeps its rate. */
  size: "largest" | "640x480" | "1280x720" | "1920x1080" | "2560x1440" | "3840x2160";
  fps: 5 | 10 | 15 | 30 | 60;
  /** Whether focus and exposure are held; null: as the driver has them. */
  hold: boolean | null;
}

/** A foe that the Host has prepared. */
interface Foe {
  id: string;
  name: string;
  stats: Record<string, number>;
  specials: SpecialCard[];
  weapons: Record<string, number>;
  supernatural: boolean;
}

/** The first start: its step, and the first card that was read. */
interface Begin {
  step: "card" | "seats" | "guests";
  /** Its code; null: none is read yet. */
  card: string | null;
  name: string | null;
}

/** The kind of throw. */
interface Mode {
  kind: "clash" | "test" | "opposed" | "c10" | "c100" | "pulp" | "round";
  intensities: number[];
  thrower: string;
  /** By seat. */
  claims: Record<string, Claimed>;
  /** What is not noted and does not count therefore, a sentence each (D30b). */
  unknown: string[];
}

/** The current throw. */
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
  /** The seat's polygon, null without a region. */
  region: [number, number][] | null;
  /** Whether somebody drew the region: else it is a half of the picture. */
  drawn: boolean;
  /** Known from another session, without a place at the table now. */
  away: boolean;
  significators: string[];
  significator_names: string[];
  /** The number of cards that are awaited, null: any number. */
  awaited: number | null;
  down: number;
  up: number;
  cards: ShownCard[];
  /** The card that counted for the seat last this session, null: none has yet. */
  last: string | null;
  counts: Counted | null;
  stats?: Record<string, number>;
  specials?: SpecialCard[];
  /** The value of the weapon that is noted, by range (D18). */
  weapons?: Record<string, number>;
  /** Whether its attacks are supernatural (D18). */
  supernatural?: boolean;
  /** What the last fight left of it; in an Action Round `round.conditions` has those that hold. */
  conditions: ("injured" | "panic" | "out-of-the-fight" | "may-reposition")[];
  /** The Toughness that it has lost, in a fight and after it (D33). */
  lost_toughness?: number;
}

/** A seat that is not on the Host's side: all roles see its stats. */
interface OpenSeat extends Seat {
  stats: Record<string, number>;
  weapons: Record<string, number>;
  supernatural: boolean;
  lost_toughness: number;
}

/** One card on the table. */
interface ShownCard {
  /** t and the number of its track, by which commands name it. */
  key: string;
  /** The seat in front of which it lies, null: none. */
  seat: string | null;
  face: "up" | "down";
  /** Its code, null while it is unnamed. */
  card: string | null;
  name: string | null;
  value: number | null;
  /** Whether it is upside down for its seat; null: unknown. */
  reversed: boolean | null;
  /** The reason why a card does not count: it is an earlier throw's or of no seat that throws now (old), preexisting (known), in an ignored area (ignored), or no card at all by a person's override (no-card). */
  state: "moving" | "reading" | "settled" | "unreadable" | "old" | "known" | "ignored" | "no-card";
  /** Four corners on the shown picture, clockwise. */
  corners: [number, number][];
  /** Whether it is visible; false: it counts, but was taken away or is covered. */
  here: boolean;
  confidence: number;
  /** The likeliest identities, at most three, best first. */
  candidates: Candidate[];
  by: "camera" | "human";
  /** Whether it is its seat's Significator. */
  significator: boolean;
}

/** An area of the picture in which no card counts. */
interface IgnoredArea {
  id: string;
  region: [number, number][];
}

/** A question that a person must answer before the verdict can come. */
interface Question {
  kind: string;
  /** The key of the card that is asked about. */
  key: string | null;
  seat: string | null;
  text: string;
  candidates: Candidate[];
  options: Option[];
}

/** The verdict on the throw on the table. */
interface LiveVerdict extends Verdict {
  /** When it came, on the source's clock, in seconds. */
  since: number | null;
  /** Whether a person overrode one of its cards. */
  corrected: boolean;
  /** The keys of cards that cannot be read and do not change the verdict. */
  unread: string[];
}

/** A step after a verdict. */
interface NextStep {
  code: string;
  text: string;
  /** The seat that it is about, null: none alone. */
  seat: string | null;
  /** The command that begins it, null where it is only announced. */
  command: Record<string, any> | null;
  /** Commands to choose from. */
  options: Option[];
  done: boolean;
}

/** The effect of the Host's one big key. */
interface MainKey {
  text: string;
  /** Its command; null where something else is awaited, as the text says. */
  command: Record<string, any> | null;
}

/** The verdict on a judged document, in the language of the table. */
interface Verdict {
  /** The document's kind: clash, test, round; another system's bears its name, pulp.deal for instance. */
  kind: string;
  tone: "players" | "host" | "win" | "tie" | "stalemate" | "success" | "failure" | "choice" | "number";
  headline: string;
  /** The verdict in one line: "A Ghoul hits Bill, 8 > 6". */
  title: string;
  /** The name of a clash of a round, "Clash A"; empty where there is only one. */
  clash: string;
  /** The cards that counted, the winners' first. */
  played: Played[];
  line: string;
  marks: Mark[];
  next: Step[];
  /** The numbers that decided it, a line each: "13 Queen of Cups > 8 Eight of Pentacles". */
  sum: string[];
  why: Reason[];
  /** The candidates between whom a side must choose, null without a choice. */
  choose: Choice[] | null;
  /** The whole verdict as the voice says it. */
  spoken: string;
  /** The document that `clashcam resolve` prints; empty where no document was judged. */
  result: Record<string, any>;
  /** For an Action Round: every verdict of the flip, the one above first. Else empty. */
  parts: Verdict[];
  /** For an Action Round: everybody's deed and its fate, in the order of announcing. Else empty. */
  board: DeedLine[];
  /** The seat of the most dramatic deed on the board. */
  hero: string | null;
}

/** An Action Round that is being played. */
interface Round {
  number: number;
  phase: "announcing" | "throwing" | "choosing" | "damage" | "over";
  /** The seats, the slowest first. */
  order: string[];
  /** The seat that announces next. */
  speaker: string | null;
  waiting: Awaited[];
  /** By seat: the fields of an `announce` command, with its `text` in one line, and as `deed` without the name. */
  announced: Record<string, Record<string, any>>;
  cards: Record<string, CountedCards>;
  /** The number of cards that each awaited seat throws, damage too; null: any number. */
  awaited: Record<string, number | null>;
  /** The seat for whom damage is drawn now. */
  damage_to: string | null;
  clashes: string[][];
  conditions: Record<string, string[]>;
  /** Whether there was a round before this one. */
  can_repeat: boolean;
  /** The Toughness that each one in it has lost so far, by seat. */
  lost_toughness?: Record<string, number>;
  unknown?: Unknown[];
  hits: HitPart[];
  ranges: RangePart[];
  /** The seats that are in the fight from the next round on. */
  joining: string[];
  /** The seats that are in it until the next round. */
  leaving: string[];
  /** Whether equals may draw their lots again. */
  may_draw: boolean;
  /** The seats whose announcement came from their own phone and was not changed by the Host. */
  by_phone: string[];
}

/** A seat's exact chances before the flip. */
interface Chances {
  win: number;
  tie: number;
  critical: number;
  fumble: number;
}

/** The number of cards in a deck's draw pile. */
interface CardsLeft {
  left: number;
  of: number;
  /** The number of cards that were thrown from it, but are not on its list. */
  unlisted: number;
}

/** The log in short; `/api/log` has all of it. */
interface Log {
  count: number;
  /** The newest entries that stand, oldest first. */
  last: Entry[];
}

/** The network: whether other machines may sign in, and how. */
interface NetworkState {
  allowed: boolean;
  urls: string[];
  /** The codes of sign-in, by role; each is good for a quarter of an hour. */
  codes: Record<string, string>;
  devices: Device[];
  phone: PhoneState | null;
  /** The guests' usual port, if another program has it this time. */
  taken: number | null;
  /** The addresses with too many wrong codes in the last hour. */
  guessing: string[];
  /** Whether sharing is offered again, because the table was shared when it was last played at. */
  offered: boolean;
}

/** The address and the code for players' phones. */
interface Invitation {
  /** The text to type into a browser, 192.168.1.2:8766 for instance. */
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

/** A session in short. */
interface SessionLine {
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
  /** Another system's code, null: Demon City. */
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
  /** Whether somebody confirmed it; an unconfirmed verdict is kept, too. */
  confirmed: boolean;
  undone: boolean;
}

/** One action that is worth showing: the longest odds beaten, a critical, the narrowest success, or a fumble. */
interface Moment {
  kind?: "odds" | "critical" | "narrow" | "fumble";
  /** The entry of the log that it is of. */
  entry?: number;
  /** Time of day. */
  at?: string;
  seat?: string;
  name?: string;
  side?: string;
  /** The card that counted; of a critical the one that made it critical. */
  card?: string;
  card_name?: string;
  value?: number;
  critical?: boolean;
  /** The digest of that card's own picture; null where none was kept. */
  crop?: string | null;
  /** Why it is a moment, in a word or two: "Against the odds". */
  label?: string;
  /** What it was: "Bill's Moon, a chance of 5%, 18 > 9". */
  said?: string;
  /** The verdict in one line: "Bill hits The Ghoul, 18 > 9". */
  headline?: string;
}

/** The throws of a character, or of all on one side. */
interface Person {
  name?: string;
  side?: string;
  /** Whether it stands for a side, not for a character: the seats of a table before the set-up do. */
  whole_side?: boolean;
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
  /** Over the throws whose action has exact odds of its own. */
  success_luck?: Luck | null;
  critical_luck?: Luck | null;
}

/** Two characters who threw against one another. */
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

/** Guesses about cards from a file, for a person to correct. `why` is `name` (the file's name does not say outright which card it is), `photograph` (its cards are those that were missing, row by row), `turned` (it lay on its side: it is unknown which of two ways is up) or `cut` (a table lay around it). */
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

/** What is new in the version that runs. */
interface News {
  release: string;
  parts: NewsPart[];
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

/** A sentence with its code. */
interface Line {
  code: string;
  text: string;
}

/** A source on trial, which takes over once it gives a frame: its name, its state, and its fault. */
interface Trying {
  kind: "camera" | "phone" | "file" | "url" | "demo";
  name: string;
  state: "starting" | "none" | "locked";
  message: Line | null;
}

/** A horror's card with a special effect (D12). */
interface SpecialCard {
  card: string;
  text: string;
}

/** What was tapped for a seat's test or opposed throw, and how many cards that makes (D13 to D21). */
interface Claimed {
  /** The Skill or Characteristic in use; empty: none is compared. */
  skill: string;
  extra: any[];
  lost: any[];
  /** null: it cannot be counted. */
  count: CountedCards | null;
}

/** The card that counts for a seat, and its value there. */
interface Counted {
  value: number;
  card: string;
  /** The key of that card, null once it has been taken away. */
  key: string | null;
  /** The seat's outcome. */
  outcome: "won" | "lost" | "tied" | null;
}

/** A possible identity of an unnamed card. */
interface Candidate {
  code: string;
  name: string;
  confidence: number;
}

/** An answer to a question: the page sends its command with the version. */
interface Option {
  text: string;
  command: Record<string, any>;
}

/** The card that counted for a seat, and its outcome. */
interface Played {
  seat: string;
  name: string;
  card: string;
  card_name: string;
  value: number;
  /** null: neither, an ally of the winner or somebody below a tie. */
  outcome: "won" | "lost" | "tied" | null;
}

/** A mark of a verdict. */
interface Mark {
  kind: "critical" | "fumble" | "special" | "miscounted";
  /** The seat of the mark; empty without one. */
  seat: string;
  text: string;
}

/** A next step. */
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

/** A candidate of a choice (D28). */
interface Choice {
  seat: string;
  name: string;
}

/** What one in an Action Round did, and what became of it. */
interface DeedLine {
  seat: string;
  name: string;
  side: string;
  /** The action without the name: "shoots at Bill". */
  deed: string;
  fate: "happens" | "fails" | "outdone" | "tie" | "open" | "idle";
  /** The fate in words: "outdone by Bill, 13 < 18". */
  text: string;
  /** The card that counted, null without a throw. */
  card: string | null;
  card_name: string | null;
  value: number | null;
  critical: boolean;
  fumble: boolean;
}

/** An announcement, throw, choice or damage that the round waits for. */
interface Awaited {
  seat: string;
  for: "announcement" | "recovery" | "cards" | "choice" | "number" | "damage";
  /** The stat whose number is awaited. */
  stat: string | null;
}

/** The number of cards of a seat. */
interface CountedCards {
  cards: number;
  /** The Host's own plus or minus, which is included (D23a). */
  adjusted: number;
  keep: "highest" | "lowest";
  say: string;
  reasons: CountReason[];
}

/** A stat, or a range, that nobody has noted: nothing is judged with it (D30b). */
interface Unknown {
  seat: string;
  /** Its name, lower case; range: the distance from `foe`. */
  stat: string;
  for: "higher-stat" | "resistance" | "order" | "weapon";
  foe: string | null;
  /** What is not noted, and what does not count therefore, in one sentence. */
  text: string;
}

/** Somebody who was hit: who throws the damage, how many cards, what it came to (D33). */
interface HitPart {
  seat: string;
  by: string;
  /** The base Toughness of who was hit, and the number of cards; null: nobody has noted it. */
  toughness: number | null;
  done: boolean;
  say: string;
}

/** How far two are from one another as the round begins (D18, D24). */
interface RangePart {
  between: string[];
  range: string;
}

/** A device that was let in by a code, and has a sign-in of its own. */
interface Device {
  id: number;
  /** Its own name for itself; empty if it has none. */
  name: string;
  role: "host" | "players" | "screen" | "overlay";
  address: string;
  /** The time of day of its sign-in. */
  since: string;
  /** The colour that its holder chose, as #rrggbb. */
  colour: string;
  /** The seat that its holder chose. */
  seat: string;
}

/** The server for a phone as the camera. */
interface PhoneState {
  /** The address of its page. */
  url: string;
  /** Good for one phone, and for five minutes. */
  code: string;
  /** The kind of the paired phone; null: none is paired. */
  name: string | null;
  /** The time of day of its pairing. */
  since: string | null;
  /** Whether it has sent a frame. */
  sends: boolean;
  /** Whether its page is hidden: the phone is locked, or shows something else. */
  hidden: boolean;
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

/** A seat at the time of its throw. */
interface EntrySeat {
  id: string;
  name: string;
  side: string;
  colour: string;
  significators: string[];
  cards: EntryCard[];
}

/** A card of an entry that a person overrode later. */
interface Correction {
  seat: string;
  /** The card's place among the seat's cards, from 0. */
  index: number;
  from: string | null;
  to: string;
  /** Time of day. */
  at: string;
}

/** The frequency of an outcome, against the exact odds. */
interface Luck {
  /** Throws whose odds are known. */
  n?: number;
  came?: number;
  expected?: number;
  /** One standard deviation of the expected number. */
  spread?: number;
}

/** Two cards of a deck, their likeness (a cosine), and whether one might be taken for the other. */
interface LikeCards {
  first: string;
  second: string;
  likeness: number;
  confused: boolean;
}

/** A part of a release's news, in the words of the changelog (English). */
interface NewsPart {
  heading: string;
  lines: string[];
}

/** A reason for a card more or fewer. */
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
  /** The digest of its own picture: `/pictures/DIGEST.jpg`; null where none was kept. */
  crop: string | null;
}

/** Every command and its arguments (docs/state.md). */
interface Commands {
  "accept": { card: string };
  "accept-count": { seat: string };
  "adjust": { seat: string; by: number };
  "announce": { seat: string; phone?: string | null; action?: Record<string, any> | null; extra?: any[] | null; lost?: any[] | null; contested?: boolean | null; interferes?: string[] | null; driver?: boolean | null; run?: number | null; manner?: string | null; power?: Record<string, string> | null; skill?: string | null; recovered?: boolean | null; stat?: string | null; weapon?: number | Record<string, number> | null; parry?: boolean | null; supernatural?: boolean | null; over?: string[] | null; range?: "close" | "10 feet" | "30 feet" | null };
  "assign": { key: string; seat: string | null };
  "begin": { step: "card" | "seats" | "guests" | null };
  "camera": { size?: "largest" | "640x480" | "1280x720" | "1920x1080" | "2560x1440" | "3840x2160" | null; fps?: 5 | 10 | 15 | 30 | 60 | null; hold?: boolean | null };
  "choose": { side: string; seat: string };
  "claim": { seat: string; skill?: string | ""; extra?: any[]; lost?: any[]; out?: boolean };
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
  "flip-together": { at_ms?: number };
  "foe-add": { foe_name: string; stats?: Record<string, number> | null; specials?: { card: string; text: string }[] | null; weapons?: Record<string, number> | null; supernatural?: boolean | null };
  "foe-change": { foe_name?: string | null; stats?: Record<string, number> | null; specials?: { card: string; text: string }[] | null; weapons?: Record<string, number> | null; supernatural?: boolean | null; foe: string };
  "foe-enter": { foe: string };
  "foe-keep": { seat: string };
  "foe-remove": { foe: string };
  "foes-list": { foes: { name: string; stats?: Record<string, number>; specials?: { card: string; text: string }[]; weapons?: Record<string, number>; supernatural?: boolean }[]; horror?: string[] | null };
  "give-back": { seat: string; points: number };
  "ignore-add": { region: [number, number][]; id?: string | null };
  "ignore-remove": { id: string };
  "judge-now": {};
  "keep-pictures": { sessions: number | null };
  "language": { language: string };
  "mark": { seat: string; condition: "injured" | "panic" | "out-of-the-fight" | "may-reposition"; holds?: boolean };
  "mode": { kind?: "clash" | "test" | "opposed" | "c10" | "c100" | "pulp" | null; intensities?: number[] | null; thrower?: string | null };
  "network": { allow: boolean };
  "new-throw": {};
  "note": { entry: number; text: string };
  "note-stat": { seat: string; stat: string; value: number | null };
  "pause": { on: boolean };
  "phone": { allow: boolean };
  "phone-end": {};
  "phones-announce": { allow: boolean };
  "range": { seat: string; foe: string; range: "close" | "10 feet" | "30 feet" };
  "ready": { seat: string; phone?: string | null; ready?: boolean };
  "record": { system: string; document: Record<string, any>; desk?: Record<string, any> | null; place?: string | null; after?: number | null };
  "recording": { on: boolean; pictures?: boolean };
  "remove-entry": { entry: number };
  "reshuffle": { deck: "players" | "host" };
  "round-close": {};
  "round-join": { seat: string };
  "round-leave": { seat: string };
  "round-lots": {};
  "round-next": {};
  "round-open": {};
  "same-again": {};
  "seat-add": { seat_name?: string | null; side: string; colour?: string | null; region?: [number, number][] | null; awaited?: number | null; stats?: Record<string, number> | null; specials?: { card: string; text: string }[] | null; weapons?: Record<string, number> | null; supernatural?: boolean | null };
  "seat-change": { seat_name?: string | null; side?: string | null; colour?: string | null; region?: [number, number][] | null; awaited?: number | null; stats?: Record<string, number> | null; specials?: { card: string; text: string }[] | null; weapons?: Record<string, number> | null; supernatural?: boolean | null; seat: string };
  "seat-remove": { seat: string };
  "seats-find": {};
  "seats-halves": {};
  "session-new": { session_name?: string };
  "significators": { seat: string; phone?: string | null; cards: string[] };
  "source": { spec: string };
  "source-keep": { spec?: string | null };
  "throw-damage": { seat: string };
  "undo": { keeps_settings?: boolean };
  "view": { turn?: 0 | 90 | 180 | 270 | null; mirror?: boolean | null; swap?: boolean | null };
  "withdraw": { seat: string };
  "wizard-done": {};
}
