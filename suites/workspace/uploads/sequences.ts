import type {Model, Move} from '../../check.ts';
import {minutes} from '../../script.ts';
import {registrationOf, reservationOf} from '../publishing.ts';
import {EMPTY, PLACES, relation, type Workspace} from './model.ts';

const idOf = (reservation: {at(pointer: string): any} | undefined) => ({
  publication: reservation!.at('/publication_id'),
});
const on = 'reserve';
const READ = 'read the account';

/** A publication, of the reservation at a position. */
const published = (at: number): Move[] => ['reserve', ['upload', at], ['register', at]];

/** Reservations, uploads and registrations in any order, with the allowance as state. */
export const sequences: Model<Workspace> = {
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
    [READ, ...published(1), ['read', 1], 'wait 31 minutes'],
    [READ, ...published(1), ...published(4), ...published(7)],
  ],
  closing: ['list', READ],
  relation,
  commands: {
    reserve: {record: (s) => s.call('createUpload', {body: reservationOf(s)})},
    upload: {on, record: (s, made) => s.upload(made!)},
    'upload one byte less': {on, record: (s, made) => s.upload(made!, {resize: -1})},
    register: {
      on,
      record: (s, made) => s.call('createPublication', {body: registrationOf(s, made!)}),
    },
    'register from another workspace': {
      on,
      record: (s, made) =>
        s.call('createPublication', {as: 'second-workspace', body: registrationOf(s, made!)}),
    },
    read: {on, record: (s, made) => s.call('getPublication', {path: idOf(made)})},
    'read from another workspace': {
      on,
      record: (s, made) => s.call('getPublication', {as: 'second-workspace', path: idOf(made)}),
    },
    list: {record: (s) => s.call('listPublications')},
    'read the account': {record: (s) => s.call('getAccount')},
    'wait 31 minutes': {
      record: (s) => {
        s.advance(minutes(31));
        return s.call('getAccount');
      },
    },
  },
  situation(state, command) {
    const upload = state.uploads[command.on!];
    return upload
      ? `${upload.stage} ${upload.stored}${upload.expired ? ' expired' : ''}${upload.shown ? ' shown' : ''} ${state.left === 0 ? 'spent' : ''}`
      : `${state.left === 0 ? 'spent' : 'free'}`;
  },
};
