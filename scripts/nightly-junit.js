// `npm run nightly:junit` reads reports in JUnit XML with three readers that this project did not write, one each from npm,
// PyPI and Maven Central, which it installs into a temporary folder (it needs python3, java and mvn). It prints what each found,
// and exits with 1 unless all found what was counted by hand.
//   node scripts/nightly-junit.js [FILE ...]   also reads these reports; of them the readers only have to find the same
import {spawnSync} from 'node:child_process';
import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {figuresOf} from '../dist/reports/testing/junit-figures.js';
import {JUNIT_REPORTS} from '../dist/reports/testing/junit-reports.js';
import {junit} from '../dist/reports/junit.js';

const here = resolve(import.meta.dirname, 'junit');
const folder = mkdtempSync(join(tmpdir(), 'presscheck-junit-'));

/** Runs a program, and returns what it printed. */
function run(command, ...args) {
  const options = {cwd: folder, encoding: 'utf8', timeout: 300_000};
  const {status, stdout, stderr, error} = spawnSync(command, args, options);
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')}: ${error ?? `${stdout}${stderr}`}`);
  return stdout;
}

function install() {
  run('python3', '-m', 'venv', 'python');
  run('python/bin/pip', 'install', '--quiet', 'junitparser==5.0.3');
  cpSync(join(here, 'pom.xml'), join(folder, 'pom.xml'));
  run(
    'mvn',
    '-q',
    '-B',
    'dependency:copy-dependencies',
    `-DoutputDirectory=${join(folder, 'java')}`,
  );
}

/** What each reader finds in a file. */
const READERS = {
  'junit2json (npm)': (file) => figuresOf(readFileSync(file, 'utf8')),
  'junitparser (PyPI)': (file) => JSON.parse(run('python/bin/python', join(here, 'read.py'), file)),
  'surefire-report-parser (Maven)': (file) =>
    JSON.parse(run('java', '-cp', 'java/*', join(here, 'ReadReport.java'), file)),
};

const shown = ({tests, failures, errors, skipped, time}) =>
  `${tests} tests, ${failures} failures, ${errors} errors, ${skipped} skipped, ${time.toFixed(3)} s`;

/** Whether two sets of figures are the same; a sum of times may end differently. */
const areSame = (one, other) =>
  ['tests', 'failures', 'errors', 'skipped'].every((name) => one[name] === other[name]) &&
  Math.abs(one.time - other.time) < 0.002 * Math.max(1, one.tests);

/** Reads a file with all readers and prints what they found. Without figures, those of the first reader have to be met. */
async function compare(name, file, figures) {
  let wanted = figures;
  let wrong = 0;
  console.log(`${name}${figures ? `: ${shown(figures)} by hand` : ''}`);
  for (const [reader, read] of Object.entries(READERS)) {
    const found = await read(file);
    wanted ??= found.declared;
    for (const [how, own] of Object.entries(found)) {
      const isSame = areSame(own, wanted);
      wrong += isSame ? 0 : 1;
      console.log(`  ${isSame ? 'same ' : 'OTHER'}  ${reader}, ${how}: ${shown(own)}`);
    }
  }
  return wrong;
}

try {
  install();
  let wrong = 0;
  for (const [index, {name, record, figures}] of JUNIT_REPORTS.entries()) {
    const file = join(folder, `${index}.xml`);
    writeFileSync(file, junit(record));
    wrong += await compare(name, file, figures);
  }
  for (const file of process.argv.slice(2)) wrong += await compare(file, resolve(file));
  console.log(wrong ? `${wrong} of the figures are other ones` : 'all readers found the same');
  process.exitCode = wrong ? 1 : 0;
} finally {
  rmSync(folder, {recursive: true, force: true});
}
