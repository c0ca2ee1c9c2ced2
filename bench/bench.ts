/**
 * `npm run bench [-- PART...]` measures the mock and the suite, and compares them with peers in the
 * same run. Parts: start, speed, runs, size, worlds, events, page, orders,
 * reading, contents, programs. Exit code 1 when a target is missed.
 */
import {contents} from './contents.ts';
import {eventStream} from './events.ts';
import {figure, met, table, type Figure} from './figure.ts';
import {orders} from './orders.ts';
import {page} from './page.ts';
import {taken, type Taken} from './program.ts';
import {reading} from './reading.ts';
import {runs} from './runs.ts';
import {sizes} from './size.ts';
import {firstAnswers, speeds} from './speed.ts';
import {worlds} from './worlds.ts';

const ROUNDS = 9;
const LOAD_MS = 700;
/** The chapters that were built first, whose figures can be compared over time. */
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

const certify = (...chapters: string[]): Taken =>
  taken([
    'bin/presscheck.js',
    'certify',
    '--mock',
    ...(chapters.length ? ['--only', ...chapters] : []),
  ]);

const threeTimes = (command: () => Taken): Taken[] => [command(), command(), command()];

/** The seconds of a command that was run several times. */
const seconds = (what: string, times: Taken[], atMost: number): Figure =>
  figure(
    what,
    times.map((one) => one.seconds),
    'at most',
    atMost,
    's',
  );

/** A whole run on the embedded mock: how long it takes, and its peak memory. */
function wholeRun(): Figure[] {
  const times = threeTimes(() => certify());
  const memory = times.map((one) => one.memory);
  return [
    seconds('certify --mock, both APIs', times, 40),
    figure('certify --mock, both APIs: memory', memory, 'at most', 512, 'MiB'),
  ];
}

const parts: Record<string, () => Promise<Figure[]> | Figure[]> = {
  start: async () => [
    ...(await firstAnswers(5)),
    seconds(
      '--help',
      threeTimes(() => taken(['bin/presscheck.js', '--help'])),
      0.25,
    ),
    seconds(
      'exec -- true',
      threeTimes(() => taken(['bin/presscheck.js', 'exec', '--', 'true'])),
      0.9,
    ),
  ],
  speed: () => speeds(ROUNDS, LOAD_MS),
  runs: () => runs(5, LOAD_MS),
  size: () => sizes(ROUNDS, LOAD_MS),
  worlds: () => worlds(5),
  events: () => eventStream(ROUNDS, LOAD_MS),
  page: () => page(ROUNDS),
  orders: () => orders(5),
  reading: () => reading(5),
  contents: () => contents(5),
  programs: () => [
    ...wholeRun(),
    seconds(
      'certify --mock, spine',
      threeTimes(() => certify(...SPINE)),
      10,
    ),
    seconds(
      'certify --mock, workspace',
      threeTimes(() => certify('workspace')),
      15,
    ),
    seconds('prove, spine', [taken(['bin/presscheck.js', 'prove', '--only', ...SPINE])], 60),
  ],
};

const requested = process.argv.slice(2);
const unknown = requested.find((part) => !Object.hasOwn(parts, part));
if (unknown !== undefined) {
  process.stderr.write(
    `bench: there is no part ${unknown}; there are ${Object.keys(parts).join(', ')}\n`,
  );
  process.exit(2);
}
const figures: Figure[] = [];
for (const [part, measure] of Object.entries(parts)) {
  if (requested.length && !requested.includes(part)) continue;
  process.stderr.write(`bench: ${part}\n`);
  figures.push(...(await measure()));
}
process.stdout.write(`${table(figures)}\n`);
process.exitCode = figures.every(met) ? 0 : 1;
