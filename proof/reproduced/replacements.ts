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
    // A link of the run begins with the old address.
    const old = [...this.#now.keys(), this.#from].sort((a, b) => b.length - a.length);
    const pattern = new RegExp(`(?<![\\w-])(?:${old.map(literal).join('|')})(?![\\w-])`, 'g');
    return text.replaceAll(pattern, (found) => this.#now.get(found) ?? address);
  }

  /**
   * Compares the response to a command with that of the run.
   * @param later the lines after the command: the values to put in stand in them
   * @returns the values of the variables that are set to members of the response
   */
  noteResponse(
    {command, members, sets}: Request,
    {body, headers}: Pick<Got, 'body' | 'headers'>,
    later: string,
  ): Record<string, string> {
    const method = methodOf(command);
    const stands = ({body: had, headers: hadToo}: Exchange): boolean =>
      members.every((name) => valuesNamed(name, [had, hadToo]).some((one) => later.includes(one)));
    const isSame = (one: Exchange): boolean =>
      one.sent.method === method && isSentBy(command, one.sent);
    const old = this.#take((one) => isSame(one) && stands(one)) ?? this.#take(isSame);
    if (!old) return {};
    const valuesOf = (name: string): Set<string> =>
      new Set(valuesNamed(name, [old.body, old.headers]));
    const now = (values: ReadonlySet<string>): Map<string, string> =>
      new Map([
        ...changed(old.wire ?? old.body, body, values),
        ...changed(old.headers, headers, values),
      ]);
    for (const name of members)
      for (const [value, other] of now(valuesOf(name))) this.#now.set(value, other);
    return Object.fromEntries(
      sets.map(({variable, member}) => [variable, [...now(valuesOf(member)).values()][0] ?? '']),
    );
  }

  /** Compares the answer of a hook with that in the run. */
  noteNext(verb: string, answer: unknown): void {
    const had = this.#take(({hook, sent}) => hook === true && sent.url === verb)?.body;
    for (const [value, other] of changed(had, answer, new Set(scalarsIn(had))))
      this.#now.set(value, other);
  }

  /** The next exchange that fits; any earlier one, since a run may reuse requests. */
  #take(fits: (exchange: Exchange) => boolean): Exchange | undefined {
    const next = this.#exchanges.findIndex((one, at) => at >= this.#next && fits(one));
    const index = next < 0 ? this.#exchanges.findIndex(fits) : next;
    if (index >= 0) this.#next = index + 1;
    return this.#exchanges[index];
  }
}

/** What stands now where the run got one of some values, if it is another one. */
function changed(old: unknown, now: unknown, values: ReadonlySet<string>): [string, string][] {
  if (isPlain(old) && isPlain(now)) {
    const isWanted = values.has(String(old)) && String(old) !== String(now);
    return isWanted ? [[String(old), String(now)]] : [];
  }
  if (typeof old !== 'object' || typeof now !== 'object' || !old || !now) return [];
  return Object.entries(old).flatMap(([name, value]) =>
    changed(value, (now as Record<string, unknown>)[name], values),
  );
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
