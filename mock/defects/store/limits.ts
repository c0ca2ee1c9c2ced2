import {DAY_MS} from '../../../spec/durations.ts';
import type {Defect, Seam} from '../../defect.ts';
import {atPlace, breaking, refusingFrom, withWindow} from '../breaking.ts';
import {countedRequests} from './counted-requests.ts';

const LIMIT = 'store.limits.requests_per_minute';
const MINUTE = 'store.limits.minute';
const TOKEN = 'store.limits.token_reads';
const STORE = 'store.limits.store_reads';

/** Serves an operation whatever the limit of the minute says. */
const neverRefused = (operation: string): Seam => ({
  seam: 'skip',
  situation: 'rate-limited',
  in: [operation],
});

/** Defects of the rules of `store/limits`. */
export const limits: Defect[] = [
  ...breaking('store.limits.sixty-a-minute', {
    '59 requests are served': {seam: 'number', number: LIMIT, add: -1},
    '61 requests are served': {seam: 'number', number: LIMIT, add: 1},
    'PUT and DELETE are never refused': {
      seam: 'skip',
      situation: 'rate-limited',
      in: ['updateUser', 'deactivateUser', 'reactivateUser'],
    },
    'a forced logout is never refused': {
      seam: 'skip',
      situation: 'rate-limited',
      in: ['forceLogout'],
    },
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
    'the tokens of a store count together': {
      seam: 'count',
      count: {counter: MINUTE, by: ['tenant']},
    },
    'a list says that 40 requests fewer are left than the token has': {
      seam: 'header',
      situation: 'page',
      header: 'x-ratelimit-remaining',
      edit: {add: -40},
    },
    'all tokens count together': {seam: 'count', count: {counter: MINUTE, by: ['version']}},
    'another token is answered 401 after one was refused': refusingFrom(
      'listUsers',
      11,
      'unauthenticated',
    ),
  }),
  ...breaking('store.limits.reads-and-writes-count-together', {
    'each operation is counted apart': {
      seam: 'count',
      count: {counter: MINUTE, by: ['credential', 'operation']},
    },
    'each method is counted apart': {
      seam: 'count',
      count: {counter: MINUTE, by: ['credential', 'method']},
    },
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
    'a refused create is carried out': {
      seam: 'effect',
      situation: 'rate-limited',
      in: ['createUser'],
    },
    'a refused deactivation is carried out': {
      seam: 'effect',
      situation: 'rate-limited',
      in: ['deactivateUser'],
    },
    'a refused update is carried out': {
      seam: 'effect',
      situation: 'rate-limited',
      in: ['updateUser'],
    },
  }),
  ...breaking('store.limits.two-thousand-reads-a-token', {
    '1,999 reads are served': {seam: 'number', number: 'store.limits.token_reads_per_day', add: -1},
    '2,001 reads are served': {seam: 'number', number: 'store.limits.token_reads_per_day', add: 1},
    'the tokens of a store share the quota': {
      seam: 'count',
      count: {counter: TOKEN, by: ['tenant', 'version']},
    },
  }),
  ...atPlace(
    'of every list',
    breaking('store.limits.two-thousand-reads-a-token', {
      'each list has a quota of its own': {
        seam: 'count',
        count: {counter: TOKEN, by: ['credential', 'version', 'operation']},
      },
    }),
  ),
  ...atPlace(
    'of every list',
    breaking('store.limits.head-counts-as-read', {
      'HEAD has a quota of its own': {
        seam: 'count',
        count: {counter: TOKEN, by: ['credential', 'version', 'method']},
      },
    }),
  ),
  ...breaking('store.limits.five-thousand-reads-a-store', {
    '4,999 reads are served': {seam: 'number', number: 'store.limits.store_reads_per_day', add: -1},
    '5,001 reads are served': {seam: 'number', number: 'store.limits.store_reads_per_day', add: 1},
    'each token has its own store quota': {
      seam: 'count',
      count: {counter: STORE, by: ['credential', 'version']},
    },
  }),
  ...breaking('store.limits.head-counts-as-read', {
    'HEAD does not count for the token': {seam: 'count', count: {counter: TOKEN, methods: ['GET']}},
    'HEAD does not count for the store': {seam: 'count', count: {counter: STORE, methods: ['GET']}},
  }),
  ...breaking('store.limits.writes-are-not-counted', {
    'POST counts for the token': {
      seam: 'count',
      count: {counter: TOKEN, methods: ['GET', 'HEAD', 'POST']},
    },
    'POST counts for the store': {
      seam: 'count',
      count: {counter: STORE, methods: ['GET', 'HEAD', 'POST']},
    },
    'PUT counts for the token': {
      seam: 'count',
      count: {counter: TOKEN, methods: ['GET', 'HEAD', 'PUT']},
    },
    'PUT counts for the store': {
      seam: 'count',
      count: {counter: STORE, methods: ['GET', 'HEAD', 'PUT']},
    },
    'DELETE counts for the store': {
      seam: 'count',
      count: {counter: STORE, methods: ['GET', 'HEAD', 'DELETE']},
    },
    'DELETE counts for the token': {
      seam: 'count',
      count: {counter: TOKEN, methods: ['GET', 'HEAD', 'DELETE']},
    },
  }),
  ...breaking('store.limits.day-rolls', {
    'the token quota resets at midnight': {seam: 'count', count: {counter: TOKEN, kind: 'aligned'}},
    'the day of a token begins with its first read': {
      seam: 'count',
      count: {counter: TOKEN, kind: 'fixed'},
    },
    'reads leave the token quota a minute early': withWindow(TOKEN, DAY_MS - 60_000),
    'reads leave the token quota a minute late': withWindow(TOKEN, DAY_MS + 60_000),
    'the store quota resets at midnight': {
      seam: 'count',
      count: {counter: STORE, kind: 'aligned'},
    },
    'the day of a store begins with its first read': {
      seam: 'count',
      count: {counter: STORE, kind: 'fixed'},
    },
    'reads leave the store quota a minute late': withWindow(STORE, DAY_MS + 60_000),
    'reads leave the token quota after twelve hours': withWindow(TOKEN, DAY_MS / 2),
  }),
  ...breaking('store.limits.store-quota-is-per-store', {
    'all stores share the quota': {seam: 'count', count: {counter: STORE, by: ['version']}},
  }),
  ...breaking('store.limits.versions-count-apart', {
    'both versions share the token quota': {
      seam: 'count',
      count: {counter: TOKEN, by: ['credential']},
    },
    'both versions share the store quota': {
      seam: 'count',
      count: {counter: STORE, by: ['tenant']},
    },
  }),
  ...breaking('store.limits.minute-refusal-may-have-retry-after', {
    'Retry-After is neither seconds nor a date': {
      seam: 'header',
      situation: 'rate-limited',
      header: 'retry-after',
      edit: {set: 'soon'},
    },
  }),
  ...breaking('store.limits.remaining-falls', {
    'the header is 59 for ever': {
      seam: 'header',
      situation: 'authenticated',
      header: 'x-ratelimit-remaining',
      edit: {set: '59'},
    },
    'the header is 0 for ever': {
      seam: 'header',
      situation: 'authenticated',
      header: 'x-ratelimit-remaining',
      edit: {set: '0'},
    },
  }),
  ...breaking('store.limits.remaining-falls-by-one', {
    'the header stays at 59': {
      seam: 'header',
      situation: 'authenticated',
      header: 'x-ratelimit-remaining',
      edit: {set: '59'},
    },
    'the header is 40 too high': {
      seam: 'header',
      situation: 'authenticated',
      header: 'x-ratelimit-remaining',
      edit: {add: 40},
    },
    'a refusal has 17 remaining requests': {
      seam: 'header',
      situation: 'rate-limited',
      header: 'x-ratelimit-remaining',
      edit: {set: '17'},
    },
    'the header falls by two on every second response': {
      seam: 'header',
      situation: 'authenticated',
      every: 2,
      header: 'x-ratelimit-remaining',
      edit: {add: 1},
    },
  }),
  ...breaking('store.limits.quota-refusal-has-retry-after', {
    'Retry-After is 0': {
      seam: 'header',
      situation: 'quota-spent',
      header: 'retry-after',
      edit: {set: '0'},
    },
  }),
  ...breaking('store.limits.reset-header-comes-with-the-refusal', {
    'the reset is a number of seconds to wait': {
      seam: 'header',
      situation: 'rate-limited',
      header: 'x-ratelimit-reset',
      edit: {set: '60'},
    },
  }),
  ...breaking('store.limits.reset-lies-within-the-minute', {
    'the reset is a minute too late': {
      seam: 'header',
      situation: 'rate-limited',
      header: 'x-ratelimit-reset',
      edit: {add: 60},
    },
    'the reset is in the past': {
      seam: 'header',
      situation: 'rate-limited',
      header: 'x-ratelimit-reset',
      edit: {add: -180},
    },
    'the reset is in milliseconds': {
      seam: 'header',
      situation: 'rate-limited',
      header: 'x-ratelimit-reset',
      edit: {set: '1772443860000'},
    },
  }),
  ...breaking('store.limits.reset-is-absent-before', {
    'every list has the header': {
      seam: 'header',
      situation: 'page',
      header: 'x-ratelimit-reset',
      edit: {set: '1772443860'},
    },
    'every create has the header': {
      seam: 'header',
      situation: 'created',
      header: 'x-ratelimit-reset',
      edit: {set: '1772443860'},
    },
    'every unknown user is answered with the header': {
      seam: 'header',
      situation: 'user-not-found',
      header: 'x-ratelimit-reset',
      edit: {set: '1772443860'},
    },
    'every 20th list has the header': {
      seam: 'header',
      situation: 'page',
      every: 20,
      header: 'x-ratelimit-reset',
      edit: {set: '1772443860'},
    },
  }),
  ...countedRequests,
];
