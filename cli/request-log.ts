import pico from 'picocolors';
import type {MockOptions} from '../mock/create-mock.ts';
import {terminalLine, withoutSecrets, type JournalEntry} from '../mock/world/journal.ts';
import {UsageError} from '../spec/usage-error.ts';

type Colors = ReturnType<typeof pico.createColors>;

/** What the mock writes about requests. */
export interface LogFlags {
  /** `json`: a line of JSON for each request. */
  log?: string;
  /** A line of text for each request. */
  verbose?: boolean;
}

/**
 * The options of a mock with which it writes requests: all of them, or those of which the terminal tells anyway (refusals,
 * and what has notes).
 * @param colored whether the lines have colours
 * @throws UsageError for another log than json, and for both flags
 */
export function requestLog(
  {log, verbose}: LogFlags,
  write: (line: string) => void,
  colored = false,
): Pick<MockOptions, 'report' | 'observe'> {
  if (log !== undefined && log !== 'json')
    throw new UsageError(`--log ${log}: give \`json\`, or leave it out (then lines are text)`);
  if (log && verbose)
    throw new UsageError('--log json writes every request already: leave out --verbose');
  if (log) return {observe: (entry) => write(jsonLine(entry))};
  if (!verbose) return {report: write};
  return {
    observe: (entry) => write(verboseLine(entry, pico.createColors(colored))),
    // What is no request, such as TLS on a port that speaks HTTP.
    report: (line, entry) => entry === undefined && write(line),
  };
}

/** An entry of the journal as a line of JSON, without headers, bodies and secrets. */
function jsonLine(entry: JournalEntry): string {
  const {at, ...rest} = withoutSecrets(entry);
  return JSON.stringify({at: new Date(at).toISOString(), ...rest});
}

/** `09:30:00.250 200 GET /account  1.25 ms, full`: time of the world's clock, duration, name of the credential. */
function verboseLine(entry: JournalEntry, colors: Colors): string {
  const {at, status, duration_ms: ms, credential} = entry;
  const time = new Date(at).toISOString().slice(11, 23);
  const details = [ms !== undefined && `${ms} ms`, credential].filter(Boolean).join(', ');
  const line = terminalLine(entry).replace(String(status), paint(status, colors)(String(status)));
  return `${colors.dim(time)} ${line}${details && `  ${colors.dim(details)}`}`;
}

function paint(status: number, colors: Colors): (text: string) => string {
  if (status >= 500) return colors.red;
  if (status >= 400) return colors.yellow;
  return status >= 300 ? colors.cyan : colors.green;
}
