import {defined} from '../../../spec/defined.ts';
import type {Role} from '../../../spec/step.ts';
import type {CommandSteps, Model, OpeningStep} from '../../language/model.ts';
import {type Handle, type Script} from '../../language/script.ts';
import {sum} from '../../language/sent-values.ts';
import {waitUntilAge} from '../../language/wait-until.ts';
import {registrationOf, reservationOf} from '../publishing.ts';
import {EMPTY, PLACES, relation, type Upload, type WorkspaceState} from './model.ts';
import {linkStage, PASSES, UNTIL_AGE} from './upload-link.ts';

/** A command on an upload, by its reservation. */
const onReservation = (record: (s: Script, reservation: Handle) => Handle): CommandSteps => ({
  on: 'reserve',
  record: (s, subject) => record(s, defined(subject, 'the reservation')),
});

const registering = (as: Role): CommandSteps => ({
  ...onReservation((s, reservation) =>
    s.call('createPublication', {as, body: registrationOf(s, reservation)}),
  ),
  atOnce: true,
});

const reading = (as: Role): CommandSteps =>
  onReservation((s, reservation) =>
    s.call('getPublication', {as, path: {publication: reservation.at('/publication_id')}}),
  );

const READ = 'read the account';

/** A registration that declares more or fewer bytes than were reserved. */
const registeringOther = (bytes: number): CommandSteps =>
  onReservation((s, reservation) =>
    s.call('createPublication', {
      body: {
        ...registrationOf(s, reservation),
        size_bytes: sum(s.sample('good', '/size_bytes'), bytes),
      },
    }),
  );

/** The commands that publish. @param at position of the command that reserves */
const published = (at: number): OpeningStep[] => ['reserve', ['upload', at], ['register', at]];

/** Reservations, uploads and registrations in any order, with the allowance as state. */
export const sequences: Model<WorkspaceState> = {
  rule: 'workspace.uploads.moves-are-the-listed-ones',
  given: {
    id: 'workspace: a few places left',
    ways: [
      (s) => {
        s.control('leave-places', {role: 'full', places: PLACES});
        return {};
      },
      () => ({}),
    ],
  },
  start: EMPTY,
  openings: [
    [READ],
    [READ, ...published(1), ['read', 1], ...published(5), ['register', 1]],
    [READ, ...published(1), ['read', 1], 'wait 31 minutes', ['read', 1]],
    [READ, ...published(1), ...published(4), ...published(7), 'reserve'],
    // Two uploads at a time: the one that was reserved later is registered first.
    [
      READ,
      'reserve',
      'reserve',
      ['upload', 1],
      ['upload', 2],
      ['register with another size', 1],
      ['register', 2],
      'wait a minute',
      ['register', 1],
      ['read', 1],
      ['read', 2],
    ],
    [
      READ,
      'reserve',
      ['upload one byte less', 1],
      ['register a byte less', 1],
      ['register', 1],
      'reserve',
      ['register', 5],
      ['upload', 1],
      ['register', 5],
      ['read', 5],
      ['register', 1],
    ],
    // Around the expiry of a link; bytes that were stored in time can be registered.
    [
      READ,
      'reserve',
      'reserve',
      ['wait until its link nearly ends', 1],
      ['upload', 1],
      ['wait until its link ends', 1],
      ['upload', 2],
      ['wait until its link has ended', 2],
      ['upload', 2],
      ['register', 1],
    ],
  ],
  closing: ['list', READ],
  relation,
  commands: {
    reserve: {record: (s) => s.call('createUpload', {body: reservationOf(s)})},
    upload: onReservation((s, reservation) => s.upload(reservation)),
    'upload one byte less': onReservation((s, reservation) => s.upload(reservation, {resize: -1})),
    register: registering('full'),
    'register with another size': registeringOther(1),
    'register a byte less': registeringOther(-1),
    'register from another workspace': registering('second-workspace'),
    read: reading('full'),
    'read from another workspace': reading('second-workspace'),
    list: {record: (s) => s.call('listPublications')},
    'read the account': {record: (s) => s.call('getAccount')},
    ...Object.fromEntries(
      ['wait a minute', 'wait 31 minutes'].map((does) => [
        does,
        {
          takesTime: true,
          record: (s: Script) => {
            s.advance(PASSES[does] ?? 0);
            return s.call('getAccount');
          },
        },
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(UNTIL_AGE).map(([does, age]) => [
        does,
        {
          ...onReservation((s, reservation) => {
            waitUntilAge(s, reservation, age);
            return s.call('getAccount');
          }),
          takesTime: true,
        },
      ]),
    ),
  },
  situation(state, {on}) {
    const allowance = state.left === 0 ? 'spent' : 'free';
    const upload = on === undefined ? undefined : state.uploads[on];
    return upload ? `${stageOf(upload, state.passed)}${allowance}` : allowance;
  },
};

/** Describes what is known of an upload. */
const stageOf = ({stage, stored, link, shown}: Upload, passed: number): string =>
  `${stage} ${stored} ${linkStage(link, passed, undefined)} ${shown ? 'shown ' : ''}`;
