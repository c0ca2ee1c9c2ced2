/** Families of defects that show only where much of a kind is there, or after a request was repeated often. */

import type {Seam} from '../../defect.ts';
import {
  isRefused,
  refuse,
  Rendered,
  type Done,
  type Input,
  type Refused,
  type View,
} from '../../operation.ts';
import type {Change, Row} from '../../world/change.ts';
import {afterwards, around} from '../breaking.ts';
import {withChanges} from '../stored-rows.ts';

/** The most rows of a tenant that a defect looks at. */
const MANY = 10_000;

/** More than so many of a kind, and requests after so many, meet these defects. */
const SOME = 10;

/** Rows of a table that belong together, such as the orders of one user. */
export interface Crowd<R extends Row> {
  table: string;
  /** What they have in common. */
  alike(row: R): unknown;
}

const crowdOf = <R extends Row>(view: View, {table, alike}: Crowd<R>, row: R): R[] =>
  view.oldest<R>(table, {limit: MANY, where: (one) => alike(one) === alike(row)});

/** The keys of the rows that came after so many of their crowd. */
function lateKeys<R extends Row>(view: View, {table, alike}: Crowd<R>, after: number): Set<string> {
  const counts = new Map<unknown, number>();
  const isLate = (row: R): boolean => {
    const number = (counts.get(alike(row)) ?? 0) + 1;
    counts.set(alike(row), number);
    return number > after;
  };
  return new Set(
    view
      .oldest<R>(table, {limit: MANY})
      .filter(isLate)
      .map(({key}) => key),
  );
}

/** The body without prepared parts. */
const plain = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (_name, member: unknown) =>
      member instanceof Rendered ? member.value : member,
    ),
  );

/** Changes the rows of all lists in a body that have one of these keys as `id`. */
function rowsChanged(value: unknown, keys: Set<string>, members: object | undefined): unknown {
  if (Array.isArray(value))
    return value.flatMap((row: unknown) => {
      const isMeant = keys.has(String((row as {id?: unknown} | null)?.id));
      if (!isMeant) return [rowsChanged(row, keys, members)];
      return members ? [{...(row as object), ...members}] : [];
    });
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, rowsChanged(member, keys, members)]),
  );
}

/**
 * A list shows rows that came after ten of their crowd with other members, or not at all.
 * @param members undefined: not at all
 */
export const lateShown = <R extends Row>(
  operation: string,
  crowd: Crowd<R>,
  isMeant: (query: Input['query']) => boolean,
  {members, after = SOME}: {members?: object; after?: number} = {},
): Seam =>
  afterwards([operation], (done, view, {query}) =>
    isMeant(query)
      ? {...done, body: rowsChanged(plain(done.body), lateKeys(view, crowd, after), members)}
      : done,
  );

/** A list shows no row of a crowd of more than ten. */
export const largeLost = <R extends Row>(
  operation: string,
  crowd: Crowd<R>,
  isMeant: (query: Input['query']) => boolean,
): Seam =>
  afterwards([operation], (done, view, {query}) => {
    const rows = view.oldest<R>(crowd.table, {limit: MANY});
    const large = rows.filter((row) => crowdOf(view, crowd, row).length > SOME);
    const keys = new Set(large.map(({key}) => key));
    return isMeant(query) ? {...done, body: rowsChanged(plain(done.body), keys, undefined)} : done;
  });

/** A read does not find rows that came after ten of their crowd. */
export const lateLost = <R extends Row>(
  operation: string,
  crowd: Crowd<R>,
  situation: string,
  isMeant: (input: Input) => boolean = () => true,
): Seam =>
  around([operation], (next) => (view, input) => {
    const done = next(view, input);
    if (isRefused(done) || !isMeant(input)) return done;
    const text = JSON.stringify(plain(done.body));
    const isLate = [...lateKeys(view, crowd, SOME)].some((key) =>
      new RegExp(`"id":"?${key}\\b`).test(text),
    );
    return isLate ? refuse(situation, OTHER) : done;
  });

const OTHER = {expected: 'one of the first', got: 'a later one', todo: 'none'};

/** The crowd of the row that a path names, if it is large. */
function largeCrowd<R extends Row>(view: View, crowd: Crowd<R>, {path}: Input): R[] {
  const row = view.find<R>(crowd.table, Object.values(path)[0] ?? '');
  const all = row ? crowdOf(view, crowd, row) : [];
  return all.length > SOME ? all : [];
}

/** A request on one of a large crowd succeeds, and stores nothing. */
export const ignoredInCrowd = <R extends Row>(operation: string, crowd: Crowd<R>): Seam =>
  around([operation], (next) => (view, input) => {
    const isLarge = largeCrowd(view, crowd, input).length > 0;
    const done = next(view, input);
    return isLarge && !isRefused(done) ? {...done, changes: []} : done;
  });

/** A request on one of a large crowd changes the first one, too. */
export const firstChanged = <R extends Row>(
  operation: string,
  crowd: Crowd<R>,
  change: (first: R) => Change,
): Seam =>
  around([operation], (next) => (view, input) => {
    const [first] = largeCrowd(view, crowd, input);
    const done = next(view, input);
    return first && !isRefused(done) ? withChanges(done, change(first)) : done;
  });

/** Which requests are counted together: those with the same path, or all of a tenant. */
interface Counting {
  per?: 'path' | 'tenant';
  after?: number;
  isMeant?(input: Input): boolean;
}

/** Does something else with requests after so many that were answered, or refused. */
export const afterMany = (
  operation: string,
  other: (done: Done | Refused, view: View, input: Input) => Done | Refused,
  {per = 'path', after = SOME, isMeant = () => true}: Counting = {},
): Seam =>
  around([operation], (next) => {
    const counts = new Map<string, number>();
    return (view, input) => {
      const done = next(view, input);
      if (!isMeant(input)) return done;
      const key = per === 'path' ? `${view.tenant} ${JSON.stringify(input.path)}` : view.tenant;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count > after ? other(done, view, input) : done;
    };
  });

/** The same for successes alone. */
export const successAfterMany = (
  operation: string,
  other: (done: Done, view: View, input: Input) => Done,
  counting: Counting = {},
): Seam =>
  afterMany(
    operation,
    (done, view, input) => (isRefused(done) ? done : other(done, view, input)),
    counting,
  );

/** Requests after so many are answered, and store nothing. */
export const forgottenAfterMany = (operation: string, counting: Counting = {}): Seam =>
  successAfterMany(operation, (done) => ({...done, changes: []}), counting);

/** A body with other members in place of these, wherever they stand. */
export const bodyWith = ({body}: Done, members: Record<string, unknown>): unknown =>
  JSON.parse(JSON.stringify(plain(body)), (name, member: unknown) =>
    name in members ? members[name] : member,
  );

/** More than ten successes of an operation change all rows of a table. */
export const allChangedAfterMany = (
  operation: string,
  table: string,
  change: (row: Row) => Change,
): Seam =>
  successAfterMany(
    operation,
    (done, view) => {
      const own = (done.changes ?? []).map((one) => ('put' in one ? one.put.key : one.del));
      const where = ({key}: Row): boolean => !own.includes(key);
      return withChanges(done, ...view.oldest(table, {limit: MANY, where}).map(change));
    },
    {per: 'tenant'},
  );
