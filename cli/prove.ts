import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {Command} from 'commander';
import {createMock} from '../mock/create-mock.ts';
import {DEFECTS} from '../mock/defects/all.ts';
import {withDefects} from '../mock/defects/apply/with-defects.ts';
import {tableDefects} from '../proof/families.ts';
import {FRONTS} from '../proof/fronts.ts';
import {holesOf, prove, type ProofResult} from '../proof/prove.ts';
import {loadSpecification} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import {realClock} from '../suites/engine/ports.ts';
import {MockTarget} from '../suites/target/mock-target.ts';
import {whole} from './certify.ts';
import {progressOn} from './progress.ts';
import {select, selectRules} from './selection.ts';

/**
 * `presscheck prove`: shows that every check can fail, and that none fails on a mock that obeys the
 * documents.
 */
export const proveCommand = (): Command =>
  new Command('prove')
    .description('runs every check against a mock with the defect that it has to see')
    .option('--only <id...>', 'only these rules or chapters', [])
    .option('--seeds <n>', 'seeds for the untouched mock', whole, 3)
    .option('--report <dir>', 'folder of the matrix', 'presscheck-report')
    .action(async (options: {only: string[]; seeds: number; report: string}) => {
      const specifications = {
        workspace: loadSpecification('workspace'),
        store: loadSpecification('store'),
      };
      const {checks: every, gaps} = allChecks(specifications);
      const checks = select(every, specifications, options.only);
      const rules = new Set(checks.map((check) => check.rule));
      const defects = [
        ...tableDefects(specifications.workspace.contract),
        ...tableDefects(specifications.store.contract),
        ...DEFECTS,
      ].filter((defect) => rules.has(defect.breaks));
      const mock = await createMock({world: 'empty', defects: withDefects(defects)});
      const profiles = {
        workspace: specifications.workspace.profile,
        store: specifications.store.profile,
      };
      const target = (seed: number, world?: {defect: string}): MockTarget =>
        new MockTarget({control: mock.urls.control!, seed, profiles, ...(world && {world})});
      const progress = progressOn(process.stderr, realClock);
      try {
        const result = await prove({
          specifications: specifications,
          checks,
          defects,
          clock: realClock,
          progress: progress.tell,
          seeds: Array.from({length: options.seeds}, (_, i) => i + 1),
          checksFor: (seed) =>
            select(allChecks(specifications, seed).checks, specifications, options.only),
          fronts: FRONTS,
          mock: (defect) => target(1, defect && {defect: defect.name}),
        });
        progress.end();
        const unchecked = [...selectRules(specifications, options.only)].filter(
          (rule) => !rules.has(rule),
        );
        const holes = [
          ...unchecked.map((rule) => `no check decides ${rule}`),
          ...gaps.map(
            (gap) => `no check: ${gap.mark.rule} at ${gap.mark.place} lacks ${gap.missing}`,
          ),
          ...holesOf(result),
        ];
        mkdirSync(options.report, {recursive: true});
        writeFileSync(
          join(options.report, 'proof.json'),
          `${JSON.stringify({...result, holes}, null, 2)}\n`,
        );
        process.stdout.write(summary(result, holes));
        process.exitCode = holes.length ? 1 : 0;
      } finally {
        await mock.close();
      }
    });

function summary(result: ProofResult, holes: string[]): string {
  const chapters = new Map<
    string,
    {rules: number; places: number; defects: number; killed: number}
  >();
  for (const proof of result.proofs) {
    const chapter = proof.rule.split('.').slice(0, 2).join('/');
    const row = chapters.get(chapter) ?? {rules: 0, places: 0, defects: 0, killed: 0};
    row.rules += 1;
    row.places += proof.places.length;
    chapters.set(chapter, row);
  }
  for (const trial of result.trials) {
    const row = chapters.get(trial.rule.split('.').slice(0, 2).join('/'));
    if (row) {
      row.defects += 1;
      row.killed += trial.killed ? 1 : 0;
    }
  }
  const lines = ['chapter                  rules  places  defects  killed'];
  for (const [chapter, row] of chapters)
    lines.push(
      `${chapter.padEnd(24)} ${[row.rules, row.places, row.defects, row.killed].map((n, i) => String(n).padStart([5, 7, 8, 7][i]!)).join(' ')}`,
    );
  lines.push(
    '',
    ...holes.slice(0, 60),
    ...(holes.length > 60 ? [`... and ${holes.length - 60} more in proof.json`] : []),
  );
  lines.push(
    holes.length
      ? `${holes.length} holes: not proven.`
      : 'Every check was seen failing, and none failed on the untouched mock.',
  );
  return `${lines.join('\n')}\n`;
}
