import type {Exchange} from '../../spec/exchange.ts';
import type {Request} from './printed-commands.ts';

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
    const pattern = new RegExp(
      `(?<![\\w-])(?:${old.map(literal).join('|')})(?![\\w-])`,
      'g',
    );
    return moved.replaceAll(pattern, (found) => this.#now.get(found) ?? found);
  }

  /** Compares the response to a command with that of the run. */
  noteResponse({command, members, sets}: Request, body: unknown): void {
    const wanted = [...members, ...sets.map(({member}) => member)];
    const method = /-X (\w+)/.exec(command)?.[1] ?? (command.includes(' -I ') ? 'HEAD' : 'GET');
    const index = this.#indexOf(({sent}) => sent.method === method && isSentBy(command, sent));
    if (index < 0) return;
    this.#next = index + 1;
    if (wanted.length) this.#compare(this.#exchanges[index]?.body, body, wanted, false);
  }

  /** Compares the answer of a hook with that in the run. */
  noteNext(verb: string, answer: unknown, wanted: string[]): void {
    const index = this.#indexOf(({hook, sent}) => hook === true && sent.url === verb);
    if (index < 0) return;
    this.#next = index + 1;
    this.#compare(this.#exchanges[index]?.body, answer, wanted, true);
  }

  /** The next exchange that fits; any earlier one, since a run may reuse requests. */
  #indexOf(fits: (exchange: Exchange) => boolean): number {
    const next = this.#exchanges.findIndex((one, at) => at >= this.#next && fits(one));
    return next < 0 ? this.#exchanges.findIndex(fits) : next;
  }

  #compare(old: unknown, now: unknown, wanted: readonly string[], isWanted: boolean): void {
    if (isPlain(old) && isPlain(now)) {
      if (isWanted && String(old) !== String(now)) this.#now.set(String(old), String(now));
      return;
    }
    if (typeof old !== 'object' || typeof now !== 'object' || !old || !now) return;
    for (const [name, value] of Object.entries(old)) {
      const other = (now as Record<string, unknown>)[name];
      this.#compare(value, other, wanted, isWanted || wanted.includes(name));
    }
  }
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
