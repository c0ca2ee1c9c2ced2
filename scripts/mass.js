/**
 * `npm run mass` counts the lines of the tracked files by room: code with its tests apart, and data that people keep. It
 * also tells how dense the code is, so that lines are not saved by packing.
 */
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';

const tracked = execFileSync('git', ['ls-files', '-z'], {encoding: 'utf8', maxBuffer: 1 << 26});

/** Rooms that are told apart one folder deeper, because they hold more than one kind of thing. */
const DEEPER = ['mock', 'suites', 'proof'];

const isCode = (path) => /\.(ts|cts|js|mjs|html|css|py|go|java)$/.test(path);
const isTest = (path) => /\.test\.\w+$|\/testing\//.test(path);
/** Data that stands for code. What the documents say (`spec/`) and examples (`fixtures/`) do not. */
const isKeptData = (path) =>
  /\.(ya?ml|json|jsonc|tsv)$/.test(path) && !/^(spec|fixtures)\/|package-lock\.json$/.test(path);

/** The column of the table that a file counts in; undefined: in none. */
function kindOf(path) {
  if (path.startsWith('fixtures/')) return 'fixtures';
  if (isCode(path)) return isTest(path) ? 'tests' : 'code';
  return isKeptData(path) ? 'data' : undefined;
}

function roomOf(path) {
  const [first, second, ...below] = path.split('/');
  if (second === undefined) return '(root)';
  return DEEPER.includes(first) && below.length ? `${first}/${second}` : first;
}

const rooms = new Map();
const widths = [];
for (const path of tracked.split('\0')) {
  const kind = kindOf(path);
  if (!kind) continue;
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  const room = rooms.get(roomOf(path)) ?? {code: 0, tests: 0, data: 0, fixtures: 0};
  room[kind] += lines.length;
  rooms.set(roomOf(path), room);
  if (kind === 'code')
    widths.push(...lines.filter((line) => line.trim()).map((line) => line.length));
}

const KINDS = ['code', 'tests', 'data', 'fixtures'];
const row = (name, counts) =>
  name.padEnd(24) + KINDS.map((kind) => String(counts[kind]).padStart(9)).join('');
const sumOf = (kind) => [...rooms.values()].reduce((sum, room) => sum + room[kind], 0);

console.log(''.padEnd(24) + KINDS.map((kind) => kind.padStart(9)).join(''));
for (const [name, counts] of [...rooms].sort()) console.log(row(name, counts));
console.log(row('all', Object.fromEntries(KINDS.map((kind) => [kind, sumOf(kind)]))));
const mean = widths.reduce((sum, width) => sum + width, 0) / widths.length;
const wide = widths.filter((width) => width > 100).length / widths.length;
console.log(
  `Lines of code that are not empty: ${mean.toFixed(1)} characters, ${(wide * 100).toFixed(1)} % above 100.`,
);
