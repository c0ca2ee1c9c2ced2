/** A line of a failure's commands, as somebody reads it who types it into a shell. */
export type PrintedLine =
  | {kind: 'comment'}
  | {kind: 'wait'; ms: number}
  | {kind: 'hook'; verb: string; args: string}
  | Request;

/** A line that sends a request. */
export interface Request {
  kind: 'request';
  command: string;
  /** The status that the run got last. */
  status: number;
  /** The members of its response that later commands have. */
  members: string[];
  /** The file that it sends, in words. */
  file?: string;
  /** The variables that it sets, with the member that gives the value. */
  sets: {variable: string; member: string}[];
}

/** What a command got. */
export interface Got {
  /** Position of its line. */
  line: number;
  /** That of the last request. */
  status: number;
  /** Those of all requests of the line. */
  statuses: string;
  /** The first line and the headers, in small letters, without those that tell the time. */
  headers: Record<string, string>;
  body: unknown;
}

/** Reads one line. */
export function readLine(line: string): PrintedLine {
  const wait = /^# (?:hook advance .*, or )?wait ([\d.]+) s$/.exec(line);
  if (wait) return {kind: 'wait', ms: Number(wait[1]) * 1000};
  const hook = /^# hook (\S+) (.*)$/s.exec(line);
  if (hook) return {kind: 'hook', verb: hook[1] ?? '', args: hook[2] ?? '{}'};
  return /^(curl|for) /.test(line) ? requestOf(line) : {kind: 'comment'};
}

function requestOf(line: string): Request {
  const [command = '', ...rest] = line.split('  # ');
  const notes = rest.join('  # ');
  const counts = [...notes.matchAll(/(?:^|then )(\d{3})/g)];
  const file = /FILE: (.*?)(?:;|$)/.exec(notes)?.[1];
  const members = /commands below have its (.*?): put in what you get/.exec(notes)?.[1];
  return {
    kind: 'request',
    command: command.replace(/ &$/, ''),
    status: Number(counts.at(-1)?.[1] ?? 0),
    members: members?.split(', ') ?? [],
    sets: [...notes.matchAll(/set (\w+) to its (\w+)/g)].map(([, variable = '', member = '']) => ({
      variable,
      member,
    })),
    ...(file !== undefined && {file}),
  };
}

/** The variables that a command names. */
export const variablesIn = (command: string): string[] =>
  [...withoutQuoted(command).matchAll(/\$\{?([A-Z][A-Z0-9_]*)/g)].map(([, name = '']) => name);

/** A command without what stands in single quotes, where a shell replaces nothing. */
const withoutQuoted = (command: string): string => command.replaceAll(/'[^']*'/g, '');
