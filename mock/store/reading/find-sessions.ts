import type {View} from '../../operation.ts';
import type {Position} from './cursor.ts';
import type {Filtered} from './filters.ts';
import type {ReadingSession} from './reading-session.ts';

/** The sessions of a page, and whether there are others before and after it. */
export interface FoundPage {
  sessions: ReadingSession[];
  hasNext: boolean;
  hasPrevious: boolean;
}

const TABLE = 'reading_sessions';

/** Finds the page at a position of the list; without a position the first page. */
export function foundPage(
  view: View,
  filtered: Filtered,
  position: Pick<Position, 'seq' | 'side'> | undefined,
): FoundPage {
  const size = view.number('reading.page_size');
  const isBackwards = position?.side === 'before';
  const found = beside(view, filtered, {
    seq: position?.seq,
    isForwards: !isBackwards,
    limit: size + 1,
  });
  const hasFurther = found.length > size;
  const sessions = found.slice(0, size);
  if (isBackwards) sessions.reverse();
  const [edge] = isBackwards ? sessions.slice(-1) : sessions;
  const hasOnTheOtherSide =
    position !== undefined &&
    edge !== undefined &&
    beside(view, filtered, {seq: edge.seq, isForwards: isBackwards, limit: 1}).length > 0;
  return {
    sessions,
    hasNext: isBackwards ? hasOnTheOtherSide : hasFurther,
    hasPrevious: isBackwards ? hasFurther : hasOnTheOtherSide,
  };
}

/** The sessions next to a position of the list, nearest first. */
function beside(
  view: View,
  {under, where}: Filtered,
  {seq, isForwards, limit}: {seq: number | undefined; isForwards: boolean; limit: number},
): ReadingSession[] {
  const isTowardsOlder = isForwards === (view.freedom('reading.order') === 'newest');
  const page = {limit, ...(where && {where})};
  const before = {...page, ...(seq !== undefined && {before: seq})};
  const after = {...page, ...(seq !== undefined && {after: seq})};
  if (under)
    return isTowardsOlder
      ? view.newestUnder(TABLE, under, before)
      : view.oldestUnder(TABLE, under, after);
  return isTowardsOlder ? view.newest(TABLE, before) : view.oldest(TABLE, after);
}
