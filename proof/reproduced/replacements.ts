import type {Exchange} from '../../spec/exchange.ts';
import type {Got, Request} from './printed-commands.ts';

/** What a reader puts in place of the ids that the run got: those that the server gives now. */
export class Replacements {
  readonly #exchanges: readonly Exchange[];
  readonly #from: string;
  readonly #now = new Map<string, string>();
  #next = 0;

  /** @param from the address of the server that the run was made on */
  constructor(exchanges: readonly Exchange[], from: string) {
    this.#exchanges = exchanges;
    this.#from = from;
  }

  /** A command with what the server gave now. */
  in(text: string, address: string): string {
    const moved = text.replaceAll(this.#from, address);
    if (!this.#now.size) return moved;
    const old = [...this.#now.keys()].sort((a, b) => b.length - a.length);
    const pattern = new RegExp(`(?<![\\w-])(?:${old.map(literal).join('|')})(?![\\w-])`, 'g');
    return moved.replaceAll(pattern, (found) => this.#now.get(found) ?? found);
  }

  /** Compares the response to a command with that of the run. */
  noteResponse(
    {command, members, sets}: Request,
    {body, headers}: Pick<Got, 'body' | 'headers'>,
  ): void {
    const wanted = [...members, ...sets.map(({member}) => member)];
    const method = methodOf(command);
    const index = this.#indexOf(({sent}) => sent.method === method && isSentBy(command, sent));
    if (index < 0) return;
    this.#next = index + 1;
    const old = this.#exchanges[index];
    const values = wanted.flatMap((name) => valuesNamed(name, [old?.body, old?.headers]));
    this.#compare(old?.wire ?? old?.body, body, new Set(values));
    this.#compare(old?.headers, headers, new Set(values));
  }

  /** Compares the answer of a hook with that in the run. */
  noteNext(verb: string, answer: unknown): void {
    const index = this.#indexOf(({hook, sent}) => hook === true && sent.url === verb);
    if (index < 0) return;
    this.#next = index + 1;
    const {body} = this.#exchanges[index] ?? {};
    this.#compare(body, answer, new Set(scalarsIn(body)));
  }

  /** What stands now for a value that the run got. */
  valueNow(command: string, member: string): string | undefined {
    const method = methodOf(command);
    const old = this.#exchanges.find(({sent}) => sent.method === method && isSentBy(command, sent));
    const [value = ''] = valuesNamed(member, [old?.body, old?.headers]);
    return this.#now.get(value);
  }

  /** The next exchange that fits; any earlier one, since a run may reuse requests. */
  #indexOf(fits: (exchange: Exchange) => boolean): number {
    const next = this.#exchanges.findIndex((one, at) => at >= this.#next && fits(one));
    return next < 0 ? this.#exchanges.findIndex(fits) : next;
  }

  /** Notes what stands now where the run got one of some values. */
  #compare(old: unknown, now: unknown, values: ReadonlySet<string>): void {
    if (isPlain(old) && isPlain(now)) {
      const isWanted = values.has(String(old)) && String(old) !== String(now);
      if (isWanted) this.#now.set(String(old), String(now));
      return;
    }
    if (typeof old !== 'object' || typeof now !== 'object' || !old || !now) return;
    for (const [name, value] of Object.entries(old))
      this.#compare(value, (now as Record<string, unknown>)[name], values);
  }
}

const methodOf = (command: string): string =>
  /-X (\w+)/.exec(command)?.[1] ?? (command.includes(' -I ') ? 'HEAD' : 'GET');

/** Every text and number in a value. */
function scalarsIn(value: unknown): string[] {
  if (isPlain(value)) return [String(value)];
  return typeof value === 'object' && value ? Object.values(value).flatMap(scalarsIn) : [];
}

/** The texts and numbers under members of a name, however deep. */
function valuesNamed(name: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key.toLowerCase() === name.toLowerCase() ? scalarsIn(member) : valuesNamed(name, member),
  );
}

/** Whether a command sends a request: it has its address, and the first fresh value of its body. */
function isSentBy(command: string, {url, body = ''}: Exchange['sent']): boolean {
  const [fresh = ''] = /pc-[\w-]+/.exec(body) ?? [];
  return command.includes(`'${url}'`) && command.includes(fresh);
}

/** A text as a regular expression that matches nothing else. */
const literal = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

const isPlain = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';
