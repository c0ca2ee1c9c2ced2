/** For two casts of things: an order of requests in which each operation comes after each other one, on the same thing and on the other. */

import {shuffled} from '../values/shuffled.ts';

/** A request, as far as its place in an order depends on it. */
export interface Planned {
  op: string;
  /** The kinds of things that it names or makes: `user`; `other user` for one of the other cast. */
  about: readonly string[];
  /** The request that it undoes: it only comes after that one. */
  undoes?: string;
  /** It ends what it is about, so that it comes late. */
  isEnd?: true;
  /** It is about what both casts have in common: one of them does it. */
  isCommon?: true;
  /** It makes a state that lasts until it is undone: other requests come in it, too. */
  isState?: true;
}

/** A request by its name, and whose things it is about: those of the first cast, or of the second one. */
export interface Turn {
  step: string;
  of: 0 | 1;
}

/** The first part of an order, in which nothing ends. */
const WITHOUT_ENDS = 0.4;

/** So many turns lie between two ends: what has ended can only be refused. */
const BETWEEN_ENDS = 2;

/**
 * Plans an order of requests, each of which tries most pairs of operations that no earlier one tried.
 * @param seed chooses among equally good ones
 * @param tried pairs of earlier orders; those of this one are added
 */
export function planTurns(
  steps: Readonly<Record<string, Planned>>,
  length: number,
  seed: number,
  tried: Set<string>,
): Turn[] {
  const names = shuffled(Object.keys(steps), seed);
  const possible = names.flatMap((step): Turn[] => [
    {step, of: 0},
    {step, of: 1},
  ]);
  const plan = new Plan(steps, tried);
  while (plan.turns.length < length) {
    const next = plan.best(possible, plan.turns.length >= length * WITHOUT_ENDS);
    if (!next) break;
    plan.take(next);
  }
  return plan.turns;
}

/** The states that steps have made, and no later one has undone. */
export function lastingStates(
  steps: Readonly<Record<string, Planned>>,
  turns: readonly Turn[],
): string[] {
  const undone = turns.map(({step}) => steps[step]?.undoes);
  return turns
    .map(({step}) => step)
    .filter((step) => steps[step]?.isState && !undone.includes(step));
}

/** So many turns come in a state at least. */
const IN_A_STATE = 3;

/** By so many new pairs a turn that makes a state is better than others. */
const GAIN_OF_STATES = 3;

/** An order while it grows. */
class Plan {
  readonly turns: Turn[] = [];
  readonly #steps: Readonly<Record<string, Planned>>;
  readonly #tried: Set<string>;
  /** The requests that named a thing, by its kind and cast. */
  readonly #metBy = new Map<string, Set<string>>();

  constructor(steps: Readonly<Record<string, Planned>>, tried: Set<string>) {
    this.#steps = steps;
    this.#tried = tried;
  }

  best(possible: readonly Turn[], mayEnd: boolean): Turn | undefined {
    const mayEndNow = mayEnd && !this.turns.slice(-BETWEEN_ENDS).some((one) => this.#isEnd(one));
    const next = possible.filter(
      (turn) => this.#canCome(turn) && (mayEndNow || !this.#isEnd(turn)),
    );
    const gains = next.map((turn) => ({turn, gain: this.#gain(turn)}));
    return gains.toSorted((one, other) => other.gain - one.gain)[0]?.turn;
  }

  take(turn: Turn): void {
    for (const pair of this.#newPairs(turn)) this.#tried.add(pair);
    for (const {kind, cast} of this.#about(turn)) {
      const thing = `${kind} ${cast}`;
      this.#metBy.set(thing, (this.#metBy.get(thing) ?? new Set()).add(turn.step));
    }
    this.turns.push(turn);
  }

  #stepOf({step}: Pick<Turn, 'step'>): Planned {
    return this.#steps[step] as Planned;
  }

  /** What makes a state comes early, so that others come in it. */
  #gain(turn: Turn): number {
    const isState = this.#stepOf(turn).isState === true;
    return this.#newPairs(turn).length + (isState ? GAIN_OF_STATES : 0);
  }

  #isEnd(turn: Turn): boolean {
    return this.#stepOf(turn).isEnd === true;
  }

  /** Each request comes once, and what undoes it afterwards. */
  #canCome({step, of}: Turn): boolean {
    const {undoes, isCommon} = this.#stepOf({step});
    if (isCommon && of === 1) return false;
    const came = this.turns.filter((turn) => turn.of === of).map((turn) => turn.step);
    if (came.includes(step)) return false;
    if (undoes === undefined) return true;
    const isState = this.#stepOf({step: undoes}).isState === true;
    const since = this.turns.length - this.turns.findLastIndex((turn) => turn.step === undoes);
    return came.includes(undoes) && (!isState || since > IN_A_STATE);
  }

  #about(turn: Turn): {kind: string; cast: number}[] {
    return this.#stepOf(turn).about.map((name) => ({
      kind: name.replace(/^other /, ''),
      cast: name.startsWith('other ') ? 1 - turn.of : turn.of,
    }));
  }

  /** New pairs of operations, and new pairs of requests: there are several of an operation. */
  #newPairs({step, of}: Turn): string[] {
    const {op} = this.#stepOf({step});
    const pairs = this.#about({step, of}).flatMap(({kind, cast}) =>
      [cast, 1 - cast].flatMap((each) =>
        [...(this.#metBy.get(`${kind} ${each}`) ?? [])].flatMap((first) => {
          const which = each === cast ? 'same' : 'another';
          const {op: firstOp} = this.#stepOf({step: first});
          return [
            `${kind} ${first} ${step} ${which}`,
            `${kind} of operations ${firstOp} ${op} ${which}`,
          ];
        }),
      ),
    );
    const inStates = lastingStates(this.#steps, this.turns).flatMap((state) => [
      `${step} in ${state}`,
      `operation ${op} in ${state}`,
    ]);
    return [...new Set([...pairs, ...inStates])].filter((pair) => !this.#tried.has(pair));
  }
}
