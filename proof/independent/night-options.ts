import {parseArgs} from 'node:util';
import type {Api} from '../../spec/rule.ts';

/** Parses the command line. @throws TypeError for an option that there is not */
export const readOptions = () =>
  parseArgs({
    allowNegative: true,
    options: {
      api: {type: 'string'},
      part: {type: 'string', default: 'a'},
      kind: {type: 'string', default: 'all'},
      effort: {type: 'string', default: 'standard'},
      hooks: {type: 'boolean'},
      'own-chapter': {type: 'boolean', default: false},
      'unseen-in': {type: 'string', multiple: true, default: []},
      shard: {type: 'string', default: '1/1'},
      only: {type: 'string', multiple: true, default: []},
      correct: {type: 'boolean', default: false},
      variants: {type: 'boolean', default: false},
      groups: {type: 'string'},
      words: {type: 'string', default: 'named'},
      seed: {type: 'string', default: '1'},
      chapter: {type: 'string', multiple: true, default: []},
      'real-time': {type: 'boolean', default: false},
      verbose: {type: 'boolean', default: false},
      processes: {type: 'string', default: '2'},
      json: {type: 'string', default: 'presscheck-report/independent.json'},
      merge: {type: 'string', multiple: true, default: []},
    },
  }).values;

export type Options = ReturnType<typeof readOptions>;

/** The APIs that `--api` chooses. */
export const apisOf = ({api}: Options): Api[] =>
  (['store', 'workspace'] as const).filter((one) => one === (api ?? one));

/** With hooks, without, or both. */
export const hooksOf = ({hooks}: Options): boolean[] =>
  [false, true].filter((one) => one === (hooks ?? one));

/** Prints a line of a night's outcome. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);
