import {acting, type CommandSteps, type Model} from '../../language/model.ts';
import {minutes, type Handle, type Script} from '../../language/script.ts';
import {readCurrent, publishWithFile, readRun, report, start} from '../running.ts';
import {waitUntilAge} from '../../language/wait-until.ts';
import {linkStageOf, UNTIL_DAY, UNTIL_LINK} from './link-outcomes.ts';
import {relation} from './model.ts';
import {EMPTY, type WorkspaceState} from './workspace-state.ts';

/** A registration, with the handle of the original of its publication. */
type Published = Handle & {original: Handle};

function publish(s: Script): Published {
  const registration = publishWithFile(s);
  return Object.assign(registration, {original: readCurrent(s, registration)});
}

/** A command on a publication, by its registration. */
const onPublication = (record: (s: Script, registration: Published) => Handle): CommandSteps =>
  acting('publish', (s, registration) => record(s, registration as Published));

/** A command on a run of the repairing tool, by its start. */
export const onRepair = (record: (s: Script, run: Handle) => Handle): CommandSteps =>
  acting('repair', record);

/** A read that names a publication; the model judges its response. */
const reading = (op: string): CommandSteps =>
  onPublication((s, registration) => s.call(op, {path: {publication: registration.at('/id')}}));

const readUsage = (s: Script): Handle => s.call('getAccountUsage');

/**
 * Commands that wait until the result of another command has a certain age.
 * @param ages in milliseconds, by command
 */
const waits = (ages: Record<string, number>, on: string): Record<string, CommandSteps> =>
  Object.fromEntries(
    Object.entries(ages).map(([does, age]) => [
      does,
      acting(
        on,
        (s, subject) => {
          waitUntilAge(s, subject, age);
          return readUsage(s);
        },
        {takesTime: true},
      ),
    ]),
  );

/**
 * Runs, retries, polls and downloads in any order, with the versions and the runs of the day as
 * state.
 */
export const sequences: Model<WorkspaceState> = {
  rule: 'workspace.runs.moves-are-the-listed-ones',
  start: EMPTY,
  openings: [
    'read the tools, read the usage, publish, check, read the usage, list the files',
    'read the usage, publish, read the working version, repair, wait a minute, ' +
      'read the repair, report of the repair, list the files',
    'read the usage, publish, start with the key, wait a minute, start with the key, ' +
      'read the usage',
    'read the usage, publish, download the original, repair, wait a minute, read the repair, ' +
      'download the original, read the working version',
    // Around the expiry of a link, and the end of the 24 hours of a run.
    'read the usage, publish, keep a link to the original, repair, wait a minute, ' +
      'read the repair, wait until the link nearly ends, follow the link, ' +
      'wait until the link ends, follow the link, wait until the link has ended, ' +
      'follow the link, wait until the day of the repair has ended, read the repair',
    // A run is in progress on one publication while the other one is read.
    'read the usage, publish, repair, wait a minute, read the repair, publish, ' +
      'list the files @1, check, list the files @1, read the working version @1, ' +
      'list the publications, repair @1, list the files @1, list the publications',
  ],
  closing: ['read the usage'],
  relation,
  commands: {
    publish: {record: publish},
    repair: onPublication((s, registration) => start(s, registration, 'replacing_tool')),
    check: onPublication((s, registration) => start(s, registration, 'non_replacing_tool')),
    'start with the key': onPublication((s, registration) =>
      start(s, registration, 'metered_tool', {
        headers: {'Idempotency-Key': registration.at('/id')},
      }),
    ),
    'read the repair': onRepair((s, run) => readRun(s, run)),
    'report of the repair': onRepair((s, run) => report(s, run)),
    'list the files': reading('listPublicationFiles'),
    'list the publications': {record: (s) => s.call('listPublications')},
    'read the working version': reading('getCurrentPublicationFile'),
    'download the original': onPublication((s, {original}) => {
      const link = s.call('downloadFile', {path: {file: original.at('/id')}});
      return s.download(link.at('header:location'));
    }),
    'keep a link to the original': onPublication((s, {original}) =>
      s.call('downloadFile', {path: {file: original.at('/id')}}),
    ),
    'follow the link': acting('keep a link to the original', (s, link) =>
      s.download(link.at('header:location')),
    ),
    ...waits(UNTIL_LINK, 'keep a link to the original'),
    ...waits(UNTIL_DAY, 'repair'),
    'read the mirrors': reading('getPublicationReader'),
    'read it from another workspace': onPublication((s, registration) =>
      s.call('getCurrentPublicationFile', {
        as: 'second-workspace',
        path: {publication: registration.at('/id')},
      }),
    ),
    'read the usage': {record: readUsage},
    'read the tools': {record: (s) => s.call('listTools')},
    'wait a minute': {
      takesTime: true,
      record: (s) => {
        s.advance(minutes(1));
        return readUsage(s);
      },
    },
  },
  situation: (state, {on}) => (on === undefined ? '' : situationOf(state, on)),
};

/** The state of a run, or of the runs of a publication, by the command that made it. */
function situationOf(state: WorkspaceState, command: number): string {
  const link = linkStageOf(state, command);
  if (link !== undefined) return link;
  const run = state.runs[command];
  if (run) return run.state;
  const publication = state.publications[command];
  if (!publication) return '';
  const keyed = publication.keyed === undefined ? '' : 'keyed ';
  const runs = Object.values(state.runs)
    .filter((one) => one.of === command)
    .map((one) => `${one.repairs ? 'repair' : 'check'} ${one.state}`);
  return `${keyed}${runs.join(', ')}`;
}
