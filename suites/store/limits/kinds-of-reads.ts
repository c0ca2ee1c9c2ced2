import type {Exchange} from '../../../spec/exchange.ts';
import type {Role} from '../../../spec/step.ts';
import type {AnyProperty} from '../../check.ts';
import {all, isRateLimited, isRefusedByLimit, undecided} from '../../judge.ts';
import {pinned} from '../../rate-limits/limit-arithmetic.ts';
import {property} from '../../property.ts';
import {lastOf} from '../../rows.ts';
import type {Handle, Script} from '../../script.ts';
import {classesOf} from '../../values/values.ts';
import {create, read} from '../people.ts';
import {leaveReads} from './daily-reads.ts';

/** Number of reads that are left. */
const LEFT = 3;

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
      const {created} = create(s);
      leaveReads(s, 'admin', 'token', LEFT);
      const reads = s.repeat(LEFT, (each) => KINDS[kind]?.(each, 'admin', created), {
        unpaced: true,
      });
      return {reads, over: pinned(s, (each) => void read(each))};
    },
    judge: ({reads, over}, {kind}) =>
      reads.some((one: Exchange) => isRefusedByLimit(one) || one.status === 0)
        ? undecided('a read that was left was refused')
        : all(isRateLimited(lastOf(over), `not counted: a read that finds ${kind}`)),
  }),
];
