import {parseArgs} from 'node:util';
import type {Api} from '../../spec/rule.ts';
import {UsageError} from '../../spec/usage-error.ts';
import {HALVED, HALVES, PARTS, type Half, type Part} from './faults.ts';

/** Parses the command line. @throws TypeError for an option that there is not */
export const readOptions = () =>
  parseArgs({
    allowNegative: true,
    options: {
      api: {type: 'string'},
      part: {type: 'string', default: 'a'},
      half: {type: 'string'},
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

/** The parts that `--part` names. @throws UsageError when there is no such part */
export function partsChosen({part}: Pick<Options, 'part'>): Part[] {
  const named = part === 'all' ? PARTS : part.split('+');
  const chosen = PARTS.filter((one) => named.some((other) => other === one));
  if (chosen.length === named.length) return chosen;
  throw new UsageError(`--part ${part}: ${PARTS.join(', ')}, some of them joined by +, or all`);
}

/** The half that `--half` names. @throws UsageError when there is none, or the parts have no halves */
export function halfChosen(options: Pick<Options, 'half' | 'part'>): Half | undefined {
  const {half} = options;
  if (half === undefined) return undefined;
  const chosen = HALVES.find((one) => one === half);
  if (!chosen) throw new UsageError(`--half ${half}: ${HALVES.join(' or ')}`);
  if (partsChosen(options).some((part) => HALVED.includes(part))) return chosen;
  throw new UsageError(`--half ${half}: only the parts ${HALVED.join(' and ')} have halves`);
}

/** Prints a line of a night's outcome. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);
