import {DAY_MS} from '../../../spec/durations.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Ref} from '../../../spec/value.ts';
import type {Role} from '../../../spec/step.ts';
import {ageAt, CLOCK_TOLERANCE_MS} from '../../ages.ts';
import {check, type Check, type Judgement} from '../../check.ts';
import {
  all,
  hidden,
  expectThat,
  isRefusedByLimit,
  expectNotRateLimited,
  expectNone,
  expectServed,
  expectRateLimited,
  when,
} from '../../judge.ts';
import {sendPinned} from '../../rate-limits/limit-arithmetic.ts';
import {firstOf, lastOf} from '../../rows.ts';
import {hours, minutes, seconds, type Handle, type Script} from '../../script.ts';
import {newUser, read, updateOf} from '../people.ts';
import {whenHolds} from '../../blocked-by.ts';
import {LIST} from './reads.ts';

/** Uses a hook to leave this many reads under a quota, without sending the others. */
export const leaveReads = (s: Script, role: Role, of: 'token' | 'store', reads: number): Handle =>
  s.control('leave-reads', {role, of, reads});

/**
 * The rules about the two quotas: if one of them is broken, the other rules here cannot be judged.
 */
const RULES = {
  token: 'store.limits.two-thousand-reads-a-token',
  store: 'store.limits.five-thousand-reads-a-store',
};

/**
 * The number of reads left when testing whether something counts as a read: enough to tell it from
 * a quota that is off by one.
 */
const READS_LEFT = 3;

/** Number of kinds of writes that `writeEveryKind` records. */
const WRITES = 5;

/**
 * Records reads with the credential that later pinned requests of the role also use, until one is
 * refused: two more than are left, if the quota does not work.
 */
const readUntilRefused = (s: Script, as: Role = 'admin'): Handle<Exchange[]> =>
  s.repeat(READS_LEFT + 2, (each) => void read(each, as), {until: {status: [429]}, unpaced: true});

/**
 * Judges whether something counted as a read: if it did, none of the remaining reads is served,
 * otherwise all of them.
 * @param reads sent after it was done as many times as reads were left
 */
function judgeCounting(
  reads: Exchange[],
  of: 'token' | 'store',
  judge: (hasCounted: boolean) => Judgement,
): Judgement {
  const served = reads.filter((exchange) => !isRefusedByLimit(exchange)).length;
  const isQuotaRight = isRefusedByLimit(lastOf(reads)) && (served === 0 || served === READS_LEFT);
  const reason = `${served} of ${READS_LEFT} reads that were left were served`;
  return whenHolds(isQuotaRight, RULES[of], reason, () => judge(served === 0));
}

/**
 * Like `judgeCounting`, for actions of the run between two equal periods. During the first period the run
 * did nothing that counts: its reads show whether others used some up.
 * @param quiet reads sent after the first period
 */
const judgeCountingWithoutOthers = (
  quiet: Exchange[],
  reads: Exchange[],
  judge: (hasCounted: boolean) => Judgement,
): Judgement =>
  when(
    quiet.filter((exchange) => !isRefusedByLimit(exchange)).length >= READS_LEFT,
    'reads were used up while the run sent none: somebody else is at work on the store',
    () => judgeCounting(reads, 'token', judge),
  );

/** Judges only with the refusal of a read: without one, the quota does not work. */
const whenSpent = (
  refusal: Exchange,
  of: 'token' | 'store',
  judgement: () => Judgement,
): Judgement =>
  whenHolds(
    isRefusedByLimit(refusal),
    RULES[of],
    `the reads were spent, and one more was answered ${refusal.status}`,
    judgement,
  );

/** Records one read with the credential that later pinned requests of `admin` also use. */
const readPinned = (s: Script): Handle<Exchange[]> => sendPinned(s, (each) => void read(each));

/**
 * Records writes of every kind, each as many times as reads are left: an active user is updated,
 * logged out, deactivated and reactivated, and others are created.
 */
const writeEveryKind = (s: Script, id: Ref, body: ReturnType<typeof newUser>): Handle<Exchange[]> =>
  s.repeat(
    READS_LEFT,
    (each) => {
      each.call('updateUser', {path: {id}, body: updateOf(body)});
      each.call('forceLogout', {path: {id}});
      each.call('deactivateUser', {path: {id}});
      each.call('reactivateUser', {path: {id}});
      each.call('createUser', {body: newUser(each)});
    },
    {unpaced: true},
  );

/** No write was refused by a limit; other rules judge its effect. */
const expectNoneLimited = (responses: Exchange[], branch: string): Judgement =>
  expectNone(
    responses.filter(isRefusedByLimit).map(({op}) => op),
    'write that is refused with 429',
    branch,
    undefined,
  );

/** Reads that `day-rolls` sends hours before the others, so that their day ends first. */
const OLD_READS = 10;

const sendOldReads = (s: Script, as: Role): Handle<Exchange[]> =>
  s.repeat(OLD_READS, (each) => void read(each, as), {unpaced: true});

/**
 * Records reads until one is refused, at most one more than the expiry of `OLD_READS` reads can have
 * freed.
 */
const readFreed = (s: Script, as: Role): Handle<Exchange[]> =>
  s.repeat(OLD_READS + 1, (each) => void read(each, as), {until: {status: [429]}, unpaced: true});

/** A read is refused until the first of the old reads is a day old. */
const expectLimitedBefore = (early: Exchange, [oldest]: Exchange[], branch: string): Judgement =>
  when(
    oldest !== undefined && ageAt(early, oldest).most <= DAY_MS - CLOCK_TOLERANCE_MS,
    'the reads took so long that the day of the first was over',
    () => expectRateLimited(early, branch),
  );

/** As many reads were freed as are a day old. Refused reads may be counted, too (NS-ST-75). */
const expectAsManyFreed = (reads: Exchange[], whose: '' | ' for the store'): Judgement =>
  all(
    expectThat(reads.length > OLD_READS - 2, {
      branch: `not-freed-after-24-hours${whose}`,
      expected: `${OLD_READS} reads to be served again after 24 hours${whose}`,
      got: `${reads.length - 1} served`,
      at: undefined,
    }),
    expectRateLimited(lastOf(reads), `more-freed-than-had-their-day${whose}`),
  );

/** Records reads under `/api/v3` of the store: their path is a sample of the target. */
const readVersionThree = (s: Script): Handle<Exchange[]> =>
  s.repeat(READS_LEFT, (each) => void each.call('listUsers', {elsewhere: each.sample('v3_read')}), {
    unpaced: true,
  });

/** Records requests of `HEAD`, as many as reads are left. */
const sendHeads = (s: Script, as: Role): Handle<Exchange[]> =>
  s.repeat(READS_LEFT, (each) => void each.call('listUsers', {as, method: 'HEAD'}), {
    unpaced: true,
  });

/** Requests of `HEAD` counted as reads of the token or of the store. */
const expectHeadsCounted = (
  sent: Exchange[],
  reads: Exchange[],
  of: 'token' | 'store',
  branch: string,
): Judgement =>
  whenHolds(
    !sent.some(isRefusedByLimit),
    RULES[of],
    `HEAD was refused with ${READS_LEFT} reads left`,
    () =>
      judgeCounting(reads, of, (hasCounted) =>
        expectThat(hasCounted, {
          branch,
          expected: `${READS_LEFT} requests of HEAD to use up ${READS_LEFT} reads`,
          got: hasCounted ? 'no read left' : `${READS_LEFT} reads left`,
          at: undefined,
        }),
      ),
  );

/** 2,000 reads a token and 5,000 a store in a rolling day (Limits). */
export const dailyReads: Check[] = [
  check({
    rule: 'store.limits.two-thousand-reads-a-token',
    exhausts: true,
    act: (s) => {
      leaveReads(s, 'admin', 'token', 1);
      return {last: readPinned(s), over: readPinned(s), other: read(s, 'second-admin')};
    },
    judge: ({last, over, other}) =>
      all(
        expectServed(firstOf(last), LIST, 'refused-at-2000'),
        expectRateLimited(firstOf(over), 'served-at-2001'),
        expectServed(other, LIST, 'another-token-refused'),
      ),
  }),
  check({
    rule: 'store.limits.two-thousand-reads-a-token',
    place: 'at the same moment',
    exhausts: true,
    act: (s) => {
      leaveReads(s, 'admin', 'token', 1);
      return {race: s.parallel(...Array.from({length: 3}, () => (b: Script) => void read(b)))};
    },
    judge: ({race}) =>
      expectThat(race.filter((one) => !isRefusedByLimit(one)).length < 2, {
        branch: 'more-served-at-once',
        expected: 'one of three parallel reads to be served, because one was left',
        got: `${race.filter((one) => !isRefusedByLimit(one)).length} served`,
        at: undefined,
        shownBy: race[0],
      }),
  }),
  check({
    rule: 'store.limits.five-thousand-reads-a-store',
    exhausts: true,
    act: (s) => {
      leaveReads(s, 'admin', 'store', 1);
      return {last: readPinned(s), over: read(s, 'second-admin')};
    },
    judge: ({last, over}) =>
      all(
        expectServed(firstOf(last), LIST, 'refused-at-5000'),
        expectRateLimited(over, 'served-at-5001'),
      ),
  }),
  check({
    rule: 'store.limits.head-counts-as-read',
    exhausts: true,
    act: (s) => {
      leaveReads(s, 'admin', 'token', READS_LEFT);
      // This uses another store, so that neither quota hides the other.
      leaveReads(s, 'second-store', 'store', READS_LEFT);
      return {
        sent: sendHeads(s, 'admin'),
        reads: readUntilRefused(s),
        sentInStore: sendHeads(s, 'second-store'),
        readsInStore: readUntilRefused(s, 'second-store'),
      };
    },
    judge: ({sent, reads, sentInStore, readsInStore}) => {
      if ([404, 405, 501].includes(firstOf(sent).status))
        return hidden('NS-ST-76', 'refused', 'HEAD is not served here');
      const judgements = [
        expectHeadsCounted(sent, reads, 'token', 'head-not-counted'),
        expectHeadsCounted(sentInStore, readsInStore, 'store', 'head-not-counted-for-the-store'),
      ];
      return all(...judgements);
    },
  }),
  check({
    rule: 'store.limits.writes-are-not-counted',
    exhausts: true,
    act: (s) => {
      // As many requests as the writes, but without a token, so that no quota counts them.
      leaveReads(s, 'admin', 'token', READS_LEFT);
      leaveReads(s, 'admin', 'store', READS_LEFT);
      s.repeat(READS_LEFT * WRITES + 1, (each) => void read(each, 'nobody'), {unpaced: true});
      const quiet = readUntilRefused(s);
      leaveReads(s, 'admin', 'token', READS_LEFT);
      leaveReads(s, 'admin', 'store', READS_LEFT);
      const known = newUser(s);
      const created = sendPinned(
        s,
        (each) => void each.call('createUser', {body: known, expects: 'created'}),
      );
      const id = created.at('/data/id');
      return {
        quiet,
        before: writeEveryKind(s, id, known),
        reads: readUntilRefused(s),
        after: writeEveryKind(s, id, known),
      };
    },
    judge: ({quiet, before, reads, after}) =>
      judgeCountingWithoutOthers(quiet, reads, (hasCounted) =>
        all(
          expectNoneLimited(before, 'write-refused'),
          expectThat(!hasCounted, {
            branch: 'write-counted',
            expected: `${READS_LEFT} reads to be left after the writes`,
            got: hasCounted ? 'none left' : `${READS_LEFT} left`,
            at: undefined,
          }),
          expectNoneLimited(after, 'write-refused-when-reads-are-spent'),
        ),
      ),
  }),
  check({
    rule: 'store.limits.day-rolls',
    exhausts: true,
    act: (s) => {
      // Earlier reads must not expire in between.
      s.advance(DAY_MS + minutes(1));
      const old = sendOldReads(s, 'admin');
      // This uses another store, so that neither quota hides the other.
      const storesOld = sendOldReads(s, 'second-store');
      s.advance(hours(10));
      leaveReads(s, 'admin', 'token', 0);
      leaveReads(s, 'second-store', 'store', 0);
      const full = readPinned(s);
      const storesFull = read(s, 'second-store');
      s.advance(DAY_MS - hours(10) - seconds(50));
      const early = readPinned(s);
      const storesEarly = read(s, 'second-store');
      s.advance(seconds(80));
      return {
        old,
        storesOld,
        full,
        storesFull,
        early,
        storesEarly,
        freed: readFreed(s, 'admin'),
        storesFreed: readFreed(s, 'second-store'),
      };
    },
    judge: ({old, storesOld, full, storesFull, early, storesEarly, freed, storesFreed}) =>
      whenSpent(firstOf(full), 'token', () =>
        whenSpent(storesFull, 'store', () =>
          all(
            expectLimitedBefore(firstOf(early), old, 'freed-before-24-hours'),
            expectLimitedBefore(storesEarly, storesOld, 'freed-for-the-store-before-24-hours'),
            expectAsManyFreed(freed, ''),
            expectAsManyFreed(storesFreed, ' for the store'),
          ),
        ),
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
      whenSpent(here, 'store', () => expectServed(there, LIST, 'another-store-refused')),
  }),
  check({
    rule: 'store.limits.versions-count-apart',
    exhausts: true,
    act: (s) => {
      leaveReads(s, 'admin', 'token', READS_LEFT);
      leaveReads(s, 'admin', 'store', READS_LEFT);
      return {
        other: readVersionThree(s),
        reads: readUntilRefused(s),
        otherAfter: readVersionThree(s),
      };
    },
    judge: ({other, reads, otherAfter}) =>
      judgeCounting(reads, 'token', (hasCounted) => expectApart(other, hasCounted, otherAfter)),
  }),
];

/**
 * Reads under `/api/v3` do not use up those of this version, whatever their outcome; and they are
 * served when those of this version are used up.
 * @param hasCounted whether they used up the reads of this version
 */
function expectApart(other: Exchange[], hasCounted: boolean, otherAfter: Exchange[]): Judgement {
  const apart = all(
    expectThat(!hasCounted, {
      branch: 'v3-read-counted-here',
      expected: `${READS_LEFT} reads to be left after those under /api/v3`,
      got: hasCounted ? 'none left' : `${READS_LEFT} left`,
      at: undefined,
    }),
    expectNotRateLimited(firstOf(other), 'v3-refused'),
    expectNotRateLimited(firstOf(otherAfter), 'v1-reads-counted-there'),
  );
  const {status} = firstOf(other);
  const isV3Served = status < 400;
  // A path that does not exist may be counted or not: only violations are reported.
  return isV3Served || apart.violations.length
    ? apart
    : hidden('NS-ST-80', 'not served', `nothing was read under /api/v3 here (${status})`);
}
