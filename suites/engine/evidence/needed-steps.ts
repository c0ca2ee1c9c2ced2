import type {Exchange} from '../../../spec/exchange.ts';
import type {Step} from '../../../spec/step.ts';
import {everyStep} from '../plan/steps.ts';
import {freshIn, stepsIn} from '../../../spec/references.ts';

/** What the evidence of a violation has to show. */
export interface Focus {
  /** Ids of the steps whose responses show the violation. */
  violating: readonly string[];
  /**
   * Ids of the steps whose responses the judge read; empty for a violation that one response shows
   * by itself.
   */
  read: readonly string[];
  /** Whether the violating responses show the violation without any later exchange. */
  endsThere?: boolean;
}

/** A top-level step with its exchanges. */
export interface SentStep {
  step: Step;
  exchanges: Exchange[];
}

interface Candidate extends SentStep {
  ids: Set<string>;
  refersTo: string[];
  /** The numbers of its fresh values. */
  fresh: number[];
  /** Whether later steps may depend on it: it is a successful write, a hook or a wait. */
  acts: boolean;
  /** Whether it is a write, even a refused one: a deployment may have done all the same what it refused. */
  writes: boolean;
}

/**
 * Chooses the steps that are needed to reproduce a violation:
 * - the steps that show it, and those whose responses the judge read;
 * - the steps to whose responses these refer, directly or through others;
 * - the writes to any of these resources, or with a fresh value of these steps, refused ones too; if a judge compared
 *   responses, every successful write;
 * - the hooks and waits in between.
 * Steps after the violation are not needed.
 * @returns the steps in their order; all of them if no step shows the violation
 */
export function neededSteps(
  steps: readonly Step[],
  exchanges: readonly Exchange[],
  {violating, read, endsThere = false}: Focus,
): SentStep[] {
  const all = steps.map((step) => candidateOf(step, exchanges));
  const isAny =
    (of: readonly string[]) =>
    ({ids}: Candidate): boolean =>
      of.some((id) => ids.has(id));
  const last = all.findLastIndex(isAny(endsThere ? violating : [...violating, ...read]));
  if (last < 0) return all;
  const before = all.slice(0, last + 1);
  const needed = new Set(before.filter(isAny([...violating, ...read])));
  const comparing = read.length > 0;
  let size = -1;
  while (size !== needed.size) {
    size = needed.size;
    for (const one of before) if (isNeeded(one, needed, comparing)) needed.add(one);
  }
  const first = before.findIndex((one) => needed.has(one) && !isWait(one));
  return before.filter((one, index) => needed.has(one) && (index >= first || !isWait(one)));
}

function candidateOf(step: Step, exchanges: readonly Exchange[]): Candidate {
  const ids = new Set([...everyStep([step])].map(({id}) => id));
  const own = exchanges.filter((exchange) => ids.has(exchange.step));
  const writes = own.filter(({hook, sent}) => hook || !/^(GET|HEAD)$/.test(sent.method));
  const changes = writes.some(({hook, status}) => hook || status < 400);
  return {
    step,
    exchanges: own,
    ids,
    refersTo: stepsIn(step),
    fresh: freshIn(step),
    acts: changes || step.step === 'advance' || step.step === 'control',
    writes: writes.length > 0,
  };
}

function isNeeded(one: Candidate, needed: ReadonlySet<Candidate>, comparing: boolean): boolean {
  const isReferredTo = [...needed].some(({refersTo}) => refersTo.some((id) => one.ids.has(id)));
  if (isReferredTo) return true;
  if (one.acts && (comparing || one.step.step === 'control' || isWait(one))) return true;
  if (!one.writes) return false;
  return [...needed].some(
    ({ids, fresh}) =>
      one.refersTo.some((id) => ids.has(id)) || one.fresh.some((n) => fresh.includes(n)),
  );
}

const isWait = ({step}: SentStep): boolean => step.step === 'advance';
