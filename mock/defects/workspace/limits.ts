import type {Defect} from '../../defect.ts';
import {breaking} from '../breaking.ts';

const LIMIT = 'workspace.limits.requests_per_minute';
const MINUTE = 'workspace.limits.minute';

export const limits: Defect[] = [
  ...breaking('workspace.limits.sixty-a-minute', {
    '59 are served': {seam: 'number', number: LIMIT, add: -1},
    '61 are served': {seam: 'number', number: LIMIT, add: 1},
    'as many as come are served': {seam: 'skip', situation: 'rate-limited'},
  }),
  ...breaking('workspace.limits.counted-per-key', {
    'the keys of a workspace count together': {seam: 'count', count: {counter: MINUTE, by: ['tenant']}},
    'all keys count together': {seam: 'count', count: {counter: MINUTE, by: ['version']}},
  }),
  ...breaking('workspace.limits.operations-count-together', {
    'every operation counts apart': {seam: 'count', count: {counter: MINUTE, by: ['credential', 'operation']}},
    'reads and writes count apart': {seam: 'count', count: {counter: MINUTE, by: ['credential', 'method']}},
  }),
  ...breaking('workspace.limits.refused-has-no-effect', {
    'registers all the same': {seam: 'effect', situation: 'rate-limited', in: ['createPublication']},
    'spends a place': {seam: 'effect', situation: 'rate-limited', in: ['createPublication'], only: ['workspaces']},
    'makes the publication, spends nothing': {seam: 'effect', situation: 'rate-limited', in: ['createPublication'], only: ['publications', 'files']},
  }),
  ...breaking('workspace.limits.minute-passes', {
    'two minutes pass': {seam: 'count', count: {counter: MINUTE, span: 120_000}},
    'some seconds more pass': {seam: 'count', count: {counter: MINUTE, span: 65_000}},
  }),
];
