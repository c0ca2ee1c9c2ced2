import {writeFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {join} from 'node:path';
import {Command} from 'commander';
import {holesOf, proofOf, type ProofResult} from '../proof/prove.ts';
import {EXIT_CODES} from '../spec/exit-codes.ts';
import {quantity} from '../spec/quantity.ts';
import type {Api, RuleId} from '../spec/rule.ts';
import type {Specification} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {freedomsOf} from './mock-options.ts';
import {positiveNumber} from './options.ts';
import {withProgress} from './progress.ts';
import {FIRST_SEED} from './proof-part.ts';
import {playParts} from './proof-parts.ts';
import {prepareReport} from './report-folder.ts';
import {select, selectRules} from './selection.ts';

/** The default of `--jobs`: each core needs memory for a mock and all checks. */
const MAX_JOBS = 4;

interface Options {
  only: string[];
  seeds: number;
  jobs: number;
  freedom: string[];
  report: string;
}

/** `presscheck prove`: shows that every check can fail, and that none fails on a mock that obeys the documents. */
export const proveCommand = (): Command =>
  new Command('prove')
    .option('--only <id...>', 'prove only these rules, chapters or APIs', [])
    .option(
      '--seeds <n>',
      'seeds for the mocks without a defect, which are seen in three ways: every way and every seed once',
      positiveNumber,
      3,
    )
    .option(
      '--jobs <n>',
      'processor cores that are used, where there is enough to prove',
      positiveNumber,
      Math.min(MAX_JOBS, availableParallelism()),
    )
    .option(
      '--freedom <name=value...>',
      'the mocks with a defect do this where the documents leave it open, as `mock --freedom`',
      [],
    )
    .option('--report <dir>', 'folder of the matrix, proof.json', 'presscheck-report')
    .action(proveSelected);

async function proveSelected(options: Options): Promise<void> {
  const specifications = loadSpecifications();
  prepareReport(options.report);
  const {result, holes} = await proof(options, specifications);
  const text = JSON.stringify({...result, holes}, null, 2);
  writeFileSync(join(options.report, 'proof.json'), `${text}\n`);
  process.stdout.write(summary(result, holes));
  process.exitCode = holes.length ? EXIT_CODES.failed : EXIT_CODES.passed;
}

/** Proves the selected rules; `holes` are sentences about what is not proven. */
async function proof(
  options: Options,
  specifications: Record<Api, Specification>,
): Promise<{result: ProofResult; holes: string[]}> {
  const {only, freedom} = options;
  const freedoms = freedomsOf(freedom);
  const {checks: every, gaps} = allChecks(specifications, FIRST_SEED);
  const checks = select(every, specifications, only);
  const rules = new Set(checks.map(({rule}) => rule));
  const parts = await withProgress(undefined, ({show}) =>
    playParts({...options, freedoms, rules: rules.size, show}),
  );
  const result = proofOf(checks, parts);
  const unchecked = [...selectRules(specifications, only)].filter((rule) => !rules.has(rule));
  return {result, holes: [...unchecked.map(noCheck), ...gaps.map(gapText), ...holesOf(result)]};
}

const noCheck = (rule: RuleId): string => `no check decides ${rule}`;

const gapText = ({mark, missing}: ReturnType<typeof allChecks>['gaps'][number]): string =>
  `no check: ${mark.rule} at ${mark.place} lacks ${missing}`;

/** The columns of the summary with their widths. */
const COLUMNS = {rules: 5, places: 7, defects: 8, killed: 7};
type Counts = Record<keyof typeof COLUMNS, number>;

const MAX_HOLES_SHOWN = 60;

/** A table of chapters, the holes, and the result in one sentence. */
function summary(result: ProofResult, holes: string[]): string {
  const rows = [...countsByChapter(result)].map(
    ([chapter, counts]) => `${chapter.padEnd(24)} ${cells(counts)}`,
  );
  const more = holes.length - MAX_HOLES_SHOWN;
  const lines = [
    `${'chapter'.padEnd(24)} rules  places  defects  killed`,
    ...rows,
    '',
    ...holes.slice(0, MAX_HOLES_SHOWN),
    ...(more > 0 ? [`... and ${more} more in proof.json`] : []),
    holes.length
      ? `${quantity(holes.length, 'hole')}: not proven.`
      : 'Every check detected its defects, and none failed on a mock without defects.',
  ];
  return `${lines.join('\n')}\n`;
}

const cells = (counts: Counts): string =>
  (Object.keys(COLUMNS) as (keyof Counts)[])
    .map((column) => String(counts[column]).padStart(COLUMNS[column]))
    .join(' ');

function countsByChapter({proofs, trials}: ProofResult): Map<string, Counts> {
  const chapters = new Map<string, Counts>();
  const countsOf = (rule: RuleId): Counts => {
    const chapter = rule.split('.').slice(0, 2).join('/');
    const counts = chapters.get(chapter) ?? {rules: 0, places: 0, defects: 0, killed: 0};
    chapters.set(chapter, counts);
    return counts;
  };
  for (const {rule, places} of proofs) {
    const counts = countsOf(rule);
    counts.rules += 1;
    counts.places += places.length;
  }
  for (const {rule, killed} of trials) {
    const counts = countsOf(rule);
    counts.defects += 1;
    counts.killed += killed ? 1 : 0;
  }
  return chapters;
}
