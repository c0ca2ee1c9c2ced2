/**
 * `npm run bench [-- PART...]`: the figures beside peers, in one run. Parts: start, speed, runs,
 * size, worlds, programs. Exit code 1 when a target is not met.
 */
import {figure, met, table, type Figure} from './figure.ts';
import {timed} from './program.ts';
import {runs} from './runs.ts';
import {sizes} from './size.ts';
import {firstAnswers, speeds} from './speed.ts';
import {worlds} from './worlds.ts';

const ROUNDS = 9;
const LOAD_MS = 700;
/** The chapters that everything else was built on. */
const SPINE = [
  'workspace/access',
  'workspace/account',
  'workspace/uploads',
  'workspace/publications',
  'workspace/limits',
  'store/access',
  'store/users',
  'store/limits',
];

const parts: Record<string, () => Promise<Figure[]> | Figure[]> = {
  start: () => firstAnswers(5),
  speed: () => speeds(ROUNDS, LOAD_MS),
  runs: () => runs(5, LOAD_MS),
  size: () => sizes(ROUNDS, LOAD_MS),
  worlds: () => worlds(5),
  programs: () => [
    figure(
      'certify --mock, spine',
      [1, 2, 3].map(() =>
        timed(['bin/presscheck.js', 'certify', '--mock', '--only', ...SPINE], [0]),
      ),
      'at most',
      10,
      's',
    ),
    figure(
      'certify --mock, workspace',
      [1, 2, 3].map(() =>
        timed(['bin/presscheck.js', 'certify', '--mock', '--only', 'workspace'], [0]),
      ),
      'at most',
      15,
      's',
    ),
    figure(
      'prove, spine',
      [timed(['bin/presscheck.js', 'prove', '--only', ...SPINE], [0])],
      'at most',
      60,
      's',
    ),
  ],
};

const asked = process.argv.slice(2);
const unknown = asked.find((part) => !Object.hasOwn(parts, part));
if (unknown !== undefined) {
  process.stderr.write(
    `bench: there is no part ${unknown}; there are ${Object.keys(parts).join(', ')}\n`,
  );
  process.exit(2);
}
const figures: Figure[] = [];
for (const part of asked.length ? asked : Object.keys(parts)) {
  process.stderr.write(`bench: ${part}\n`);
  figures.push(...(await parts[part]!()));
}
process.stdout.write(`${table(figures)}\n`);
process.exitCode = figures.every(met) ? 0 : 1;
