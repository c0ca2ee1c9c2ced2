import {normalizedText} from '../reports/effort.ts';
import {replayOf} from '../reports/fixture-file.ts';
import {visible} from '../spec/visible.ts';
import {counted, quantity} from '../spec/quantity.ts';
import type {Coverage, RoundsPlayed} from '../spec/run-record.ts';
import type {Explored} from '../suites/explore/explore.ts';
import type {Found} from '../suites/explore/found.ts';
import type {LeftAside} from './corpus.ts';

/**
 * Prints a finding with the command that replays it.
 * @param file its fixture
 * @param options of `replay` that select the target
 */
export function foundText(
  {rule, branch, expected, got, ...found}: Found,
  file: string,
  options: readonly string[],
): string {
  const {onlyWith, failsAgain, fixture} = found;
  const commands = fixture.sequence?.map(({does, on}) =>
    on === undefined ? does : `${does} ${on}`,
  );
  return [
    '',
    `FOUND ${rule} [${visible(branch)}]`,
    `  expected ${visible(expected)}`,
    `  got      ${visible(got)}`,
    ...(onlyWith ? [`  only with ${onlyWith.kind}: ${onlyWith.valueClass}`] : []),
    ...(commands ? [`  sequence ${commands.join(', ')}`] : []),
    ...(failsAgain === false
      ? ['  It did not fail again when it was replayed once: replay it several times.']
      : []),
    `  replay   ${replayOf(file, options)}`,
    '',
  ].join('\n');
}

const MAX_FILES = 5;

/** The maximum number of reasons that are shown why sequences are not run. */
const MAX_REASONS = 3;

/** Lists the files of the corpus that are not replayed; empty when all are. */
export function leftAsideText(leftAside: readonly LeftAside[]): string {
  if (!leftAside.length) return '';
  const shown = leftAside.slice(0, MAX_FILES).map(({problem}) => `  ${visible(problem)}\n`);
  const more = leftAside.length - shown.length;
  return (
    `${quantity(leftAside.length, 'file')} of the corpus cannot be replayed and were left unchanged:\n` +
    `${shown.join('')}${more > 0 ? `  and ${more} more\n` : ''}`
  );
}

const ENDS: Record<RoundsPlayed['ended'], string> = {
  'nothing new': 'nothing is left to send to this target',
  requests: 'too few requests were left for another sequence (--max-requests)',
  time: 'the time was up (--for)',
  interrupted: 'it was interrupted',
  'a finding': 'something was found (--keep-going goes on)',
};

/**
 * Prints the result of an exploration, and what it leaves behind.
 * @param coverageFile names what was covered and what was not
 */
export function exploredText(
  explored: Explored,
  findings: number,
  {isDeployment, coverageFile}: {isDeployment: boolean; coverageFile: string},
): string {
  const {run, outcomes, shrinking} = explored;
  const {verdicts, reasons, notRun} = outcomes;
  const passed = verdicts.passed ?? 0;
  const all = Object.values(verdicts).reduce((total, count) => total + count, 0);
  const undecided = all - passed - (verdicts.failed ?? 0);
  const ended = run.rounds ? `; it ended because ${ENDS[run.rounds.ended]}` : '';
  const [first] = reasons;
  return [
    `${quantity(findings, 'finding')} in ${quantity(run.requests, 'request')}${ended}.`,
    `${passed} of ${quantity(all, 'check')} passed.`,
    ...(run.couldNotBegin === undefined
      ? []
      : [`It could not begin: ${visible(run.couldNotBegin)}`]),
    ...(isDeployment ? leftLines(explored) : []),
    ...(shrinking.requests
      ? [`Simplifying the findings took ${quantity(shrinking.requests, 'further request')}.`]
      : []),
    ...(undecided && first
      ? [
          `${undecided} could not be decided, ${first.times} of them because: ${visible(first.reason)}`,
        ]
      : []),
    ...notRun.slice(0, MAX_REASONS).map((reason) => `Not sent: ${visible(reason)}`),
    ...(notRun.length > MAX_REASONS
      ? [`  and ${quantity(notRun.length - MAX_REASONS, 'other reason')} why some are not sent`]
      : []),
    ...coverageLines(run.coverage, coverageFile),
    '',
  ].join('\n');
}

/** Counts what was covered. */
function coverageLines(coverage: Coverage, file: string): string[] {
  const {values, models} = coverage;
  const noted = normalizedText(coverage);
  const all = sum(values.map((one) => one.sent.length + one.notSent.length));
  const sent = sum(values.map((one) => one.sent.length));
  const commands = sum(models.map(({situations}) => situations));
  const sequences = sum(models.map((one) => one.sequences));
  return [
    ...(noted ? [noted] : []),
    ...(models.length
      ? [
          `${quantity(sequences, 'sequence')} with ${quantity(commands, 'command')} in different ` +
            `states, of ${quantity(models.length, 'model')}.`,
        ]
      : []),
    ...(all ? [`${sent} of ${all} classes of values were sent: ${file} names all of them.`] : []),
  ];
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

/** Lists what remains on the deployment. */
function leftLines({run, shrinking}: Explored): string[] {
  const residue = new Map(Object.entries(run.residue));
  for (const [kind, count] of Object.entries(shrinking.residue))
    residue.set(kind, (residue.get(kind) ?? 0) + count);
  const {leftInUse = [], hooksNotUndone = []} = run;
  const left = [...residue].map(([kind, count]) => counted(count, kind));
  return [
    left.length ? `It leaves ${left.join('; ')}.` : 'It leaves nothing on the deployment.',
    ...(leftInUse.length ? [`Still in use: ${visible(leftInUse.join(', '))}.`] : []),
    ...hooksNotUndone.map(
      ({verb, problem}) =>
        `The hook ${verb} could not be undone: ${visible(problem)}. The next run tries it again.`,
    ),
  ];
}
