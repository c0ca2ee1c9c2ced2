/** The rows of the list of plans, and judgements about them. */

import {decodeHTMLStrict} from 'entities/decode';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Judgement} from '../../language/check.ts';
import {
  all,
  expectEqual,
  hidden,
  expectThat,
  NothingSeen,
  undecided,
  nothing,
} from '../../language/judge.ts';
import {isSameText} from '../../values/normalized.ts';
import {List, type Pages, type Row} from '../../tables/list.ts';

/** A plan as the list shows it. */
export type PlanRow = Row;

/** The booleans of a plan. */
export const FLAGS = [
  'recommended',
  'private',
  'assigns_collections',
  'download_files',
  'free_trial',
];

/** The list of plans. A creation does not show the id: a plan is known by the name in its request. */
const plans = new List({
  kind: 'plan',
  idIn: ({requestBody}) => requestBody?.name as unknown,
  find: (rows, {requestBody}) => named(rows, requestBody?.name)[0],
  ifCut: (reason) => hidden('NS-ST-86', 'not walked through', reason),
});

export const {rows: rowsOf, rowOf, expectListed: expectShown, expectRowMember} = plans;

/**
 * The rows with a name. A search may find others besides, and a name may be trimmed.
 * @throws NothingSeen for rows without names
 */
export const rowsNamed = (pages: Pages, name: unknown): PlanRow[] => named(rowsOf(pages), name);

function named(rows: PlanRow[], name: unknown): PlanRow[] {
  if (rows.length && !rows.some((row) => typeof row.name === 'string'))
    throw new NothingSeen('the list shows plans without names');
  return rows.filter(
    (row) => typeof row.name === 'string' && typeof name === 'string' && isSameText(name, row.name),
  );
}

/** The name that a request gave. */
export const nameIn = plans.idIn;

/** Whether a plan was not deleted: `deleted_at` is null, empty, or missing. */
export const isLive = (row: PlanRow): boolean => (row.deleted_at ?? '') === '';

/** The list shows the plan of a creation, and it is not deleted. */
export const expectLive = (list: Exchange, created: Exchange): Judgement =>
  expectShown(list, created, 'the plan is gone', (row) =>
    expectThat(isLive(row), {
      branch: 'the plan was deleted',
      expected: '`deleted_at` null',
      got: JSON.stringify(row.deleted_at),
      at: list,
    }),
  );

/** No live plan of the name is in the pages. */
export const expectNotShown = (pages: Pages, name: unknown, branch: string): Judgement =>
  expectThat(rowsNamed(pages, name).filter(isLive).length === 0, {
    branch,
    expected: 'no such plan in the list',
    got: `${rowsNamed(pages, name).length} plans with the name`,
    at: [pages].flat()[0],
  });

/** The visible text of HTML: a deployment may sanitize the rest. */
const visible = (html: string): string =>
  decodeHTMLStrict(html.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll('’', "'")
    .replaceAll(/\s+/g, ' ')
    .normalize('NFC')
    .trim();

/** The description is the one that was given; its markup may change. */
function expectDetails(row: PlanRow, given: unknown, where: Exchange): Judgement {
  if (typeof row.details !== 'string' || typeof given !== 'string') return nothing();
  return expectThat(visible(row.details) === visible(given), {
    branch: 'another details',
    expected: `the text of \`details\` to be "${visible(given)}"`,
    got: `"${visible(row.details)}"`,
    at: where,
  });
}

/** The collections are those that were given, in any order. */
function expectCollections(row: PlanRow, given: unknown, where: Exchange): Judgement {
  if (!Array.isArray(row.collections) || !Array.isArray(given)) return nothing();
  const sorted = (names: unknown[]): string[] => names.map(String).sort();
  return expectEqual(
    sorted(row.collections),
    sorted(given),
    'another collections',
    where,
    '`collections` of the listed plan',
  );
}

/** Members that are numbers, though they may have been sent as strings. */
export const NUMBERS = ['duration', 'concurrency_limit', 'free_trial_days'];

/**
 * A member of the row has the expected value. Missing members and members of another type are left
 * to other rules.
 */
const expectShownAs = (row: PlanRow, name: string, expected: unknown, where: Exchange): Judgement =>
  typeof row[name] === typeof expected
    ? expectRowMember(row, name, expected, `another ${name}`, where)
    : nothing();

/**
 * The list shows the members of a request; others are not compared. A recurring plan has no
 * duration, and a plan without a free trial need not show its days.
 */
export function expectRowAsGiven(
  list: Exchange,
  request: Exchange,
  given: Record<string, unknown>,
  row = rowOf(list, request),
): Judgement {
  if (!row) return undecided('the list does not show the plan');
  const where = list;
  const isGiven = (name: string): boolean => (given[name] ?? null) !== null;
  const isMeant = (name: string): boolean =>
    (name !== 'free_trial_days' || given.free_trial === true) &&
    (name !== 'duration' || given.type === 'prepaid');
  return all(
    ...['type', ...FLAGS]
      .filter(isGiven)
      .map((name) => expectShownAs(row, name, given[name], where)),
    ...NUMBERS.filter(isGiven)
      .filter(isMeant)
      .map((name) => expectShownAs(row, name, Number(given[name]), where)),
    expectDetails(row, given.details, where),
    expectCollections(row, given.collections, where),
  );
}

/** Members that only a write changes. */
const WRITTEN = ['type', 'duration', ...FLAGS, 'concurrency_limit', 'details'];

/**
 * A plan has the same row in a list as in an earlier one: no member that requests write has
 * changed.
 */
export const expectRowAsBefore = (
  before: Exchange,
  after: Exchange,
  request: Exchange,
): Judgement => expectSameRow(rowOf(before, request), rowOf(after, request), after);

/** A row of a plan has the written members of an earlier one. @param list that shows it now */
function expectSameRow(
  row: PlanRow | undefined,
  now: PlanRow | undefined,
  list: Exchange,
): Judgement {
  if (!row || !now) return undecided('the list does not show the plan');
  return all(
    ...WRITTEN.filter((name) => row[name] !== undefined && now[name] !== undefined).map((name) =>
      expectEqual(
        [now[name]],
        [row[name]],
        `${name} changed`,
        list,
        `\`${name}\` of the listed plan`,
      ),
    ),
  );
}
