/**
 * Lists that show a change late, as those of an index or a replica may: the documents do not say how
 * soon a list shows a write. When a list that is read after a write may have caused a violation, the
 * list is read again, some seconds later and once more: lists at the end of a scene at once, others when
 * the scene is run again. A violation that the first reading shows and the last one does not was caused by
 * a late list. From then on the run waits some seconds before it reads that list after a change. Figures
 * of a whole workspace are treated like lists.
 */

import type {Api} from '../../../spec/rule.ts';
import type {Violation} from '../../../spec/run-record.ts';
import type {Call, Step} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {isAboutOutcome} from '../../language/judge.ts';
import type {Codec} from '../../target/codec.ts';
import type {PreparedScene} from '../plan/prepare.ts';
import {callOf, everyStep} from '../plan/steps.ts';

/** Milliseconds after which a late list shows a change. */
export const LIST_LAG_MS = 3000;

/** Content is processed first: the document says that it is "available in the library shortly" (Creating content). */
const LAG_OF_CONTENT_MS = 12_000;

/** Milliseconds after which the list of an operation shows a change. */
export const lagOf = (op: string): number =>
  op === 'listIssues' ? LAG_OF_CONTENT_MS : LIST_LAG_MS;

/** The number of scenes that prove that a list shows changes at once. */
const MIN_PROOFS = 3;

/** What a run has seen of the lists of a deployment. */
export class ListsSeen {
  /** The operations whose lists have shown a change late. */
  readonly #late = new Set<string>();
  /** The operations of late lists that showed a change within `LIST_LAG_MS`, although they may take longer. */
  readonly #soon = new Set<string>();
  /** How many scenes read the list of an operation again and saw the same violation. */
  readonly #proofs = new Map<string, number>();

  /** Notes that a late list showed a change within `LIST_LAG_MS`. */
  noteSoon(op: string): void {
    this.#soon.add(op);
  }

  /** Milliseconds after which a late list has shown changes so far. */
  waitFor(op: string): number {
    return this.#soon.has(op) ? LIST_LAG_MS : lagOf(op);
  }

  /** Notes lists of which the first reading and the last one showed the same violations. */
  noteOnTime(operations: Iterable<string>): void {
    for (const op of operations) this.#proofs.set(op, (this.#proofs.get(op) ?? 0) + 1);
  }

  /** Notes lists of which one has shown a change late. */
  noteLate(operations: Iterable<string>): void {
    for (const op of operations) this.#late.add(op);
  }

  /** Whether the list of an operation may have shown a change late. */
  areLate(op: string): boolean {
    return this.#late.has(op);
  }

  /** Whether any list has shown a change late. */
  get showChangesLate(): boolean {
    return this.#late.size > 0;
  }

  /** Whether a list has shown changes at once so often that it is not read again. */
  areOnTime(op: string): boolean {
    return (this.#proofs.get(op) ?? 0) >= MIN_PROOFS;
  }
}

/** The first readings of lists that are read several times, by step id. */
export type FirstListReads = Map<string, Exchange[]>;

/** Whether a call reads a list, or figures of a whole workspace (the path has no parameter). */
export const readsList = (call: Call, codec: Codec): boolean =>
  call.method === undefined && (isPaged(call, codec) || readsFigures(call, codec));

const isPaged = ({op}: Call, codec: Codec): boolean => codec.operation(op).pager !== undefined;

function readsFigures({op}: Call, codec: Codec): boolean {
  const {method, path} = codec.operation(op);
  return method === 'GET' && !path.includes('{');
}

/** Whether a step may change what a list shows: a write or a hook. */
export const changesLists = (step: Step, codecs: Record<Api, Codec>): boolean =>
  step.step === 'control' ||
  (step.step === 'call' && codecs[step.api].operation(step.op).method !== 'GET');

/** The operations of lists, by the steps that read them. */
export type ListsByStep = ReadonlyMap<string, string>;

/**
 * The lists that a judge read after a write, and that may show changes late.
 * @param read ids of the steps whose responses the judge read
 */
export function listsReadAfterWrites(
  {
    given,
    act,
    exhausts,
    consecutive,
  }: Pick<PreparedScene, 'given' | 'act' | 'exhausts' | 'consecutive'>,
  read: readonly string[],
  codecs: Record<Api, Codec>,
): ListsByStep {
  // A scene that counts its requests or their time cannot send more of them.
  if (exhausts || consecutive) return new Map();
  const lists = lateListsAmong([...given, ...act], codecs);
  return new Map([...lists].filter(([step]) => read.includes(step)));
}

/**
 * The violations that a list may cause that shows changes late: all of a scene whose judge read such a
 * list, except violations about the outcome of another request.
 * @param lists those that may be late
 */
export const possiblyLate = (violations: readonly Violation[], lists: ListsByStep): Violation[] =>
  lists.size ? violations.filter((one) => !isAboutOutcome(one) || lists.has(one.step)) : [];

/** The lists, or figures, that are read after something was written, and that may show it late. */
function lateListsAmong(steps: Step[], codecs: Record<Api, Codec>): Map<string, string> {
  const lists = new Map<string, string>();
  let isWritten = false;
  let hasWaitedSince = false;
  for (const step of everyStep(steps)) {
    const call = callOf(step);
    const codec = call && codecs[call.api];
    // Figures that change with time are the subject of other rules: after a wait they are not late.
    const mayBeLate =
      call && codec && readsList(call, codec) && (!hasWaitedSince || isPaged(call, codec));
    if (isWritten && mayBeLate) lists.set(step.id, call.op);
    if (step.step === 'advance') hasWaitedSince = true;
    if (!changesLists(step, codecs)) continue;
    isWritten = true;
    hasWaitedSince = false;
  }
  return lists;
}

/** The exchanges of a script, with the first readings of its lists instead of the last ones. */
export const asReadFirst = (
  results: ReadonlyMap<string, Exchange[]>,
  first: FirstListReads,
): Map<string, Exchange[]> => new Map([...results, ...first]);
