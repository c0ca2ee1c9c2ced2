import type {Model, Move} from '../../check.ts';
import {minutes, type Handle, type Script} from '../../script.ts';
import {current, filed, readRun, report, start} from '../running.ts';
import {EMPTY, relation, type WorkspaceState} from './model.ts';

/** A publication, with the handle of its original. */
type Published = Handle & {original: Handle};

function publish(s: Script): Published {
  const made = filed(s);
  return Object.assign(made, {original: current(s, made)});
}

/** A look at a publication; the model judges what is answered. */
const look =
  (op: string) =>
  (s: Script, made: Handle | undefined): Handle =>
    s.call(op, {path: {publication: made!.at('/id')}});
const usage = (s: Script): Handle => s.call('getAccountUsage');

const on = 'publish';
const USAGE = 'read the usage';

/** A repair of the publication at a position, to its end. */
const repaired = (publication: number, run: number): Move[] => [
  ['repair', publication],
  'wait a minute',
  ['read the repair', run],
];

/**
 * Runs, retries, polls and downloads in any order, with the versions and the runs of the day as
 * state.
 */
export const sequences: Model<WorkspaceState> = {
  rule: 'workspace.runs.moves-are-the-listed-ones',
  start: EMPTY,
  openings: [
    [USAGE, 'publish', ['check', 1], USAGE, ['list the files', 1]],
    [
      USAGE,
      'publish',
      ['read the working version', 1],
      ...repaired(1, 3),
      ['report of the repair', 3],
      ['list the files', 1],
    ],
    [
      USAGE,
      'publish',
      ['start with the key', 1],
      'wait a minute',
      ['start with the key', 1],
      USAGE,
    ],
    [
      USAGE,
      'publish',
      ['download the original', 1],
      ...repaired(1, 3),
      ['download the original', 1],
      ['read the working version', 1],
    ],
  ],
  closing: [USAGE],
  relation,
  commands: {
    publish: {record: publish},
    repair: {on, record: (s, made) => start(s, made!, 'replacing_tool')},
    check: {on, record: (s, made) => start(s, made!, 'unmetered_tool')},
    'start with the key': {
      on,
      record: (s, made) =>
        start(s, made!, 'metered_tool', {headers: {'Idempotency-Key': made!.at('/id')}}),
    },
    'read the repair': {on: 'repair', record: (s, run) => readRun(s, run!)},
    'report of the repair': {on: 'repair', record: (s, run) => report(s, run!)},
    'list the files': {on, record: look('listPublicationFiles')},
    'read the working version': {on, record: look('getCurrentPublicationFile')},
    'download the original': {
      on,
      record: (s, made) =>
        s.download(
          s
            .call('downloadFile', {path: {file: (made as Published).original.at('/id')}})
            .at('header:location'),
        ),
    },
    'read it from another workspace': {
      on,
      record: (s, made) =>
        s.call('getCurrentPublicationFile', {
          as: 'second-workspace',
          path: {publication: made!.at('/id')},
        }),
    },
    'read the usage': {record: usage},
    'wait a minute': {
      record: (s) => {
        s.advance(minutes(1));
        return usage(s);
      },
    },
  },
  situation(state, command) {
    const run = state.runs[command.on!];
    if (run) return run.state;
    const publication = state.publications[command.on!];
    const runs = Object.values(state.runs).filter((one) => one.of === command.on);
    return publication
      ? `${publication.keyed === undefined ? '' : 'keyed '}${runs.map((one) => `${one.repairs ? 'repair' : 'check'} ${one.state}`).join(', ')}`
      : '';
  },
};
