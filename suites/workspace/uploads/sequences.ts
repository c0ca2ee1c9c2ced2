import type {Role} from '../../../spec/step.ts';
import {acting, type CommandSteps, type Model} from '../../language/model.ts';
import {type Handle, type Script} from '../../language/script.ts';
import {sum} from '../../language/sent-values.ts';
import {waitUntilAge} from '../../language/wait-until.ts';
import {registrationOf, reservationOf} from '../publishing.ts';
import {EMPTY, PLACES, relation, type Upload, type WorkspaceState} from './model.ts';
import {linkStage, PASSES, UNTIL_AGE} from './upload-link.ts';

/** A command on an upload, by its reservation. */
const onReservation = (
  record: (s: Script, reservation: Handle) => Handle,
  more: Pick<CommandSteps, 'atOnce' | 'takesTime'> = {},
): CommandSteps => acting('reserve', record, more);

const registering = (as: Role): CommandSteps =>
  onReservation(
    (s, reservation) => s.call('createPublication', {as, body: registrationOf(s, reservation)}),
    {atOnce: true},
  );

const reading = (as: Role): CommandSteps =>
  onReservation((s, reservation) =>
    s.call('getPublication', {as, path: {publication: reservation.at('/publication_id')}}),
  );

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
    'read the account',
    'read the account, reserve, upload, register, read, reserve, upload, register, ' +
      'register @1',
    'read the account, reserve, upload, register, read, wait 31 minutes, read',
    'read the account, reserve, upload, register, reserve, upload, register, reserve, ' +
      'upload, register, reserve',
    // Two uploads at a time: the one that was reserved later is registered first.
    'read the account, reserve, reserve, upload @1, upload, register with another size @1, ' +
      'register, wait a minute, register @1, read @1, read',
    'read the account, reserve, upload one byte less, register a byte less, register, ' +
      'reserve, register, upload @1, register, read, register @1',
    // Around the expiry of a link; bytes that were stored in time can be registered.
    'read the account, reserve, reserve, wait until its link nearly ends @1, upload @1, ' +
      'wait until its link ends @1, upload, wait until its link has ended, upload, register @1',
  ],
  closing: ['list', 'read the account'],
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
        onReservation(
          (s, reservation) => {
            waitUntilAge(s, reservation, age);
            return s.call('getAccount');
          },
          {takesTime: true},
        ),
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
