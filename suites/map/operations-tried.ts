import type {Contract} from '../../spec/contract.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {Api} from '../../spec/rule.ts';
import type {OperationTried, PairNotTried, Pair} from '../../spec/run-record.ts';
import type {Step} from '../../spec/step.ts';
import {classesIn} from '../values/assign-classes.ts';

/** What was seen of one operation. */
class Operation {
  requests = 0;
  readonly situations = new Map<string, number>();
  readonly credentials = new Set<string>();
  readonly interfaces = new Set<'REST' | 'MCP'>();
  readonly classes = new Map<string, Set<string>>();
  readonly reasons = new Set<string>();
}

/** Counts what the scenes of a run have tried of each operation, and why some were not sent. */
export class OperationsTried {
  readonly #operations = new Map<string, {api: Api; seen: Operation}>();
  /** Why scenes were not sent that try one operation before another one, by both names. */
  readonly #reasons = new Map<string, string>();

  constructor(contracts: readonly Contract[]) {
    for (const {api, operations} of contracts)
      for (const name of Object.keys(operations))
        this.#operations.set(name, {api, seen: new Operation()});
  }

  /** Records requests with their responses. @param steps of the scene, with everything inside them */
  note(exchanges: readonly Exchange[], steps: readonly Step[]): void {
    const byId = new Map(steps.map((step) => [step.id, step]));
    for (const exchange of exchanges) {
      const seen = this.#operations.get(exchange.op)?.seen;
      if (seen) noteExchange(seen, exchange, byId.get(exchange.step));
    }
  }

  /** Records why the steps of a scene are not sent. */
  noteNotSent(steps: readonly Step[], reason: string): void {
    const ops = steps.flatMap((step) => (step.step === 'call' ? [step.op] : []));
    for (const [at, op] of ops.entries()) {
      this.#operations.get(op)?.seen.reasons.add(reason);
      for (const first of ops.slice(0, at)) {
        const pair = `${first} ${op}`;
        if (!this.#reasons.has(pair)) this.#reasons.set(pair, reason);
      }
    }
  }

  /** A pair that was not tried, with the reason if one is known. */
  withReason(pair: Pair): PairNotTried {
    const because = this.#reasons.get(`${pair.first} ${pair.later}`);
    return {...pair, ...(because !== undefined && {because})};
  }

  /** The operations, as reports show them. */
  get seen(): OperationTried[] {
    return [...this.#operations].map(([operation, {api, seen}]) => ({
      api,
      operation,
      requests: seen.requests,
      situations: Object.fromEntries(sorted(seen.situations)),
      credentials: [...seen.credentials].sort(),
      interfaces: [...seen.interfaces].sort(),
      values: Object.fromEntries(
        sorted(seen.classes).map(([kind, classes]) => [kind, [...classes].sort()]),
      ),
      ...(seen.reasons.size && {notSent: [...seen.reasons].sort()}),
    }));
  }
}

function noteExchange(seen: Operation, exchange: Exchange, step: Step | undefined): void {
  const {status, situations, as, present} = exchange;
  const words = situations.length ? situations.join(' or ') : 'no documented situation';
  const situation = status === 0 ? 'no response' : `${status} ${words}`;
  seen.requests += 1;
  seen.situations.set(situation, (seen.situations.get(situation) ?? 0) + 1);
  // A credential that an earlier response gave has no role of its own.
  const role = as === 'given' ? 'one that the run was given' : as;
  seen.credentials.add(present === undefined ? role : `${role}, ${present}`);
  seen.interfaces.add(exchange.interface === 'mcp' ? 'MCP' : 'REST');
  for (const {kind, valueClass} of classesIn(step)) {
    const classes = seen.classes.get(kind) ?? new Set();
    seen.classes.set(kind, classes.add(valueClass));
  }
}

const sorted = <T>(map: ReadonlyMap<string, T>): [string, T][] =>
  [...map].sort(([one], [other]) => (one < other ? -1 : 1));
