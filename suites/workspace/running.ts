/**
 * The steps of a run from its start to its report (States / Runs), and reads of what a run may
 * change: usage, version list, working version.
 */

import type {Exchange} from '../../spec/exchange.ts';
import type {Role} from '../../spec/step.ts';
import type {Val} from '../../spec/value.ts';
import type {Judgement} from '../language/check.ts';
import {hidden} from '../language/judge.ts';
import {longerPauses, seconds, type Args, type Handle, type Script} from '../language/script.ts';
import {publish} from './publishing.ts';
import {hasSituation} from '../language/outcome.ts';
import {List} from '../tables/list.ts';

/** States in which a run ends for good (States / Runs). */
export const TERMINAL = ['succeeded', 'failed', 'rejected'];

/** The member that shows how often a tool may run on a publication. */
export const TOOL_LIMIT = 'runs_per_tool_and_publication_limit';

/** A limit on runs is not shown: there may be none, or it may be in another member (NS-WS-52). */
export const undecidedWithoutLimit = (member: string): Judgement =>
  hidden(
    'NS-WS-52',
    'none',
    `the usage shows no \`${member}\`: where it stands, a line members.Usage#/${member} says`,
  );

/**
 * Records a publication as set-up, and waits until its file is there: some deployments take a
 * moment.
 * @returns the registration, whose `/id` is that of the publication
 */
export function publishWithFile(s: Script, as: Role = 'full'): Handle {
  const registration = publish(s, as);
  s.call('getCurrentPublicationFile', {
    as,
    path: {publication: registration.at('/id')},
    until: {other: 404},
    expects: 'current',
  });
  return registration;
}

/**
 * Records the start of a run (`startRun`); no set-up unless `args` says `expects`.
 * @param registration of the publication to run on
 * @param tool name of a sample of the target whose value is the tool's slug
 */
export const start = (
  s: Script,
  registration: Handle,
  tool = 'unmetered_tool',
  {body, ...args}: Args = {},
): Handle =>
  s.call('startRun', {
    path: {publication: registration.at('/id')},
    body: body ?? {tool: s.sample(tool)},
    ...args,
  });

/** Whether a start was accepted. */
export const isAccepted = hasSituation('accepted');

/** Whether the daily ceiling refused a start. */
export const isDailyLimit = hasSituation('daily-limit');

/** The header of a start with an `Idempotency-Key` that no other start has. */
export const keyed = (s: Script): Args => ({
  headers: {'Idempotency-Key': s.fresh('idempotency-key')},
});

/** Records a read of a run (`readRun`). */
export const readRun = (s: Script, run: Handle, args: Args = {}): Handle =>
  s.call('readRun', {path: {run: run.at('/id')}, ...args});

/**
 * Records reads of a run, one every 20 seconds, until its state is terminal. The document does not say how long
 * a run takes: the reads become rarer where a hook moves the clock.
 * @returns every response; the last one has the terminal state, unless the run never ended
 */
export const readUntilEnded = (
  s: Script,
  run: Handle,
  args: Args = {},
  options: {unmet?: string} = {},
): Handle<Exchange[]> =>
  s.repeat(60, (each) => void readRun(each, run, {expects: 'run', ...args}), {
    first: seconds(20),
    every: seconds(20),
    ...longerPauses(s),
    until: {at: '/state', in: TERMINAL},
    ...options,
  });

/** Records, as set-up, that a run has ended. */
export const awaitEnd = (s: Script, run: Handle): Handle<Exchange[]> =>
  readUntilEnded(s, run, {}, {unmet: NOT_ENDED});

const NOT_ENDED =
  'the run has not ended: the check waits 20 minutes, and many hours with the hook `advance`';

/** Records a request for a run's report (`readReport`). */
export const report = (s: Script, run: Handle, args: Args = {}): Handle =>
  s.call('readReport', {path: {run: run.at('/id')}, ...args});

/** Records a read of a publication's version list (`listPublicationFiles`) as set-up. */
export const listFiles = (s: Script, registration: Handle, args: Args = {}): Handle =>
  s.call('listPublicationFiles', {
    path: {publication: registration.at('/id')},
    expects: 'files',
    ...args,
  });

/** Records a read of a publication's working version (`getCurrentPublicationFile`) as set-up. */
export const readCurrent = (s: Script, registration: Handle, args: Args = {}): Handle =>
  s.call('getCurrentPublicationFile', {
    path: {publication: registration.at('/id')},
    expects: 'current',
    ...args,
  });

/**
 * Records the request for a link to a file version (`downloadFile`) and the GET of that link, both
 * as set-up.
 * @param file id of the version
 */
export function download(s: Script, file: Val): {link: Handle; bytes: Handle} {
  const link = s.call('downloadFile', {path: {file}, expects: 'redirect'});
  return {link, bytes: s.download(link.at('header:location'), {expects: 'fetched'})};
}

/** The catalogue of tools; a request of a run names one of them. */
export const catalogue = new List({
  kind: 'tool',
  idOf: ({slug}) => slug,
  idIn: ({requestBody}) => requestBody?.tool as unknown,
});

/**
 * A flag of a tool in the catalogue.
 * @param started the `startRun` that named the tool
 * @returns undefined when the catalogue has no such tool
 */
export const flagOf = (
  catalog: Exchange,
  started: Exchange,
  flag: 'metered' | 'replaces_working_file',
): unknown => catalogue.rowOf(catalog, started)?.[flag];

/** Records a read of the usage (`getAccountUsage`) as set-up. */
export const readUsage = (s: Script, as: Role = 'full'): Handle =>
  s.call('getAccountUsage', {as, expects: 'usage'});

/** How many runs a usage counts today. */
export const runsUsedIn = ({body}: Exchange): number => body.daily_runs_used as number;
