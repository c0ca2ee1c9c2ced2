import {visible} from '../spec/visible.ts';
import type {Api} from '../spec/rule.ts';
import type {Specification} from '../spec/specification.ts';
import type {Exchange} from '../spec/exchange.ts';
import type {Step} from '../spec/step.ts';
import {runLengths} from '../spec/run-lengths.ts';
import type {Fixture} from '../suites/engine/fixtures/fixture.ts';
import type {Replayed, ShownExchange} from '../suites/engine/fixtures/replay.ts';
import {requestText} from './step-text.ts';

/** The maximum number of different responses to one step that are shown: the first ones and the last. */
const MAX_RESPONSES = 4;

/** A step as a line of the table. */
interface StepLine {
  name: string;
  request: string;
  expected: string;
  seen: string;
  /** Whether the response differs from the expected one. */
  differs: boolean;
}

const HEAD: StepLine = {
  name: 'step',
  request: 'request',
  expected: 'expected',
  seen: 'seen',
  differs: false,
};

/**
 * The result of a replay for a terminal: the verdict; the rule, if the fixture has one; each step with the expected
 * and the actual response, differences marked; then the violations.
 * @param isVerbose whether the bodies of requests and responses and the answers of hooks follow
 */
export function replayText(
  fixture: Fixture,
  replayed: Replayed,
  specifications: Record<Api, Specification>,
  isVerbose = false,
): string {
  const steps = stepLines(fixture.steps, table(fixture, replayed), 0);
  const lines = [
    ...ruleLines(fixture, specifications),
    ...aligned([HEAD, ...steps]),
    ...replayed.lines,
    ...(isVerbose ? replayed.shown.flatMap(exchangeLines) : []),
  ];
  const details = lines.map((line) => `  ${visible(line)}\n`).join('');
  return `${replayed.verdict.padEnd(13)} ${fixture.fixture}\n${details}`;
}

/** A request with its body, and the body of its response: the first rows and texts in their first letters. */
function exchangeLines({step, method, url, status, sent, body}: ShownExchange): string[] {
  const bodyLines = (name: string, value: unknown): string[] =>
    value === undefined ? [] : [`  ${name} ${JSON.stringify(value)}`];
  return [`${step}: ${method} ${url}`, ...bodyLines('sent', sent), ...bodyLines(`${status}`, body)];
}

/** The rule that is judged, as the catalogue states it. */
function ruleLines({rule, place}: Fixture, specifications: Record<Api, Specification>): string[] {
  const rules = Object.values(specifications).flatMap((one) => one.rules);
  const found = rules.find(({id}) => id === rule);
  if (!found) return [];
  const where = place === undefined ? '' : `; place: ${place}`;
  return [`rule ${found.id} (${found.section}${where}): ${found.sentence}`];
}

/** The data from which the lines of steps are made. */
interface Table {
  /** The names by which the judge refers to steps. */
  names: ReadonlyMap<string, string>;
  responses: ReadonlyMap<string, Exchange[]>;
  wrongSteps: ReadonlySet<string>;
}

function table({handles = {}}: Fixture, {exchanges, wrongSteps}: Replayed): Table {
  const responses = new Map<string, Exchange[]>();
  for (const exchange of exchanges)
    responses.set(exchange.step, [...(responses.get(exchange.step) ?? []), exchange]);
  const names = Object.entries(handles).flatMap(([name, ids]) =>
    ids.map((id) => [id, name] as const),
  );
  return {names: new Map(names), responses, wrongSteps};
}

/** A line for each step; the steps inside another one follow it, indented. */
const stepLines = (steps: readonly Step[], of: Table, depth: number): StepLine[] =>
  steps.flatMap((step) => [stepLine(step, of, depth), ...innerLines(step, of, depth + 1)]);

function innerLines(step: Step, of: Table, depth: number): StepLine[] {
  if (step.step === 'repeat') return stepLines(step.body, of, depth);
  if (step.step === 'parallel') return stepLines(step.branches.flat(), of, depth);
  return step.step === 'walk' ? stepLines(step.between?.body ?? [], of, depth) : [];
}

function stepLine(step: Step, {names, responses, wrongSteps}: Table, depth: number): StepLine {
  const came = responses.get(step.id) ?? [];
  const expected = 'expects' in step && step.expects !== undefined ? step.expects : undefined;
  const last = came.at(-1);
  const isOther = expected !== undefined && last && !last.situations.includes(expected);
  const judged = names.has(step.id) ? 'by the rule' : '';
  return {
    name: names.get(step.id) ?? step.id,
    request: `${'  '.repeat(depth)}${requestText(step)}`,
    expected: expected ?? judged,
    seen: seenText(step, came),
    differs: Boolean(isOther) || wrongSteps.has(step.id),
  };
}

/** Steps that send a single request. */
const SENDING = new Set(['call', 'tools', 'upload', 'download', 'walk']);

/** The responses to a step; equal consecutive ones are shown once, with their number. */
function seenText(step: Step, came: readonly Exchange[]): string {
  if (!came.length) return SENDING.has(step.step) ? 'not sent' : '';
  const texts = runLengths(came.map(responseText)).map(({text, times}) =>
    times > 1 ? `${times} times ${text}` : text,
  );
  const left = texts.length - MAX_RESPONSES;
  if (left <= 1) return texts.join(', then ');
  return [...texts.slice(0, MAX_RESPONSES - 1), `${left} others`, ...texts.slice(-1)].join(
    ', then ',
  );
}

/** The status of a response and the situations that match it, or why there is no response. */
function responseText({status, situations, problem}: Exchange): string {
  if (status === 0) return `no response (${problem?.text ?? 'network'})`;
  return [status, situations.join(' or ')].filter(Boolean).join(' ');
}

/** Aligns the lines in columns. */
function aligned(lines: readonly StepLine[]): string[] {
  const widthOf = (column: 'name' | 'request' | 'expected' | 'seen'): number =>
    Math.max(...lines.map((line) => line[column].length));
  const widths = {
    name: widthOf('name'),
    request: widthOf('request'),
    expected: widthOf('expected'),
    seen: widthOf('seen'),
  };
  return lines.map(({name, request, expected, seen, differs}) => {
    const cells = [
      name.padEnd(widths.name),
      request.padEnd(widths.request),
      expected.padEnd(widths.expected),
      differs ? `${seen.padEnd(widths.seen)}  <== differs` : seen,
    ];
    return cells.join('  ').trimEnd();
  });
}
