import {visible} from '../../spec/visible.ts';
import type {Why} from '../operation.ts';
import {
  KeptMessages,
  rawRequest,
  shownMessages,
  type RawRequest,
  type Kept,
  type SentMessages,
  type ShownMessages,
} from './kept-messages.ts';
import {shortSecrets} from './secrets.ts';

/** A request, its status, and the reason of a refusal. */
export interface JournalEntry {
  /** Increases with every entry of a journal. */
  n: number;
  /** The world's clock, in epoch milliseconds. */
  at: number;
  world: string;
  method: string;
  path: string;
  status: number;
  situation?: string | undefined;
  operation?: string | undefined;
  /** The rule behind a refusal, when a document states one. */
  rule?: string | undefined;
  why?: Why | undefined;
  /** Table and key of each changed row. */
  changes?: string[] | undefined;
  /** Milliseconds from the arrival of the request to its response. */
  duration_ms?: number | undefined;
  /** The name of the credential, never its secret: its role in the template, or its id. */
  credential?: string | undefined;
  /** What the mock noticed about a request, for example a mistyped parameter, or did because of it or of a fault rule. */
  notes?: string[] | undefined;
  /** `console`: the control plane sent the request for somebody. */
  sent_by?: 'console' | undefined;
}

/** An entry to be added, with what was sent and answered. */
export interface NewEntry extends Omit<JournalEntry, 'n'> {
  messages?: SentMessages | undefined;
}

/** An entry with its messages, without secrets. */
export type ShownEntry = JournalEntry & {notes: string[]} & Partial<ShownMessages>;

/** An entry in a journal. */
type KeptEntry = JournalEntry & {kept: Kept | undefined};

/** The maximum number of characters of a text in a journal: some of these texts are chosen by clients. */
const MAX_TEXT_CHARS = 2000;

/** Cuts a text to that length. It makes a copy, because a substring would keep the whole text in memory. */
const cut = (text: string): string =>
  Buffer.from(
    text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS)}...` : text,
  ).toString();

/** A reason may quote what a client sent, for example a signed URL. */
const cutWhy = ({expected, got, todo}: Why): Why => ({
  expected: shortSecrets(cut(expected)),
  got: shortSecrets(cut(got)),
  todo: shortSecrets(cut(todo)),
});

/** The most recent entries of a world. */
export class Journal {
  readonly #capacity: number;
  readonly #messages: KeptMessages;
  readonly #ring: KeptEntry[] = [];
  #n = 0;

  /**
   * @param messages keeps headers and bodies, those of other journals too
   * @param capacity the maximum number of entries
   */
  constructor(messages = new KeptMessages(), capacity = 2000) {
    this.#messages = messages;
    this.#capacity = capacity;
  }

  add(entry: NewEntry): JournalEntry {
    const {at, world, method, path, status, situation, operation, rule, changes} = entry;
    const {duration_ms, credential, sent_by, messages} = entry;
    const why = entry.why && cutWhy(entry.why);
    const notes = entry.notes?.map((note) => shortSecrets(cut(note)));
    const n = ++this.#n;
    const kept = {
      n,
      at,
      world,
      method,
      path,
      status,
      situation,
      operation,
      rule,
      why,
      changes,
      duration_ms,
      credential,
      notes,
      sent_by,
      kept: messages && this.#messages.keep(messages),
    };
    const position = (n - 1) % this.#capacity;
    const old = this.#ring[position]?.kept;
    if (old) this.#messages.drop(old);
    this.#ring[position] = kept;
    return kept;
  }

  /** Returns the newest entries, oldest first. */
  newest(limit: number): ShownEntry[] {
    return this.after(Math.max(0, this.#n - limit), limit);
  }

  /** Returns the first entries after a number, oldest first. */
  after(n: number, limit: number): ShownEntry[] {
    return this.find({after: n, limit});
  }

  /**
   * Returns the entries that a condition is true for, those of lower numbers first.
   * @param query `newest`: the entries with the highest numbers, beginning with the highest
   */
  find({after = 0, limit, newest = false, matches = () => true}: JournalQuery): ShownEntry[] {
    const first = Math.max(after, this.#n - this.#capacity);
    const found: ShownEntry[] = [];
    for (let step = 0; first + step < this.#n && found.length < limit; step++) {
      const at = newest ? this.#n - 1 - step : first + step;
      const entry = this.#ring[at % this.#capacity];
      if (entry && matches(entry)) found.push(shownEntry(entry));
    }
    return found;
  }

  /** Calls a function for each entry, the oldest first. */
  each(call: (entry: JournalEntry) => void): void {
    for (let at = Math.max(0, this.#n - this.#capacity); at < this.#n; at++) {
      const entry = this.#ring[at % this.#capacity];
      if (entry) call(entry);
    }
  }

  /** The entry with a number, and its request as it came, with secrets; undefined when there is no such entry. */
  sent(n: number): SentEntry | undefined {
    const entry = this.#ring[(n - 1) % this.#capacity];
    if (entry?.n !== n) return undefined;
    return {...entry, request: entry.kept && rawRequest(entry.kept)};
  }

  /** Drops the messages: the world of the journal has gone. */
  dropMessages(): void {
    for (const {kept} of this.#ring) if (kept) this.#messages.drop(kept);
  }
}

/** An entry with its request as it came. */
export type SentEntry = JournalEntry & {request: RawRequest | undefined};

/** Which entries to return. */
export interface JournalQuery {
  /** Only entries with a higher number. */
  after?: number;
  /** The maximum number of entries. */
  limit: number;
  newest?: boolean;
  matches?: (entry: JournalEntry) => boolean;
}

/** An entry as it is shown: without secrets, with the messages that are still kept. */
const shownEntry = (entry: KeptEntry): ShownEntry => ({
  ...withoutSecrets(entry),
  ...(entry.kept && shownMessages(entry.kept)),
});

/** An entry without its messages and without secrets. */
export function withoutSecrets(entry: JournalEntry): JournalEntry & {notes: string[]} {
  const {kept: _kept, ...rest} = entry as KeptEntry;
  return {...rest, path: shortSecrets(entry.path), notes: entry.notes ?? []};
}

/** Paths for which browsers and their tools ask by themselves: nobody made a mistake. */
const ASKED_BY_BROWSERS: ReadonlySet<string> = new Set([
  '/favicon.ico',
  '/.well-known/appspecific/com.chrome.devtools.json',
]);

/** Whether the terminal tells of a request: it was refused, or something was noticed about it. */
export function isForTerminal({status, path, why, notes}: JournalEntry): boolean {
  const isRefused = status >= 400 && !ASKED_BY_BROWSERS.has(path);
  return isRefused || Boolean(notes?.length) || (status < 400 && why !== undefined);
}

/** Formats an entry for the terminal: `404 GET /orders/my-ref  expected ...; got ...; what to do (rule)`. */
export function terminalLine(entry: JournalEntry): string {
  const {world, method, path, status, rule, why, notes = []} = entry;
  const address = world === 'demo' ? '' : `[${world}] `;
  const reason = why
    ? `  expected ${why.expected}; got ${why.got || 'an empty text'}; ${why.todo}`
    : '';
  const cited = rule ? ` (${rule})` : '';
  const noticed = notes.length ? `  ${notes.join('; ')}` : '';
  const text = `${address}${status || 'no response'} ${method} ${shortSecrets(path)}${reason}${cited}${noticed}`;
  // Only a fault of the mock has a stack trace, whose lines stay lines.
  return status === 500
    ? text
        .split(/\n(?= {4}at )/)
        .map(visible)
        .join('\n')
    : visible(text);
}
