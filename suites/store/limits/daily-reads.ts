import type {Exchange, Ref, Role} from '../../../spec/step.ts';
import {check, type Check, type Judgement} from '../../check.ts';
import {all, hidden, holds, is, letPass, served, spent} from '../../judge.ts';
import {pinned} from '../../limit-arithmetic.ts';
import {firstOf, lastOf} from '../../rows.ts';
import {hours, minutes, seconds, type Handle, type Script} from '../../script.ts';
import {newUser, updateOf} from '../people.ts';
import {LIST, read} from './reads.ts';

const DAY = hours(24);

/** Has the target leave so many reads under a quota, without sending the others. */
export const leaveReads = (s: Script, role: Role, of: 'token' | 'store', reads: number): Handle =>
  s.control('leave-reads', {role, of, reads});

/** Records one read with the credential of the role `admin` that later pinned requests keep. */
const pinnedRead = (s: Script): Handle<Exchange[]> => pinned(s, (each) => void read(each));

/**
 * Records a write of every kind: an active user is updated, logged out, deactivated and
 * reactivated, and another one is created.
 */
function writes(s: Script, id: Ref, body: ReturnType<typeof newUser>): void {
  s.call('updateUser', {path: {id}, body: updateOf(body)});
  s.call('forceLogout', {path: {id}});
  s.call('deactivateUser', {path: {id}});
  s.call('reactivateUser', {path: {id}});
  s.call('createUser', {body: newUser(s)});
}

/** The situations of `writes`, in order. */
const WRITTEN = ['updated', 'logged-out', 'deactivated', 'reactivated', 'created'];

/** Judges each response to `writes` with the situation that it should be. */
const eachWritten = (
  responses: Exchange[],
  judge: (response: Exchange, situation: string) => Judgement,
): Judgement[] => responses.map((response, i) => judge(response, WRITTEN[i] ?? 'no write'));

/** Reads that `day-rolls` sends hours before the others, so that their day ends first. */
const OLD = 10;

const oldReads = (s: Script, as: Role): Handle<Exchange[]> =>
  s.repeat(OLD, (each) => void read(each, as), {unpaced: true});

/** Records reads until one is refused, or one more than the day of `OLD` reads can have freed. */
const freedReads = (s: Script, as: Role): Handle<Exchange[]> =>
  s.repeat(OLD + 1, (each) => void read(each, as), {until: {status: [429]}, unpaced: true});

/** As many reads were freed as had their day. The refused reads may count, too (NS-ST-75). */
const asManyFreed = (reads: Exchange[], whose: '' | ' for the store'): Judgement =>
  all(
    holds(reads.length > OLD - 2, {
      branch: `not-freed-after-24-hours${whose}`,
      expected: `${OLD} reads to be served again after 24 hours${whose}`,
      got: `${reads.length - 1} served`,
      at: undefined,
    }),
    spent(lastOf(reads), `more-freed-than-had-their-day${whose}`),
  );

/** A read under `/api/v3` of the store: its path is a sample of the target. */
const versionThreeRead = (s: Script): Handle<Exchange[]> =>
  pinned(s, (each) => void each.call('listUsers', {elsewhere: each.sample('v3_read')}));

/** 2,000 reads a token and 5,000 a store in a rolling day (Limits). */
export const dailyReads: Check[] = [
  check({
    rule: 'store.limits.two-thousand-reads-a-token',
    exhausts: true,
    act: (s) => {
      leaveReads(s, 'admin', 'token', 1);
      return {last: pinnedRead(s), over: pinnedRead(s), other: read(s, 'second-admin')};
    },
    judge: ({last, over, other}) =>
      all(
        served(firstOf(last), LIST, 'refused-at-2000'),
        spent(firstOf(over), 'served-at-2001'),
        served(other, LIST, 'another-token-refused'),
      ),
  }),
  check({
    rule: 'store.limits.five-thousand-reads-a-store',
    exhausts: true,
    act: (s) => {
      leaveReads(s, 'admin', 'store', 1);
      return {last: pinnedRead(s), over: read(s, 'second-admin')};
    },
    judge: ({last, over}) =>
      all(served(firstOf(last), LIST, 'refused-at-5000'), spent(over, 'served-at-5001')),
  }),
  check({
    rule: 'store.limits.head-counts-as-read',
    exhausts: true,
    act: (s) => {
      leaveReads(s, 'admin', 'token', 2);
      // Another store, so that neither quota hides the other.
      leaveReads(s, 'second-store', 'store', 1);
      return {
        head: pinned(s, (each) => void each.call('listUsers', {method: 'HEAD'})),
        last: pinnedRead(s),
        over: pinnedRead(s),
        storesHead: s.call('listUsers', {as: 'second-store', method: 'HEAD'}),
        storesOver: read(s, 'second-store'),
      };
    },
    judge: ({head, last, over, storesHead, storesOver}) => {
      if ([404, 405, 501].includes(firstOf(head).status))
        return hidden('NS-ST-76', 'refused', 'HEAD is not served here');
      return all(
        letPass(firstOf(head), 'head-refused'),
        served(firstOf(last), LIST, 'refused-too-early'),
        spent(firstOf(over), 'head-not-counted'),
        letPass(storesHead, 'head-refused'),
        spent(storesOver, 'head-not-counted-for-the-store'),
      );
    },
  }),
  check({
    rule: 'store.limits.writes-are-not-counted',
    exhausts: true,
    act: (s) => {
      leaveReads(s, 'admin', 'token', 1);
      leaveReads(s, 'admin', 'store', 1);
      const known = newUser(s);
      const created = pinned(
        s,
        (each) => void each.call('createUser', {body: known, expects: 'created'}),
      );
      const id = created.at('/data/id');
      return {
        before: pinned(s, (each) => writes(each, id, known)),
        last: pinnedRead(s),
        over: pinnedRead(s),
        after: pinned(s, (each) => writes(each, id, known)),
      };
    },
    judge: ({before, last, over, after}) =>
      all(
        ...eachWritten(before, (response, situation) =>
          served(response, situation, 'write-counted'),
        ),
        served(firstOf(last), LIST, 'write-counted'),
        spent(firstOf(over), 'control'),
        ...eachWritten(after, (response, situation) =>
          is(response, situation, 'write-refused-when-reads-are-spent'),
        ),
      ),
  }),
  check({
    rule: 'store.limits.day-rolls',
    exhausts: true,
    act: (s) => {
      // What was read before must not be freed in between.
      s.advance(DAY + minutes(1));
      oldReads(s, 'admin');
      // Another store, so that neither quota hides the other.
      oldReads(s, 'second-store');
      s.advance(hours(10));
      leaveReads(s, 'admin', 'token', 0);
      leaveReads(s, 'second-store', 'store', 0);
      const full = pinnedRead(s);
      s.advance(DAY - hours(10) - seconds(30));
      const early = pinnedRead(s);
      const storesEarly = read(s, 'second-store');
      s.advance(minutes(1));
      return {
        full,
        early,
        storesEarly,
        freed: freedReads(s, 'admin'),
        storesFreed: freedReads(s, 'second-store'),
      };
    },
    judge: ({full, early, storesEarly, freed, storesFreed}) =>
      all(
        spent(firstOf(full), 'control'),
        spent(firstOf(early), 'freed-before-24-hours'),
        spent(storesEarly, 'freed-for-the-store-before-24-hours'),
        asManyFreed(freed, ''),
        asManyFreed(storesFreed, ' for the store'),
      ),
  }),
  check({
    rule: 'store.limits.store-quota-is-per-store',
    exhausts: true,
    act: (s) => {
      leaveReads(s, 'admin', 'store', 0);
      return {here: read(s), there: read(s, 'second-store')};
    },
    judge: ({here, there}) =>
      all(spent(here, 'control'), served(there, LIST, 'another-store-refused')),
  }),
  check({
    rule: 'store.limits.versions-count-apart',
    exhausts: true,
    act: (s) => {
      leaveReads(s, 'admin', 'token', 1);
      leaveReads(s, 'admin', 'store', 1);
      return {
        other: versionThreeRead(s),
        last: pinnedRead(s),
        over: pinnedRead(s),
        otherAfter: versionThreeRead(s),
      };
    },
    judge: ({other, last, over, otherAfter}) => {
      const {status} = firstOf(other);
      if (status >= 400 && status !== 429)
        return hidden('NS-ST-80', 'not served', `nothing was read under /api/v3 here (${status})`);
      return all(
        letPass(firstOf(other), 'v3-refused'),
        served(firstOf(last), LIST, 'v3-read-counted-here'),
        spent(firstOf(over), 'control'),
        letPass(firstOf(otherAfter), 'v1-reads-counted-there'),
      );
    },
  }),
];
