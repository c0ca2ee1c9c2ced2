import {quantity} from '../../spec/quantity.ts';
import {visible} from '../../spec/visible.ts';
import type {Why} from '../operation.ts';

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
  /** What the mock noticed about a request, for example a mistyped parameter, or did because of it or of a fault rule. */
  notes?: string[] | undefined;
}

/** Names of parameters whose values are secrets. */
const SECRET_NAME =
  /key|token|secret|signature|credential|authorization|passw|pwd|^code_verifier$/i;

/** A parameter in a URL, or in the query of a path. A name begins at one place only: no text takes quadratic time. */
const PARAMETER = /(?<![^?&=/\s])([^?&=/\s]+)=([^?&\s]*)/g;

/** Shortens the secrets in the queries of a text. */
const withoutSecrets = (text: string): string =>
  text.replace(PARAMETER, (pair, name: string, value: string, at: number) => {
    // Only in a query a `code` is a secret; in `Prefer: code=422` it is a status.
    const isCode = decoded(name) === 'code' && /[?&]/.test(text.charAt(at - 1));
    return isCode || SECRET_NAME.test(decoded(name)) ? `${name}=${masked(value)}` : pair;
  });

/**
 * Shortens the secrets in the queries of a path or text, also in a URL that is itself the value of a parameter. Values
 * are decoded once: a text can be encoded thousands of times.
 */
const shortSecrets = (text: string): string =>
  withoutSecrets(text).replace(PARAMETER, (pair, name: string, value: string) => {
    const inner = decoded(value);
    const shown = withoutSecrets(inner);
    return shown === inner ? pair : `${name}=${encodeURIComponent(shown)}`;
  });

/** Decodes percent-encoding; a text that is not well-formed stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The first 8 characters of a secret, or the first half of a shorter one than 16. */
export const masked = (secret: string): string =>
  `${secret.slice(0, Math.min(8, Math.floor(secret.length / 2)))}...`;

/** A masked secret with its length, which shows whether it was copied completely. */
export const maskedWithLength = (secret: string): string =>
  `${masked(secret)} (${quantity(secret.length, 'character')})`;

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
  readonly #ring: JournalEntry[] = [];
  #n = 0;

  /** @param capacity the maximum number of entries */
  constructor(capacity = 2000) {
    this.#capacity = capacity;
  }

  add(entry: Omit<JournalEntry, 'n'>): JournalEntry {
    const {at, world, method, path, status, situation, operation, rule, changes} = entry;
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
      notes,
    };
    this.#ring[(n - 1) % this.#capacity] = kept;
    return kept;
  }

  /** Returns the newest entries, oldest first. */
  newest(limit: number): JournalEntry[] {
    return this.after(Math.max(0, this.#n - limit), limit);
  }

  /** Returns the first entries after a number, oldest first. */
  after(n: number, limit: number): JournalEntry[] {
    const found: JournalEntry[] = [];
    for (
      let at = Math.max(n, this.#n - this.#capacity);
      at < this.#n && found.length < limit;
      at++
    ) {
      const entry = this.#ring[at % this.#capacity];
      if (entry) found.push({...entry, path: shortSecrets(entry.path)});
    }
    return found;
  }
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
