import {isOfFault} from '../mock/faults/ordered-fault.ts';
import {isOnlySkipped} from '../mock/http/steps/skip-wait.ts';
import type {JournalEntry} from '../mock/world/journal.ts';
import type {Worlds} from '../mock/world/worlds.ts';
import {quantity} from '../spec/quantity.ts';

/** Groups that are shown. */
const MAX_GROUPS = 20;

/** Requests with the same status and reason: the line of the first one stands for all. */
interface Group {
  line: string;
  count: number;
}

/** What a client did wrong while a command ran, from the journals of all worlds as they grew. */
export class Exchanged {
  readonly #refused = new Map<string, Group>();
  readonly #accepted = new Map<string, Group>();

  /** @param line the entry, as the terminal shows it */
  add(line: string, entry: JournalEntry): void {
    // The client asked for this response by the header `Prefer`, or its user ordered it.
    if (entry.situation === 'preferred' || isOfFault(entry)) return;
    const isRefused = entry.status >= 400;
    if (!isRefused && isOnlySkipped(entry)) return;
    const groups = isRefused ? this.#refused : this.#accepted;
    const {world, method, operation, path, status, situation, rule, why} = entry;
    const key = JSON.stringify([
      world,
      method,
      operation ?? path,
      status,
      situation,
      rule,
      why?.todo,
    ]);
    const group = groups.get(key) ?? {line, count: 0};
    groups.set(key, {...group, count: group.count + 1});
  }

  /** How many requests were refused. */
  get refused(): number {
    return [...this.#refused.values()].reduce((sum, {count}) => sum + count, 0);
  }

  /** Lines for the terminal; none when nothing was wrong. @param unfired the fault rules that never fired */
  summary(worlds: Worlds, unfired: readonly string[]): string[] {
    return [
      ...(this.refused ? [`${quantity(this.refused, 'request')} refused:`] : []),
      ...linesOf(this.#refused),
      ...(this.#accepted.size ? ['accepted, but perhaps not as meant:'] : []),
      ...linesOf(this.#accepted),
      ...(unfired.length ? ['ordered faults that never happened:'] : []),
      ...unfired.map((line) => `  ${line}`),
      ...(hasRequests(worlds) || this.refused ? [] : [NO_REQUEST]),
    ].map((line) => (line.startsWith(' ') ? line : `presscheck exec: ${line}`));
  }
}

const NO_REQUEST =
  'the mock got no request; does the command use PRESSCHECK_WORKSPACE_URL or PRESSCHECK_STORE_URL?';

const hasRequests = (worlds: Worlds): boolean =>
  worlds.list().some(({journal}) => journal.newest(1).length > 0);

function linesOf(groups: ReadonlyMap<string, Group>): string[] {
  const sorted = [...groups.values()].sort((one, other) => other.count - one.count);
  const more = sorted.length - MAX_GROUPS;
  return [
    ...sorted.slice(0, MAX_GROUPS).map(({line, count}) => `  ${count} x ${line}`),
    ...(more > 0 ? [`  and ${quantity(more, 'further kind')} of them`] : []),
  ];
}
