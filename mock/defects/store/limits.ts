import type {Defect} from '../../defect.ts';
import {breaking, refusingFrom} from '../breaking.ts';

const LIMIT = 'store.limits.requests_per_minute';
const MINUTE = 'store.limits.minute';
const TOKEN = 'store.limits.token_reads';
const STORE = 'store.limits.store_reads';
const DAY = 86_400_000;

export const limits: Defect[] = [
  ...breaking('store.limits.sixty-a-minute', {
    '59 are served': {seam: 'number', number: LIMIT, add: -1},
    '61 are served': {seam: 'number', number: LIMIT, add: 1},
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
    'every 10 seconds': {seam: 'count', count: {counter: MINUTE, span: 10_000}},
    'every 30 seconds': {seam: 'count', count: {counter: MINUTE, span: 30_000}},
    'after the first minute a list is served five times more': refusingFrom(
      'listUsers',
      6,
      'rate-limited',
      60_000,
    ),
    'the last of the sixty are forbidden': refusingFrom('listUsers', 9, 'unauthenticated'),
  }),
  ...breaking('store.limits.counted-per-token', {
    'the tokens of a store count together': {
      seam: 'count',
      count: {counter: MINUTE, by: ['tenant']},
    },
    'all tokens count together': {seam: 'count', count: {counter: MINUTE, by: ['version']}},
    'another token is forbidden what one was refused': refusingFrom(
      'listUsers',
      11,
      'unauthenticated',
    ),
  }),
  ...breaking('store.limits.reads-and-writes-count-together', {
    'every operation counts apart': {
      seam: 'count',
      count: {counter: MINUTE, by: ['credential', 'operation']},
    },
    'every method counts apart': {
      seam: 'count',
      count: {counter: MINUTE, by: ['credential', 'method']},
    },
  }),
  ...breaking('store.limits.minute-passes', {
    'two minutes pass': {seam: 'count', count: {counter: MINUTE, span: 120_000}},
    'some seconds more pass': {seam: 'count', count: {counter: MINUTE, span: 65_000}},
    'what was refused is forbidden after': refusingFrom('listUsers', 12, 'unauthenticated'),
  }),
  ...breaking('store.limits.refused-has-no-effect', {
    'it creates all the same': {seam: 'effect', situation: 'rate-limited', in: ['createUser']},
    'it deactivates all the same': {
      seam: 'effect',
      situation: 'rate-limited',
      in: ['deactivateUser'],
    },
    'it updates all the same': {seam: 'effect', situation: 'rate-limited', in: ['updateUser']},
  }),
  ...breaking('store.limits.two-thousand-reads-a-token', {
    '1,999 are served': {seam: 'number', number: 'store.limits.token_reads_per_day', add: -1},
    '2,001 are served': {seam: 'number', number: 'store.limits.token_reads_per_day', add: 1},
    'the tokens of a store share them': {
      seam: 'count',
      count: {counter: TOKEN, by: ['tenant', 'version']},
    },
  }),
  ...breaking('store.limits.five-thousand-reads-a-store', {
    '4,999 are served': {seam: 'number', number: 'store.limits.store_reads_per_day', add: -1},
    '5,001 are served': {seam: 'number', number: 'store.limits.store_reads_per_day', add: 1},
    'each token has its own': {
      seam: 'count',
      count: {counter: STORE, by: ['credential', 'version']},
    },
  }),
  ...breaking('store.limits.head-counts-as-read', {
    'GET alone counts': {seam: 'count', count: {counter: TOKEN, methods: ['GET']}},
    'GET alone counts for the store': {seam: 'count', count: {counter: STORE, methods: ['GET']}},
  }),
  ...breaking('store.limits.writes-are-not-counted', {
    'POST counts': {seam: 'count', count: {counter: TOKEN, methods: ['GET', 'HEAD', 'POST']}},
    'POST counts for the store': {
      seam: 'count',
      count: {counter: STORE, methods: ['GET', 'HEAD', 'POST']},
    },
    'PUT counts': {seam: 'count', count: {counter: TOKEN, methods: ['GET', 'HEAD', 'PUT']}},
    'PUT counts for the store': {
      seam: 'count',
      count: {counter: STORE, methods: ['GET', 'HEAD', 'PUT']},
    },
    'DELETE counts for the store': {
      seam: 'count',
      count: {counter: STORE, methods: ['GET', 'HEAD', 'DELETE']},
    },
    'DELETE counts': {seam: 'count', count: {counter: TOKEN, methods: ['GET', 'HEAD', 'DELETE']}},
  }),
  ...breaking('store.limits.day-rolls', {
    'the day is the calendar day': {seam: 'count', count: {counter: TOKEN, kind: 'aligned'}},
    'the day begins with its first read': {seam: 'count', count: {counter: TOKEN, kind: 'fixed'}},
    'a minute early': {seam: 'count', count: {counter: TOKEN, span: DAY - 60_000}},
    'a minute late': {seam: 'count', count: {counter: TOKEN, span: DAY + 60_000}},
    "the store's day is the calendar day": {
      seam: 'count',
      count: {counter: STORE, kind: 'aligned'},
    },
    "the store's day begins with its first read": {
      seam: 'count',
      count: {counter: STORE, kind: 'fixed'},
    },
    "the store's day is a minute late": {
      seam: 'count',
      count: {counter: STORE, span: DAY + 60_000},
    },
    'after twelve hours': {seam: 'count', count: {counter: TOKEN, span: DAY / 2}},
  }),
  ...breaking('store.limits.store-quota-is-per-store', {
    'all stores share it': {seam: 'count', count: {counter: STORE, by: ['version']}},
  }),
  ...breaking('store.limits.versions-count-apart', {
    'both versions count together': {seam: 'count', count: {counter: TOKEN, by: ['credential']}},
    'both versions count together for the store': {
      seam: 'count',
      count: {counter: STORE, by: ['tenant']},
    },
  }),
  ...breaking('store.limits.minute-refusal-may-have-retry-after', {
    'it says neither seconds nor a date': {
      seam: 'header',
      situation: 'rate-limited',
      header: 'retry-after',
      edit: {set: 'soon'},
    },
  }),
  ...breaking('store.limits.remaining-falls-by-one', {
    'it stays': {
      seam: 'header',
      situation: 'authenticated',
      header: 'x-ratelimit-remaining',
      edit: {set: '59'},
    },
    'there are 40 more than the limit': {
      seam: 'header',
      situation: 'authenticated',
      header: 'x-ratelimit-remaining',
      edit: {add: 40},
    },
    'something is left when one is refused': {
      seam: 'header',
      situation: 'rate-limited',
      header: 'x-ratelimit-remaining',
      edit: {set: '17'},
    },
    'it falls by two and rises': {
      seam: 'header',
      situation: 'authenticated',
      every: 2,
      header: 'x-ratelimit-remaining',
      edit: {add: -1},
    },
  }),
  ...breaking('store.limits.quota-refusal-has-retry-after', {
    'at once': {seam: 'header', situation: 'quota-spent', header: 'retry-after', edit: {set: '0'}},
  }),
  ...breaking('store.limits.reset-lies-within-the-minute', {
    'it is two minutes ahead': {
      seam: 'header',
      situation: 'rate-limited',
      header: 'x-ratelimit-reset',
      edit: {add: 60},
    },
    'it is past': {
      seam: 'header',
      situation: 'rate-limited',
      header: 'x-ratelimit-reset',
      edit: {add: -180},
    },
    'it is in milliseconds': {
      seam: 'header',
      situation: 'rate-limited',
      header: 'x-ratelimit-reset',
      edit: {set: '1772443860000'},
    },
    'it is seconds to wait': {
      seam: 'header',
      situation: 'rate-limited',
      header: 'x-ratelimit-reset',
      edit: {set: '60'},
    },
  }),
  ...breaking('store.limits.reset-is-absent-before', {
    'it is always there': {
      seam: 'header',
      situation: 'page',
      header: 'x-ratelimit-reset',
      edit: {set: '1772443860'},
    },
    'it is there on every create': {
      seam: 'header',
      situation: 'created',
      header: 'x-ratelimit-reset',
      edit: {set: '1772443860'},
    },
    'it is there where nobody is found': {
      seam: 'header',
      situation: 'user-not-found',
      header: 'x-ratelimit-reset',
      edit: {set: '1772443860'},
    },
    'it is there now and then': {
      seam: 'header',
      situation: 'page',
      every: 20,
      header: 'x-ratelimit-reset',
      edit: {set: '1772443860'},
    },
  }),
];
