import type {Defect} from '../../defect.ts';
import {breaking, refusingFrom} from '../breaking.ts';

const LIMIT = 'workspace.limits.requests_per_minute';
const MINUTE = 'workspace.limits.minute';

export const limits: Defect[] = [
  ...breaking('workspace.limits.sixty-a-minute', {
    '59 are served': {seam: 'number', number: LIMIT, add: -1},
    '61 are served': {seam: 'number', number: LIMIT, add: 1},
    'as many as come are served': {seam: 'skip', situation: 'rate-limited'},
    'every 10 seconds': {seam: 'count', count: {counter: MINUTE, span: 10_000}},
    'every 20 seconds': {seam: 'count', count: {counter: MINUTE, span: 20_000}},
    'every 30 seconds': {seam: 'count', count: {counter: MINUTE, span: 30_000}},
    'after the first minute an account is served five times more': refusingFrom(
      'getAccount',
      6,
      'rate-limited',
      60_000,
    ),
    'the last of the sixty are forbidden': refusingFrom('getAccount', 12, 'forbidden'),
  }),
  ...breaking('workspace.limits.counted-per-key', {
    'the keys of a workspace count together': {
      seam: 'count',
      count: {counter: MINUTE, by: ['tenant']},
    },
    'all keys count together': {seam: 'count', count: {counter: MINUTE, by: ['version']}},
    'another key is forbidden what one was refused': refusingFrom('getAccount', 17, 'forbidden'),
  }),
  ...breaking('workspace.limits.operations-count-together', {
    'every operation counts apart': {
      seam: 'count',
      count: {counter: MINUTE, by: ['credential', 'operation']},
    },
    'reads and writes count apart': {
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
  }),
  ...breaking('workspace.limits.refused-has-no-effect', {
    'registers all the same': {
      seam: 'effect',
      situation: 'rate-limited',
      in: ['createPublication'],
    },
    'spends a place': {
      seam: 'effect',
      situation: 'rate-limited',
      in: ['createPublication'],
      only: ['workspaces'],
    },
    'makes the publication, spends nothing': {
      seam: 'effect',
      situation: 'rate-limited',
      in: ['createPublication'],
      only: ['publications', 'files'],
    },
  }),
  ...breaking('workspace.limits.minute-passes', {
    'two minutes pass': {seam: 'count', count: {counter: MINUTE, span: 120_000}},
    'some seconds more pass': {seam: 'count', count: {counter: MINUTE, span: 65_000}},
    'what was refused is forbidden after': refusingFrom('getAccount', 18, 'forbidden'),
  }),
];
