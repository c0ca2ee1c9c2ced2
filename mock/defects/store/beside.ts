import type {Defect, Seam} from '../../defect.ts';
import type {Change, Row} from '../../world/change.ts';
import type {Input} from '../../operation.ts';
import {afterwards} from '../breaking.ts';
import {withChanges} from '../stored-rows.ts';
import {defects, eachPlace} from '../table.ts';

/** The most rows of a tenant that a defect looks at. */
const MANY = 10_000;

/** An operation that changes one resource of each kind. */
const CHANGING = {
  user: 'updateUser',
  plan: 'updatePlan',
  issue: 'updateIssue',
  order: 'updateOrder',
  session: 'deleteAuthSession',
} as const;

const KINDS = Object.keys(CHANGING) as (keyof typeof CHANGING)[];

/**
 * Changes rows of a table, too, but not those that the operation itself stores or removes.
 * @param which of them; without it all
 */
export const changingAll = <R extends Row>(
  operation: string,
  table: string,
  change: (row: R) => Change,
  which: (row: R, input: Input) => boolean = () => true,
): Seam =>
  afterwards([operation], (done, view, input) => {
    const own = (done.changes ?? []).map((one) => ('put' in one ? one.put.key : one.del));
    const isOther = (row: R): boolean => !own.includes(row.key) && which(row, input);
    return withChanges(done, ...view.oldest<R>(table, {limit: MANY, where: isOther}).map(change));
  });

/** Members that a row gets. */
export const putting =
  (table: string, members: object) =>
  (row: Row): Change => ({table, put: {...row, ...members}});

/** What happens to the other resources of a kind while one of any kind is changed. */
const OTHERS = {
  'store.users.moves-are-the-listed-ones': ['users', putting('users', {admin: false})],
  'store.plans.moves-are-the-listed-ones': ['plans', putting('plans', {concurrency_limit: 77})],
  'store.content.moves-are-the-listed-ones': ['issues', putting('issues', {free: true})],
  'store.orders.moves-are-the-listed-ones': ['orders', putting('orders', {status: 'paused'})],
  'store.auth-sessions.sessions-live-from-sign-in-to-end': [
    'auth_sessions',
    ({key}: Row): Change => ({table: 'auth_sessions', del: key}),
  ],
} as const satisfies Record<string, readonly [table: string, change: (row: Row) => Change]>;

/** A change of one resource changes all those of a kind (Resources). */
export const beside: Defect[] = Object.entries(OTHERS).flatMap(([rule, [table, change]]) =>
  defects(
    eachPlace(
      rule,
      KINDS.map((kind) => `beside changes of every ${kind}`),
      (place) => {
        const kind = KINDS.find((one) => place.endsWith(one)) ?? 'user';
        const words = `a changed ${kind} changes all ${table.replace('_', ' ')}`;
        return [words, changingAll(CHANGING[kind], table, change)];
      },
    ),
  ),
);
