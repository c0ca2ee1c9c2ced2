import type {Defect} from '../../defect.ts';
import {refuse} from '../../operation.ts';
import type {KeyRow} from '../../workspace/access/rows.ts';
import {around, atPlace, breaking, refusingFrom, withWindow} from '../breaking.ts';

const LIMIT = 'workspace.limits.requests_per_minute';
const MINUTE = 'workspace.limits.minute';

/** Defects of the rules of `workspace/limits`. */
export const limits: Defect[] = [
  ...breaking('workspace.limits.sixty-a-minute', {
    '59 requests are served': {seam: 'number', number: LIMIT, add: -1},
    '61 requests are served': {seam: 'number', number: LIMIT, add: 1},
    'every request is served': {seam: 'skip', situation: 'rate-limited'},
    '60 requests are served every 10 seconds': withWindow(MINUTE, 10_000),
    '60 requests are served every 20 seconds': withWindow(MINUTE, 20_000),
    '60 requests are served every 30 seconds': withWindow(MINUTE, 30_000),
    'after the first minute only five account requests are served': refusingFrom(
      'getAccount',
      6,
      'rate-limited',
      60_000,
    ),
    'the last of sixty requests are answered 403': refusingFrom('getAccount', 12, 'forbidden'),
  }),
  ...atPlace(
    'watched from second to second',
    breaking('workspace.limits.sixty-a-minute', {
      '60 requests are served every 40 seconds': withWindow(MINUTE, 40_000),
      '60 requests are served every 50 seconds': withWindow(MINUTE, 50_000),
      '60 requests are served every 70 seconds': withWindow(MINUTE, 70_000),
    }),
  ),
  ...atPlace(
    'of a new key',
    breaking('workspace.limits.sixty-a-minute', {
      'a key that was minted later has thirty requests': around(['getAccount'], (next) => {
        let sent = 0;
        return (view, input) => {
          const isNew = view.find<KeyRow>('keys', input.by)?.role === undefined;
          if (isNew) sent += 1;
          return isNew && sent > 30
            ? refuse('rate-limited', {expected: '30 requests', got: 'more', todo: 'wait'})
            : next(view, input);
        };
      }),
    }),
  ),
  ...breaking('workspace.limits.counted-per-key', {
    'the keys of a workspace count together': {
      seam: 'count',
      count: {counter: MINUTE, by: ['tenant']},
    },
    'all keys count together': {seam: 'count', count: {counter: MINUTE, by: ['version']}},
    'another key is answered 403 after one was refused': refusingFrom('getAccount', 7, 'forbidden'),
  }),
  ...breaking('workspace.limits.operations-count-together', {
    'each operation is counted apart': {
      seam: 'count',
      count: {counter: MINUTE, by: ['credential', 'operation']},
    },
    'reads and writes are counted apart': {
      seam: 'count',
      count: {counter: MINUTE, by: ['credential', 'method']},
    },
    'reading a publication is not counted': {
      seam: 'skip',
      situation: 'rate-limited',
      in: ['getPublication'],
    },
    'registering is not counted': {
      seam: 'skip',
      situation: 'rate-limited',
      in: ['createPublication'],
    },
    'the catalogue of tools is not counted': {
      seam: 'skip',
      situation: 'rate-limited',
      in: ['listTools'],
    },
    'the usage is not counted': {
      seam: 'skip',
      situation: 'rate-limited',
      in: ['getAccountUsage'],
    },
    'a download is not counted': {
      seam: 'skip',
      situation: 'rate-limited',
      in: ['downloadFile'],
    },
    'a read of the reader links is not counted': {
      seam: 'skip',
      situation: 'rate-limited',
      in: ['getPublicationReader'],
    },
  }),
  ...breaking('workspace.limits.refused-has-no-effect', {
    'a refused registration is carried out': {
      seam: 'effect',
      situation: 'rate-limited',
      in: ['createPublication'],
    },
    'a refused registration spends the allowance': {
      seam: 'effect',
      situation: 'rate-limited',
      in: ['createPublication'],
      only: ['workspaces'],
    },
    'a refused registration creates the publication': {
      seam: 'effect',
      situation: 'rate-limited',
      in: ['createPublication'],
      only: ['publications', 'files'],
    },
  }),
  ...breaking('workspace.limits.minute-passes', {
    'the window lasts two minutes': withWindow(MINUTE, 120_000),
    'the window lasts 65 seconds': withWindow(MINUTE, 65_000),
    'requests after the minute are answered 403': refusingFrom('getAccount', 8, 'forbidden'),
  }),
];
