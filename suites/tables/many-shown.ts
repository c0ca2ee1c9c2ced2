/** What the reads and lists of a scene of many things show of each. */

import type {Exchange} from '../../spec/exchange.ts';
import {isSuccessStatus} from '../../spec/status.ts';
import type {RuleId} from '../../spec/rule.ts';
import type {Judgement} from '../language/check.ts';
import {allIn, groupIn} from '../language/groups.ts';
import {all, expectThat, nothing, summaryOf, undecided} from '../language/judge.ts';
import {cutOf} from '../language/rows.ts';
import type {Row} from './list.ts';

/** What is known of one of the things. */
export interface Known {
  number: number;
  created: Exchange;
  /** The last request that gave it values. */
  by: Exchange;
  hasEnded: boolean;
}

/** How responses show things of a kind. */
export interface ShownKind {
  /** In the plural: `orders of one user`. */
  kind: string;
  /** The row of a thing on pages, or in a read; undefined if they do not show it. */
  rowIn(pages: Exchange[], created: Exchange): Row | undefined;
  /** A row shows what the requests gave; forms are left to other rules. */
  expectAsGiven?(row: Row, known: Known, where: Exchange): Judgement;
  /** Judges only if so many can exist at once, as the reads before the change show. */
  whenAllAreThere?(looks: Exchange[], created: Exchange[], judgement: () => Judgement): Judgement;
  /**
   * What a list leaves undecided that does not show one; undefined if it shows everything.
   * @param lists all lists of the scene
   */
  ifUnseen?(pages: Exchange[], lists: Exchange[][]): Judgement | undefined;
}

/** A walk that did not reach the end of the list decides nothing about a row that it did not show. */
function whenCut(pages: Exchange[]): Judgement | undefined {
  const cut = cutOf(pages);
  return cut === undefined ? undefined : undecided(`the walk did not reach the end: ${cut}`);
}

/** What the requests of a scene say of each thing. @param numbers of the one that was changed, and of the one that ended */
export function knownIn(seen: object, numbers: {changed: number; ended: number}): Known[] {
  const {change, end} = groupIn<string, Exchange | undefined>(seen, 'moved');
  return allIn(seen, 'made').map((created, index) => ({
    number: index + 1,
    created,
    by: change && index + 1 === numbers.changed ? change : created,
    hasEnded: index + 1 === numbers.ended && end !== undefined && isSuccessStatus(end.status),
  }));
}

/** Judges only if all things were there at once, where that may not be possible. */
export const whenAllAreThere = (
  {whenAllAreThere: whenThere}: ShownKind,
  seen: object,
  known: Known[],
  judgement: () => Judgement,
): Judgement =>
  whenThere
    ? whenThere(
        allIn(seen, 'before'),
        known.map(({created}) => created),
        judgement,
      )
    : judgement();

/** Which of many a thing is, for the name of a failure: others would be one failure each. */
const positionOf = ({number}: Known): string =>
  number < 3 ? 'one of the first' : number < 11 ? 'one of ten' : 'one of more than ten';

/** A read shows a thing as it was given. */
export function expectShown(
  kind: ShownKind,
  look: Exchange,
  known: Known,
  branch: string,
): Judgement {
  const row = kind.rowIn([look], known.created);
  return all(
    expectThat(row !== undefined, {
      branch: `${branch}: ${positionOf(known)}`,
      expected: `number ${known.number} of the ${kind.kind}`,
      got: summaryOf(look),
      at: look,
    }),
    () => (row && kind.expectAsGiven?.(row, known, look)) ?? nothing(),
  );
}

/**
 * A list shows a thing as it was given, or does not show it; where that is open, only what it shows is judged.
 * @param lists the lists of the scene by their rules
 * @param isMeant whether it has to; undefined where that is open
 */
export function expectAmong(
  kind: ShownKind,
  lists: Record<RuleId, Exchange[]>,
  rule: RuleId,
  known: Known,
  isMeant: boolean | undefined,
): Judgement {
  const pages = lists[rule] ?? [];
  const page = pages.find((one) => kind.rowIn([one], known.created));
  const row = page && kind.rowIn([page], known.created);
  const unseen =
    row || !isMeant ? undefined : (kind.ifUnseen ?? whenCut)(pages, Object.values(lists));
  if (unseen) return unseen;
  return all(
    isMeant === undefined
      ? nothing()
      : expectThat((row !== undefined) === isMeant, {
          branch: `${isMeant ? 'not listed' : 'listed'}: ${positionOf(known)}`,
          expected: `number ${known.number} of the ${kind.kind} ${isMeant ? '' : 'not '}to be listed`,
          got: row ? 'a list with it' : `${pages.length} pages without it`,
          at: page ?? pages[0],
        }),
    () => (row && page && kind.expectAsGiven?.(row, known, page)) ?? nothing(),
  );
}
