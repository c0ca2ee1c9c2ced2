import type {Exchange} from '../../../spec/exchange.ts';
import type {Role} from '../../../spec/step.ts';
import type {Val} from '../../../spec/value.ts';
import {
  checksOf,
  sharedScene,
  type AnyProperty,
  type Check,
  type Judgement,
} from '../../language/check.ts';
import {notApplicable, undecided} from '../../language/judge.ts';
import {expectRateLimited, isRefusedByLimit} from '../../rate-limits/expect-limits.ts';
import {sendPinned} from '../../rate-limits/limit-arithmetic.ts';
import {property} from '../../language/property.ts';
import {lastOf} from '../../language/rows.ts';
import type {Handle, Script} from '../../language/script.ts';
import {classesOf} from '../../values/values.ts';
import {createUser, read} from '../people.ts';
import {leaveReads} from './daily-quota.ts';

/** Number of reads that are left. */
const READS_LEFT = 3;

/** Kinds of reads, by their results. */
const KINDS: Record<string, (s: Script, as: Role, one: Handle) => void> = {
  everybody: (s, as) => void read(s, as),
  'one user': (s, as, one) => void s.call('listUsers', {as, query: {query: one.at('/data/email')}}),
  nobody: (s, as) => void s.call('listUsers', {as, query: {query: s.fresh('email')}}),
  'a page that there is not': (s, as) => void s.call('listUsers', {as, query: {page: '99999'}}),
  'by a filter': (s, as) => void s.call('listUsers', {as, query: {query: 'admins'}}),
  'a query that nobody knows': (s, as) => void s.call('listUsers', {as, query: {sort: 'email'}}),
};

type Kind = keyof typeof KINDS;

const kinds = classesOf<Kind>(...(Object.keys(KINDS) as [Kind, ...Kind[]]));

/** Every GET counts as a read, whatever it finds (Limits: "GET and HEAD requests"). */
export const kindsOfReads: AnyProperty[] = [
  property({
    rule: 'store.limits.two-thousand-reads-a-token',
    place: 'whatever a read finds',
    exhausts: true,
    forAll: {kind: kinds},
    act: (s, {kind}) => {
      const {created} = createUser(s);
      leaveReads(s, 'admin', 'token', READS_LEFT);
      const reads = s.repeat(READS_LEFT, (each) => KINDS[kind]?.(each, 'admin', created), {
        unpaced: true,
      });
      return {reads, over: sendPinned(s, (each) => void read(each))};
    },
    judge: ({reads, over}, {kind}) =>
      reads.some((one: Exchange) => isRefusedByLimit(one) || one.status === 0)
        ? undecided('a read that was left was refused')
        : expectRateLimited(lastOf(over), `not counted: a read that finds ${kind}`),
  }),
];

/** The lists of the store, each by what it needs in its query. */
const LISTS: Record<string, (s: Script) => Record<string, Val>> = {
  listUsers: () => ({}),
  listAuthSessions: () => ({}),
  listReadingSessions: () => ({}),
  listOrders: (s) => ({user_email: s.fresh('email')}),
  listIssues: () => ({}),
  listPlans: () => ({}),
  listCollections: () => ({}),
};

/** Reads of every list use up as many reads as were left. */
const everyList = (method: 'GET' | 'HEAD') =>
  sharedScene({
    id: `store: ${method} of every list, when as many reads are left`,
    exhausts: true,
    onlyOnTestTargets: true,
    act: (s) => {
      const lists = Object.entries(LISTS).map(([op, query]) => [op, query(s)] as const);
      leaveReads(s, 'admin', 'token', lists.length);
      const reads = sendPinned(s, (each) => {
        for (const [op, query] of lists) each.call(op, {query, ...(method === 'HEAD' && {method})});
      });
      return {reads, over: sendPinned(s, (each) => void read(each))};
    },
  });

/** Whether a deployment serves a list: without the feature it may not count the request either. */
const isListServed = ({status, op}: Exchange): boolean =>
  status < 300 || (status === 404 && op === 'listOrders');

/** Where `HEAD` is not served at all is for another place (NS-ST-76). */
const expectCounted = ({reads, over}: {reads: Exchange[]; over: Exchange[]}): Judgement => {
  if (reads.some((one) => isRefusedByLimit(one) || one.status === 0))
    return undecided('a read that was left was refused');
  return reads.every(isListServed)
    ? expectRateLimited(lastOf(over), 'a list is not counted')
    : notApplicable('not every list is served here');
};

/** Every list counts as a read, by GET and by HEAD (Limits). */
export const readsOfEveryList: Check[] = [
  ...checksOf(everyList('GET'), {
    'store.limits.two-thousand-reads-a-token @ of every list': expectCounted,
  }),
  ...checksOf(everyList('HEAD'), {
    'store.limits.head-counts-as-read @ of every list': expectCounted,
  }),
];
