import type {Api} from '../../../spec/rule.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Step} from '../../../spec/step.ts';
import type {Codec} from '../../target/codec.ts';
import {lagOf, readsList} from '../send/late-lists.ts';
import {callOf} from '../plan/steps.ts';
import {Interrupted} from '../facts/interruption.ts';
import type {AttemptContext} from '../send/attempt-context.ts';
import {execute} from '../send/execute.ts';
import type {JudgedCheck} from '../judge/judge-check.ts';

/** Lists at the end of a scene, after its last change, and what was received before. */
export interface ListsAtEnd {
  steps: Step[];
  lastByStep: ReadonlyMap<string, Exchange>;
}

/** The steps at the end of an act that only read lists, or figures, in one request or page by page. */
export function listsAtEnd(act: Step[], codecs: Record<Api, Codec>): Step[] {
  const onlyReads = (step: Step): boolean => {
    if (step.step === 'walk') return !step.between;
    return step.step === 'call' && codecs[step.api].operation(step.op).method === 'GET';
  };
  const lastOther = act.findLastIndex((step) => !onlyReads(step));
  return act.slice(lastOther + 1).filter((step) => {
    const call = callOf(step);
    return call && readsList(call, codecs[call.api]);
  });
}

/**
 * Whether it is enough to read the lists at the end once more, to know whether they were late: only they can
 * have caused violations, and nothing else speaks for another attempt.
 * @param isForTests whether requests cost nothing: then lists are read again where nothing was decided, too
 */
export function isReadingListsAgainEnough(
  judged: readonly JudgedCheck[],
  {steps}: ListsAtEnd,
  isForTests: boolean,
): boolean {
  if (judged.some(({movable, retry}) => movable?.length || retry)) return false;
  const mayDependOnLists = judged.filter(
    (one) => one.late?.length || (isForTests && isUndecidedWithLists(one)),
  );
  const idsAtEnd = new Set(steps.map(({id}) => id));
  const listsRead = mayDependOnLists.flatMap(({lateLists}) => [...(lateLists?.keys() ?? [])]);
  return mayDependOnLists.length > 0 && listsRead.every((id) => idsAtEnd.has(id));
}

/** Whether a check read lists that may be late, and could decide nothing. */
const isUndecidedWithLists = ({verdict: {verdict, blocked}, lateLists}: JudgedCheck): boolean =>
  verdict === 'inconclusive' && !blocked && lateLists !== undefined;

/**
 * Reads lists again some seconds later, twice at once, so that an alternating list is not mistaken for a
 * late one.
 * @returns the last readings, by step; undefined if they could not be sent
 */
export async function readListsAgain(
  {steps, lastByStep}: ListsAtEnd,
  context: AttemptContext,
): Promise<ReadonlyMap<string, Exchange[]> | undefined> {
  try {
    const lags = steps.flatMap((step) => callOf(step)?.op ?? []).map(lagOf);
    await context.environment.wait(Math.max(...lags));
    await execute(steps, context, lastByStep);
    return (await execute(steps, context, lastByStep)).results;
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    return undefined;
  }
}
