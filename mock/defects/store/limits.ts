import {DAY_MS} from '../../../spec/durations.ts';
import type {Defect, Seam} from '../../defect.ts';
import {refuse} from '../../operation.ts';
import {around, refusingFrom} from '../breaking.ts';
import {counted, header, off, refusedButDone, together, unguarded} from '../families/seams.ts';
import {defects, each, type Phrases} from '../table.ts';

const LIMIT = 'store.limits.requests_per_minute';
const MINUTE = 'store.limits.minute';
const TOKEN = 'store.limits.token_reads';
const STORE = 'store.limits.store_reads';

const REMAINING = 'x-ratelimit-remaining';
const RESET = 'x-ratelimit-reset';

type Count = Parameters<typeof counted>[1];
type By = NonNullable<Count['by']>;

/** Counts requests together that are alike in these things only. */
const by = (counter: string, ...things: By): Seam => counted(counter, {by: things});

/** Counts reads and requests with another method. */
const alsoCounting = (method: 'POST' | 'PUT' | 'DELETE'): Phrases => ({
  [`${method} counts for the token`]: counted(TOKEN, {methods: ['GET', 'HEAD', method]}),
  [`${method} counts for the store`]: counted(STORE, {methods: ['GET', 'HEAD', method]}),
});

/** Shows another number of remaining requests. */
const remaining = (situation: string, edit: {set: string} | {add: number}): Seam =>
  header(situation, REMAINING, edit);

/** Shows the end of the minute where it does not belong. */
const resetIn = (situation: string, every?: number): Seam =>
  header(situation, RESET, {set: '1772443860'}, {...(every !== undefined && {every})});

/** Serves operations whatever the limit of the minute says. */
const neverRefused = (...operations: string[]): Seam => unguarded('rate-limited', operations);

/** Never refuses `HEAD` by a limit. */
const headsFree = (situation: string, operation: string): Seam =>
  unguarded(situation, [operation], {methods: ['HEAD']});

/** Carries out a request that the minute limit refuses. */
const carriedOut = (operation: string): Seam => refusedButDone([operation], 'rate-limited');

/** Refuses the n-th request of an operation as if no read were left. */
const spentAt = (operation: string, nth: number): Seam =>
  around([operation], (next) => {
    let calls = 0;
    return (view, input) => {
      calls += 1;
      return calls === nth
        ? refuse('quota-spent', {expected: 'another request', got: 'this one', todo: 'repeat it'})
        : next(view, input);
    };
  });

const PLACES = [
  'read last by another admin',
  'read last with a new token',
  'read last with a token that is deleted',
  'read last with a token that is regenerated',
];

/** Defects of the limit of a minute. */
const ofTheMinute: Defect[] = defects({
  'store.limits.sixty-a-minute': {
    '59 requests are served': off(LIMIT, -1),
    '61 requests are served': off(LIMIT, 1),
    'PUT and DELETE are never refused': neverRefused(
      'updateUser',
      'deactivateUser',
      'reactivateUser',
    ),
    'a forced logout is never refused': neverRefused('forceLogout'),
    ...each(['10', '30'], (seconds) => [
      `60 requests are served every ${seconds} seconds`,
      counted(MINUTE, {span: Number(seconds) * 1000}),
    ]),
    'after the first minute only five lists are served': refusingFrom(
      'listUsers',
      6,
      'rate-limited',
      60_000,
    ),
    'the last of sixty requests are answered 401': refusingFrom('listUsers', 9, 'unauthenticated'),
  },
  'store.limits.sixty-a-minute @ by HEAD': {
    'HEAD is never refused in the minute': headsFree('rate-limited', 'listUsers'),
  },
  'store.limits.counted-per-token': {
    'the tokens of a store count together': by(MINUTE, 'tenant'),
    'a list says that 40 requests fewer are left than the token has': remaining('page', {add: -40}),
    'all tokens count together': by(MINUTE, 'version'),
    'another token is answered 401 after one was refused': refusingFrom(
      'listUsers',
      11,
      'unauthenticated',
    ),
  },
  'store.limits.reads-and-writes-count-together': {
    'each operation is counted apart': by(MINUTE, 'credential', 'operation'),
    'each method is counted apart': by(MINUTE, 'credential', 'method'),
  },
  'store.limits.reads-and-writes-count-together @ one kind alone': {
    'creations of orders are never refused': neverRefused('createOrder'),
    'creations of issues are never refused': neverRefused('createIssue'),
    'creations of plans are never refused': neverRefused('createPlan'),
    'deletions of plans are never refused': neverRefused('deletePlan'),
  },
  'store.limits.minute-passes': {
    'the window lasts two minutes': counted(MINUTE, {span: 120_000}),
    'the window lasts 65 seconds': counted(MINUTE, {span: 65_000}),
    'requests after the minute are answered 401': refusingFrom('listUsers', 12, 'unauthenticated'),
  },
  'store.limits.refused-has-no-effect': {
    'a refused create is carried out': carriedOut('createUser'),
    'a refused deactivation is carried out': carriedOut('deactivateUser'),
    'a refused update is carried out': carriedOut('updateUser'),
  },
  'store.limits.refused-has-no-effect @ on plans and orders': {
    'a refused creation of a plan is carried out': carriedOut('createPlan'),
    'a refused deletion of a plan is carried out': carriedOut('deletePlan'),
    'a refused order is carried out': carriedOut('createOrder'),
    'a refused cancellation is carried out': carriedOut('cancelOrder'),
  },
});

/** Defects of the daily quotas of reads. */
const ofTheDay: Defect[] = defects({
  'store.limits.two-thousand-reads-a-token': {
    '1,999 reads are served': off(`${TOKEN}_per_day`, -1),
    '2,001 reads are served': off(`${TOKEN}_per_day`, 1),
    'the tokens of a store share the quota': by(TOKEN, 'tenant', 'version'),
  },
  'store.limits.two-thousand-reads-a-token @ of every list': {
    'each list has a quota of its own': by(TOKEN, 'credential', 'version', 'operation'),
  },
  'store.limits.five-thousand-reads-a-store': {
    '4,999 reads are served': off(`${STORE}_per_day`, -1),
    '5,001 reads are served': off(`${STORE}_per_day`, 1),
    'each token has its own store quota': by(STORE, 'credential', 'version'),
  },
  ...Object.fromEntries(
    PLACES.map((place) => [
      `store.limits.five-thousand-reads-a-store @ ${place}`,
      {[`each token has a store quota of its own, ${place}`]: by(STORE, 'credential', 'version')},
    ]),
  ),
  'store.limits.head-counts-as-read': {
    'HEAD does not count for the token': counted(TOKEN, {methods: ['GET']}),
    'HEAD does not count for the store': counted(STORE, {methods: ['GET']}),
  },
  'store.limits.head-counts-as-read @ of every list': {
    'HEAD has a quota of its own': by(TOKEN, 'credential', 'version', 'method'),
  },
  'store.limits.head-counts-as-read @ each as one read': {
    // Three requests of GET come first.
    'the third HEAD is refused though a read is left': spentAt('listUsers', 6),
  },
  'store.limits.head-counts-as-read @ when no read is left': {
    'HEAD of users is served when no read is left': headsFree('quota-spent', 'listUsers'),
    'HEAD of collections is served when no read is left': headsFree(
      'quota-spent',
      'listCollections',
    ),
  },
  'store.limits.writes-are-not-counted': {
    ...alsoCounting('POST'),
    ...alsoCounting('PUT'),
    ...alsoCounting('DELETE'),
  },
  'store.limits.day-rolls': {
    'the token quota resets at midnight': counted(TOKEN, {kind: 'aligned'}),
    'the day of a token begins with its first read': counted(TOKEN, {kind: 'fixed'}),
    'reads leave the token quota a minute early': counted(TOKEN, {span: DAY_MS - 60_000}),
    'reads leave the token quota a minute late': counted(TOKEN, {span: DAY_MS + 60_000}),
    'the store quota resets at midnight': counted(STORE, {kind: 'aligned'}),
    'the day of a store begins with its first read': counted(STORE, {kind: 'fixed'}),
    'reads leave the store quota a minute late': counted(STORE, {span: DAY_MS + 60_000}),
    'reads leave the token quota after twelve hours': counted(TOKEN, {span: DAY_MS / 2}),
  },
  'store.limits.store-quota-is-per-store': {'all stores share the quota': by(STORE, 'version')},
  'store.limits.versions-count-apart': {
    'both versions share the token quota': by(TOKEN, 'credential'),
    'both versions share the store quota': by(STORE, 'tenant'),
  },
});

/** Defects of the headers that say how much of a limit is left. */
const ofHeaders: Defect[] = defects({
  'store.limits.minute-refusal-may-have-retry-after': {
    'Retry-After is neither seconds nor a date': header('rate-limited', 'retry-after', {
      set: 'soon',
    }),
  },
  'store.limits.remaining-falls': {
    'the header is 59 for ever': remaining('authenticated', {set: '59'}),
    'the header is 0 for ever': remaining('authenticated', {set: '0'}),
    'the header is 59 until a request is refused': together(
      remaining('authenticated', {set: '59'}),
      remaining('rate-limited', {set: '0'}),
    ),
  },
  'store.limits.remaining-falls-by-one': {
    'the header stays at 59': remaining('authenticated', {set: '59'}),
    'the header is 40 too high': remaining('authenticated', {add: 40}),
    'a refusal has 17 remaining requests': remaining('rate-limited', {set: '17'}),
    'the header falls by two on every second response': header(
      'authenticated',
      REMAINING,
      {add: 1},
      {every: 2},
    ),
  },
  'store.limits.quota-refusal-has-retry-after': {
    'Retry-After is 0': header('quota-spent', 'retry-after', {set: '0'}),
  },
  'store.limits.quota-refusal-has-retry-after @ by HEAD': {
    'a refusal of HEAD has no Retry-After': {
      ...header('quota-spent', 'retry-after', 'drop'),
      method: 'HEAD',
    } as Seam,
  },
  'store.limits.reset-header-comes-with-the-refusal': {
    'the reset is a number of seconds to wait': header('rate-limited', RESET, {set: '60'}),
  },
  'store.limits.reset-lies-within-the-minute': {
    'the reset is a minute too late': header('rate-limited', RESET, {add: 60}),
    'the reset is in the past': header('rate-limited', RESET, {add: -180}),
    'the reset is in milliseconds': header('rate-limited', RESET, {set: '1772443860000'}),
  },
  'store.limits.reset-is-absent-before': {
    'every list has the header': resetIn('page'),
    'every create has the header': resetIn('created'),
    'every unknown user is answered with the header': resetIn('user-not-found'),
    'every 20th list has the header': resetIn('page', 20),
  },
});

/** Defects of the rules of `store/limits`. */
export const limits: Defect[] = [...ofTheMinute, ...ofTheDay, ...ofHeaders];
