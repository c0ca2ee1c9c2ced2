import type {Api} from '../../../spec/rule.ts';
import type {Violation} from '../../../spec/run-record.ts';
import type {Call, Step} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Codec} from '../../target/codec.ts';
import type {Prepared} from '../planning/prepare.ts';
import {everyStep} from '../planning/steps.ts';

/**
 * Lists that show a change late, as those of an index or a replica do: the documents do not say how
 * soon a list shows what was written, nor the figures of a whole workspace. A violation that a list
 * after a write may have caused is tried again while each list is read three times: at once, some
 * seconds later, and once more. What the first reading shows broken and the last one does not was
 * late. From then on the run waits some seconds before it reads a list that it has changed. Figures
 * of a whole workspace are treated as lists are.
 */

/** Milliseconds after which a late list shows a change. */
export const LATE = 3000;

/** What a run has seen of the lists of a deployment. */
export interface ListsSeen {
  areLate: boolean;
}

/** Where a script that reads its lists several times keeps the first readings, by step id. */
export type FirstReadings = Map<string, Exchange[]>;

/** Whether a call reads a list, or what is alike: figures of a whole, whose path names no one thing. */
export const readsList = (call: Call, codec: Codec): boolean =>
  call.method === undefined && (isPaged(call, codec) || readsFigures(call, codec));

const isPaged = ({op}: Call, codec: Codec): boolean => codec.operation(op).pager !== undefined;

function readsFigures({op}: Call, codec: Codec): boolean {
  const {method, path} = codec.operation(op);
  return method === 'GET' && !path.includes('{');
}

/** Whether a step may change what a list shows: a write, or a hook. */
export const changesLists = (step: Step, codecs: Record<Api, Codec>): boolean =>
  step.step === 'control' ||
  (step.step === 'call' && codecs[step.api].operation(step.op).method !== 'GET');

/**
 * The violations that a list may have caused which shows changes late: the judge read a list that
 * stands behind a write. One about how another request was answered stands.
 * @param read ids of the steps whose responses the judge read
 */
export function lateIn(
  violations: readonly Violation[],
  {scene, given, act}: Pick<Prepared, 'scene' | 'given' | 'act'>,
  read: readonly string[],
  codecs: Record<Api, Codec>,
): Violation[] {
  // A script that counts its requests or their time cannot have more of them.
  if (scene.exhausts || scene.unbroken) return [];
  const lists = listsBehindWrites([...given, ...act], codecs);
  if (!read.some((step) => lists.has(step))) return [];
  return violations.filter(({step, wanted}) => !wanted || lists.has(step));
}

/** The ids of the steps that read a list, or figures, after something was written. */
function listsBehindWrites(steps: Step[], codecs: Record<Api, Codec>): Set<string> {
  const lists = new Set<string>();
  let isWritten = false;
  // What figures are at an instant is a rule of its own: what a wait brought is not late.
  let hasWaitedSince = false;
  for (const step of everyStep(steps)) {
    const call = step.step === 'walk' ? step.page : step;
    if (isWritten && call.step === 'call' && readsList(call, codecs[call.api])) {
      const mayBeLate = !hasWaitedSince || isPaged(call, codecs[call.api]);
      if (mayBeLate) lists.add(step.id);
    }
    if (step.step === 'advance') hasWaitedSince = true;
    if (!changesLists(step, codecs)) continue;
    isWritten = true;
    hasWaitedSince = false;
  }
  return lists;
}

/** The exchanges of a script with the first readings of its lists in place of the last ones. */
export const asReadFirst = (
  results: ReadonlyMap<string, Exchange[]>,
  first: FirstReadings,
): Map<string, Exchange[]> => new Map([...results, ...first]);
