import type {Exchange, Role, Val} from '../../spec/step.ts';
import {rowsAt} from '../judge.ts';
import {seconds, type Args, type Handle, type Script} from '../script.ts';
import {publish} from './publishing.ts';

/**
 * The steps of a run's life, as the document tells them (States / Runs), and looks at what a run
 * may change.
 */

export const TERMINAL = ['succeeded', 'failed', 'rejected'];

/** A publication of the run whose file is there: some deployments take a moment over it. */
export function filed(s: Script, as: Role = 'full'): Handle {
  const made = publish(s, as);
  s.call('getCurrentPublicationFile', {
    as,
    path: {publication: made.at('/id')},
    until: {other: 404},
    expects: 'current',
  });
  return made;
}

/** Starts a tool of the target's samples on a publication. */
export const start = (
  s: Script,
  made: Handle,
  tool = 'unmetered_tool',
  {body, ...args}: Args = {},
): Handle =>
  s.call('startRun', {
    path: {publication: made.at('/id')},
    body: body ?? {tool: s.sample(tool)},
    ...args,
  });

/** A run as it is now. */
export const readRun = (s: Script, run: Handle<any>, args: Args = {}): Handle =>
  s.call('readRun', {path: {run: run.at('/id')}, ...args});

/** Asks for a run until it has ended, after a while for the first time; gives every answer. */
export const ended = (s: Script, run: Handle, as: Role = 'full'): Handle<Exchange[]> =>
  s.repeat(60, (each) => void readRun(each, run, {as, expects: 'run'}), {
    first: seconds(20),
    every: seconds(20),
    until: {at: '/state', in: TERMINAL},
  });

/** The report of a run, whatever is answered. */
export const report = (s: Script, run: Handle, args: Args = {}): Handle =>
  s.call('readReport', {path: {run: run.at('/id')}, ...args});

/** The version list of a publication. */
export const files = (s: Script, made: Handle, args: Args = {}): Handle =>
  s.call('listPublicationFiles', {path: {publication: made.at('/id')}, expects: 'files', ...args});

/** The working version of a publication. */
export const current = (s: Script, made: Handle, args: Args = {}): Handle =>
  s.call('getCurrentPublicationFile', {
    path: {publication: made.at('/id')},
    expects: 'current',
    ...args,
  });

/** A link to a file version, and what it brings. */
export function download(s: Script, file: Val): {link: Handle; bytes: Handle} {
  const link = s.call('downloadFile', {path: {file}, expects: 'redirect'});
  return {link, bytes: s.download(link.at('header:location'), {expects: 'fetched'})};
}

/** What the catalogue says of the tool that a start asked for; undefined when it is not there. */
export const flagOf = (
  catalog: Exchange,
  asked: Exchange,
  flag: 'metered' | 'replaces_working_file',
): unknown =>
  (rowsAt([catalog], '/data') as {[name: string]: unknown}[]).find(
    (row) => row.slug === asked.requestBody.tool,
  )?.[flag];

/** The usage as it is now. */
export const usage = (s: Script, as: Role = 'full'): Handle =>
  s.call('getAccountUsage', {as, expects: 'usage'});
