import {quantity} from '../../../spec/quantity.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Advance, Step} from '../../../spec/step.ts';
import {runLengths} from '../../../spec/run-lengths.ts';
import type {CurlWriter} from './curl.ts';
import {inLoop, periodOf} from './repeated-commands.ts';
import type {SentStep} from './needed-steps.ts';

/** The number of first and of last commands of one step that are shown if the step sent more. */
const SHOWN_AT_EACH_END = 1;

/** Commands to paste, one a line, with comments between them. */
export interface Commands {
  lines: string[];
  /** Positions of the commands whose responses show the violation. */
  shown: number[];
}

/** Equal requests that follow each other. */
interface Entry {
  command: string;
  notes: string[];
  responses: string[];
  shown: boolean;
}

/**
 * Writes the requests of some steps as commands. Hooks and waits are written as comments. Equal requests
 * are written as a loop, and so are many requests of one step that differ in their fresh values alone; of other ones only
 * the first and the last are written.
 * @param violating ids of the steps whose last response shows the violation
 * @param how `hasAdvance`: whether a hook lets time pass on the deployment
 */
export function commandsOf(
  sent: readonly SentStep[],
  violating: readonly string[],
  {writer, hasAdvance = false}: {writer: CurlWriter; hasAdvance?: boolean},
): Commands {
  const all = sent.flatMap(({exchanges}) => exchanges);
  const showing = new Set(
    violating.map((id) => all.findLast((exchange) => exchange.step === id)).filter(Boolean),
  );
  const commands: Commands = {lines: [], shown: []};
  const last = sent.findLastIndex(({exchanges}) => exchanges.some((one) => showing.has(one)));
  for (const [index, {step, exchanges}] of sent.entries()) {
    if (last >= 0 && index === last + 1) commands.lines.push(WHAT_FOLLOWS);
    if (step.step === 'advance') commands.lines.push(waitLine(step, hasAdvance));
    const about = commentOn(step, exchanges);
    if (about !== undefined) commands.lines.push(about);
    const entries = entriesOf(exchanges, showing, writer);
    const isRace = step.step === 'parallel';
    for (const entry of isRace ? entries : inShort(entries)) addLine(commands, entry, isRace);
    if (step.step === 'parallel' && entries.length) commands.lines.push('wait');
  }
  return commands;
}

/** The comment between the request that shows the violation and the requests after it. */
const WHAT_FOLLOWS = '# the check reads the following responses as well:';

const waitLine = ({ms}: Advance, hasAdvance: boolean): string =>
  hasAdvance
    ? `# hook advance ${JSON.stringify({ms})}, or wait ${seconds(ms)}`
    : `# wait ${seconds(ms)}`;

function addLine({lines, shown}: Commands, entry: Entry | string, parallel: boolean): void {
  if (typeof entry === 'string') {
    lines.push(entry);
    return;
  }
  if (entry.shown) shown.push(lines.length);
  const isRedirect = entry.responses.some((response) => response.startsWith('3'));
  const command = entry.shown || isRedirect ? withHeaders(entry.command) : entry.command;
  const repeated = entry.command.startsWith('curl ')
    ? inLoop([command], entry.responses.length)
    : command;
  const notes = [responsesText(entry.responses), ...entry.notes].filter(Boolean);
  const comment = notes.length ? `  # ${notes.join('; ')}` : '';
  lines.push(`${repeated}${parallel ? ' &' : ''}${comment}`);
}

/** The command with an option to print the status and the headers of the response. */
const withHeaders = (command: string): string =>
  command.replace(/^curl -sS (?!-I)/, 'curl -sS -i ');

/** The comment for the reader on the requests of a step. */
function commentOn(step: Step, exchanges: readonly Exchange[]): string | undefined {
  if (step.step === 'parallel') return '# at the same moment:';
  if (step.step !== 'repeat' || exchanges.length < 2) return undefined;
  if (step.unpaced) return '# without a pause, after a minute without requests of the credential:';
  const pause = step.every ? `, every ${seconds(step.every)}` : '';
  return `# repeated${pause}:`;
}

function entriesOf(
  exchanges: readonly Exchange[],
  showing: ReadonlySet<Exchange | undefined>,
  writer: CurlWriter,
): Entry[] {
  const entries: Entry[] = [];
  for (const [at, exchange] of exchanges.entries()) {
    const shown = showing.has(exchange);
    const response = exchange.hook ? '' : String(exchange.status || 'no response');
    const last = entries.at(-1);
    const before = exchanges[at - 1];
    if (last && before && isSameRequest(before, exchange)) {
      last.responses.push(response);
      last.shown ||= shown;
      continue;
    }
    const {command, notes} = exchange.hook
      ? hookCall(exchange, writer)
      : writer.write(exchange, exchanges[at + 1]);
    entries.push({command, notes, responses: [response], shown});
  }
  return entries;
}

/** Whether two exchanges have the same request. Bursts have thousands of equal ones. */
function isSameRequest(a: Exchange, b: Exchange): boolean {
  const {method, url, body, headers} = a.sent;
  const other = b.sent;
  if (a.step !== b.step || method !== other.method || url !== other.url || body !== other.body)
    return false;
  const names = Object.keys(headers);
  return (
    names.length === Object.keys(other.headers).length &&
    names.every((name) => headers[name] === other.headers[name])
  );
}

const hookCall = ({sent}: Exchange, writer: CurlWriter): Pick<Entry, 'command' | 'notes'> => ({
  command: `# hook ${sent.url} ${writer.bodyText(sent.body ?? '{}')}`,
  notes: [],
});

/** The first and the last entries, those that show the violation, and loops instead of the others. */
function inShort(entries: readonly Entry[]): (Entry | string)[] {
  const isKept = ({shown}: Entry, index: number): boolean =>
    shown || index < SHOWN_AT_EACH_END || index >= entries.length - SHOWN_AT_EACH_END;
  const short: (Entry | string)[] = [];
  let left: Entry[] = [];
  for (const [index, entry] of entries.entries()) {
    if (!isKept(entry, index)) {
      left.push(entry);
      continue;
    }
    short.push(...instead(left), entry);
    left = [];
  }
  return short;
}

/** Entries as a loop, if the same requests come again and again with other fresh values; else their number. */
function instead(left: readonly Entry[]): (Entry | string)[] {
  if (left.length < 2) return [...left];
  const period = periodOf(left.map(({command}) => command));
  if (period === undefined) return [`# ${quantity(left.length, 'request')} like these`];
  const times = Math.floor(left.length / period.length);
  const rest = left.slice(times * period.length);
  const statuses = [...new Set(left.flatMap(({responses}) => responses))].join(', ');
  return [`${inLoop(period, times)}  # ${statuses}`, ...rest];
}

/** The statuses of equal requests: `200`, or `200, 59 times, then 429`. */
const responsesText = (responses: readonly string[]): string =>
  runLengths(responses)
    .map(({text, times}) => (times > 1 ? `${text}, ${times} times` : text))
    .join(', then ');

const seconds = (ms: number): string => `${ms / 1000} s`;
