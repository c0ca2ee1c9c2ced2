import {DAY_MS} from '../../../spec/durations.ts';
import type {Defect, Seam} from '../../defect.ts';
import {atPlace, breaking, refusingFrom, withWindow} from '../breaking.ts';
import {carriedOut, countedRequests} from './counted-requests.ts';

const LIMIT = 'store.limits.requests_per_minute';
const MINUTE = 'store.limits.minute';
const TOKEN = 'store.limits.token_reads';
const STORE = 'store.limits.store_reads';

type Count = Extract<Seam, {seam: 'count'}>['count'];

/** Serves operations whatever the limit of the minute says. */
const neverRefused = (...operations: string[]): Seam => ({
  seam: 'skip',
  situation: 'rate-limited',
  in: operations,
});

/** Counts requests together that are alike in these things only. */
const countingBy = (counter: string, ...by: NonNullable<Count['by']>): Seam => ({
  seam: 'count',
  count: {counter, by},
});

/** Counts requests with these methods only. */
const countingOnly = (counter: string, ...methods: NonNullable<Count['methods']>): Seam => ({
  seam: 'count',
  count: {counter, methods},
});

/** Gives a counter another kind of window. */
const withKind = (counter: string, kind: NonNullable<Count['kind']>): Seam => ({
  seam: 'count',
  count: {counter, kind},
});

/** Edits a header of the responses in a situation. */
const editingHeader = (
  situation: string,
  header: string,
  edit: Extract<Seam, {seam: 'header'}>['edit'],
): Seam => ({seam: 'header', situation, header, edit});

/** Defects of the limit of a minute. */
const ofTheMinute: Defect[] = [
  ...breaking('store.limits.sixty-a-minute', {
    '59 requests are served': {seam: 'number', number: LIMIT, add: -1},
    '61 requests are served': {seam: 'number', number: LIMIT, add: 1},
    'PUT and DELETE are never refused': neverRefused(
      'updateUser',
      'deactivateUser',
      'reactivateUser',
    ),
    'a forced logout is never refused': neverRefused('forceLogout'),
    '60 requests are served every 10 seconds': withWindow(MINUTE, 10_000),
    '60 requests are served every 30 seconds': withWindow(MINUTE, 30_000),
    'after the first minute only five lists are served': refusingFrom(
      'listUsers',
      6,
      'rate-limited',
      60_000,
    ),
    'the last of sixty requests are answered 401': refusingFrom('listUsers', 9, 'unauthenticated'),
  }),
  ...breaking('store.limits.counted-per-token', {
    'the tokens of a store count together': countingBy(MINUTE, 'tenant'),
    'a list says that 40 requests fewer are left than the token has': editingHeader(
      'page',
      'x-ratelimit-remaining',
      {add: -40},
    ),
    'all tokens count together': countingBy(MINUTE, 'version'),
    'another token is answered 401 after one was refused': refusingFrom(
      'listUsers',
      11,
      'unauthenticated',
    ),
  }),
  ...breaking('store.limits.reads-and-writes-count-together', {
    'each operation is counted apart': countingBy(MINUTE, 'credential', 'operation'),
    'each method is counted apart': countingBy(MINUTE, 'credential', 'method'),
  }),
  ...atPlace(
    'one kind alone',
    breaking('store.limits.reads-and-writes-count-together', {
      'creations of orders are never refused': neverRefused('createOrder'),
      'creations of issues are never refused': neverRefused('createIssue'),
      'creations of plans are never refused': neverRefused('createPlan'),
      'deletions of plans are never refused': neverRefused('deletePlan'),
    }),
  ),
  ...breaking('store.limits.minute-passes', {
    'the window lasts two minutes': withWindow(MINUTE, 120_000),
    'the window lasts 65 seconds': withWindow(MINUTE, 65_000),
    'requests after the minute are answered 401': refusingFrom('listUsers', 12, 'unauthenticated'),
  }),
  ...breaking('store.limits.refused-has-no-effect', {
    'a refused create is carried out': carriedOut('createUser'),
    'a refused deactivation is carried out': carriedOut('deactivateUser'),
    'a refused update is carried out': carriedOut('updateUser'),
  }),
];

/** Defects of the daily quotas of reads. */
const ofTheDay: Defect[] = [
  ...breaking('store.limits.two-thousand-reads-a-token', {
    '1,999 reads are served': {seam: 'number', number: 'store.limits.token_reads_per_day', add: -1},
    '2,001 reads are served': {seam: 'number', number: 'store.limits.token_reads_per_day', add: 1},
    'the tokens of a store share the quota': countingBy(TOKEN, 'tenant', 'version'),
  }),
  ...atPlace(
    'of every list',
    breaking('store.limits.two-thousand-reads-a-token', {
      'each list has a quota of its own': countingBy(TOKEN, 'credential', 'version', 'operation'),
    }),
  ),
  ...atPlace(
    'of every list',
    breaking('store.limits.head-counts-as-read', {
      'HEAD has a quota of its own': countingBy(TOKEN, 'credential', 'version', 'method'),
    }),
  ),
  ...breaking('store.limits.five-thousand-reads-a-store', {
    '4,999 reads are served': {seam: 'number', number: 'store.limits.store_reads_per_day', add: -1},
    '5,001 reads are served': {seam: 'number', number: 'store.limits.store_reads_per_day', add: 1},
    'each token has its own store quota': countingBy(STORE, 'credential', 'version'),
  }),
  ...breaking('store.limits.head-counts-as-read', {
    'HEAD does not count for the token': countingOnly(TOKEN, 'GET'),
    'HEAD does not count for the store': countingOnly(STORE, 'GET'),
  }),
  ...breaking('store.limits.writes-are-not-counted', {
    'POST counts for the token': countingOnly(TOKEN, 'GET', 'HEAD', 'POST'),
    'POST counts for the store': countingOnly(STORE, 'GET', 'HEAD', 'POST'),
    'PUT counts for the token': countingOnly(TOKEN, 'GET', 'HEAD', 'PUT'),
    'PUT counts for the store': countingOnly(STORE, 'GET', 'HEAD', 'PUT'),
    'DELETE counts for the store': countingOnly(STORE, 'GET', 'HEAD', 'DELETE'),
    'DELETE counts for the token': countingOnly(TOKEN, 'GET', 'HEAD', 'DELETE'),
  }),
  ...breaking('store.limits.day-rolls', {
    'the token quota resets at midnight': withKind(TOKEN, 'aligned'),
    'the day of a token begins with its first read': withKind(TOKEN, 'fixed'),
    'reads leave the token quota a minute early': withWindow(TOKEN, DAY_MS - 60_000),
    'reads leave the token quota a minute late': withWindow(TOKEN, DAY_MS + 60_000),
    'the store quota resets at midnight': withKind(STORE, 'aligned'),
    'the day of a store begins with its first read': withKind(STORE, 'fixed'),
    'reads leave the store quota a minute late': withWindow(STORE, DAY_MS + 60_000),
    'reads leave the token quota after twelve hours': withWindow(TOKEN, DAY_MS / 2),
  }),
  ...breaking('store.limits.store-quota-is-per-store', {
    'all stores share the quota': countingBy(STORE, 'version'),
  }),
  ...breaking('store.limits.versions-count-apart', {
    'both versions share the token quota': countingBy(TOKEN, 'credential'),
    'both versions share the store quota': countingBy(STORE, 'tenant'),
  }),
];

/** Defects of the headers that say how much of a limit is left. */
const ofHeaders: Defect[] = [
  ...breaking('store.limits.minute-refusal-may-have-retry-after', {
    'Retry-After is neither seconds nor a date': editingHeader('rate-limited', 'retry-after', {
      set: 'soon',
    }),
  }),
  ...breaking('store.limits.remaining-falls', {
    'the header is 59 for ever': editingHeader('authenticated', 'x-ratelimit-remaining', {
      set: '59',
    }),
    'the header is 0 for ever': editingHeader('authenticated', 'x-ratelimit-remaining', {set: '0'}),
    'the header is 59 until a request is refused': {
      seam: 'several',
      seams: [
        editingHeader('authenticated', 'x-ratelimit-remaining', {set: '59'}),
        editingHeader('rate-limited', 'x-ratelimit-remaining', {set: '0'}),
      ],
    },
  }),
  ...breaking('store.limits.remaining-falls-by-one', {
    'the header stays at 59': editingHeader('authenticated', 'x-ratelimit-remaining', {set: '59'}),
    'the header is 40 too high': editingHeader('authenticated', 'x-ratelimit-remaining', {add: 40}),
    'a refusal has 17 remaining requests': editingHeader('rate-limited', 'x-ratelimit-remaining', {
      set: '17',
    }),
    'the header falls by two on every second response': {
      seam: 'header',
      situation: 'authenticated',
      every: 2,
      header: 'x-ratelimit-remaining',
      edit: {add: 1},
    },
  }),
  ...breaking('store.limits.quota-refusal-has-retry-after', {
    'Retry-After is 0': editingHeader('quota-spent', 'retry-after', {set: '0'}),
  }),
  ...breaking('store.limits.reset-header-comes-with-the-refusal', {
    'the reset is a number of seconds to wait': editingHeader('rate-limited', 'x-ratelimit-reset', {
      set: '60',
    }),
  }),
  ...breaking('store.limits.reset-lies-within-the-minute', {
    'the reset is a minute too late': editingHeader('rate-limited', 'x-ratelimit-reset', {add: 60}),
    'the reset is in the past': editingHeader('rate-limited', 'x-ratelimit-reset', {add: -180}),
    'the reset is in milliseconds': editingHeader('rate-limited', 'x-ratelimit-reset', {
      set: '1772443860000',
    }),
  }),
  ...breaking('store.limits.reset-is-absent-before', {
    'every list has the header': editingHeader('page', 'x-ratelimit-reset', {set: '1772443860'}),
    'every create has the header': editingHeader('created', 'x-ratelimit-reset', {
      set: '1772443860',
    }),
    'every unknown user is answered with the header': editingHeader(
      'user-not-found',
      'x-ratelimit-reset',
      {set: '1772443860'},
    ),
    'every 20th list has the header': {
      seam: 'header',
      situation: 'page',
      every: 20,
      header: 'x-ratelimit-reset',
      edit: {set: '1772443860'},
    },
  }),
];

/** Defects of the rules of `store/limits`. */
export const limits: Defect[] = [...ofTheMinute, ...ofTheDay, ...ofHeaders, ...countedRequests];
