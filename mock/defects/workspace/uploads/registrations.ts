import type {Seam} from '../../../defect.ts';
import {refuse, type Done, type Input, type Refused, type View} from '../../../operation.ts';
import type {StoredObject} from '../../../objects/object-store.ts';
import {renderPublication, type PublicationRow} from '../../../workspace/publications/rows.ts';
import type {UploadRow} from '../../../workspace/uploads/rows.ts';
import {seeing} from '../../breaking.ts';
import {inEachWorld, onceRefused} from '../../families/remembered.ts';
import {
  refusedAs,
  setting,
  shifted,
  shown,
  together,
  unguarded,
  unstored,
} from '../../families/seams.ts';
import {defects} from '../../table.ts';
import {newest, rows, withoutTheNewest} from '../publications/altered-pages.ts';
import {
  ofPublications,
  ofUploads,
  ofWorkspaces,
  partlyDone,
  PUBLICATION,
  REGISTER,
  RESERVE,
  sentIn,
  type Sent,
} from '../rows.ts';
import {sizeInBits} from './reservations.ts';
import {isNewest} from '../../families/searches.ts';

const isLast = isNewest('publications');

/** Takes a reservation for one of what is registered. */
const reservedAs = (other: (body: Sent) => Partial<UploadRow>): Seam =>
  ofUploads.mistaking(REGISTER, (_upload, _view, input) => other(sentIn(input)));

/** Takes what is stored for something else, or for nothing. */
const storedAs = (other: (stored: StoredObject, input: Input) => StoredObject | undefined): Seam =>
  seeing(REGISTER, (view, input) => ({
    object: (key) => {
      const stored = view.object(key);
      return stored && other(stored, input);
    },
  }));

/** Accepts more stored bytes than declared, and another size than reserved. */
const acceptingMoreBytes = together(
  reservedAs((body) => ({size: body.size_bytes})),
  storedAs((stored, input) => ({
    ...stored,
    size: Math.min(stored.size, sentIn(input).size_bytes),
  })),
);

const acceptingAnotherName = reservedAs((body) => ({
  filename: body.original_filename,
  size: body.size_bytes,
}));

/** Takes another size for the one of a registration. */
const sizedAs = (other: (body: Sent, view: View, reserved?: UploadRow) => number | undefined) =>
  ofUploads.asking(REGISTER, {}, ({body, view, before}) => ({
    body: {...body, size_bytes: other(body, view, before) ?? body.size_bytes},
  }));

/** Accepts some files that the guard for a situation would refuse. */
const acceptingNames = (operations: string[], situation: string, name: RegExp): Seam =>
  ofUploads.accepting(operations, situation, {body: {original_filename: name}});

const WITH_CAPITALS = /\.[^.]*[A-Z][^.]*$/;

const refusingNames = (name: RegExp): Seam =>
  ofUploads.refusing(REGISTER, 'format-unsupported', {body: {original_filename: name}});

const refusingSizes = (isSuch: (size: number) => boolean): Seam =>
  ofUploads.refusing(REGISTER, 'incomplete', {body: {size_bytes: isSuch}});

/** Once a registration was refused on some conditions, later ones of the upload are refused. */
const endedByRefusal = (
  situation: string,
  ends: (refusal: Refused, view: View, body: Sent) => boolean,
): Seam =>
  onceRefused(
    REGISTER,
    (input) => sentIn(input).publication_id,
    (refusal, view, input) => ends(refusal, view, sentIn(input)),
    (next, view, input) =>
      view.find('uploads', sentIn(input).publication_id)
        ? refuse(situation, {expected: 'another upload', got: 'this one', todo: 'none'})
        : next(view, input),
  );

/** The success of a registration that stores its publication with another key. */
export const registeredAs = (done: Done, key: string): Done => ({
  ...done,
  changes: (done.changes ?? []).map((change) =>
    change.table === 'publications' && 'put' in change
      ? {...change, put: {...change.put, key}}
      : change,
  ),
});

const unregistered = unstored(REGISTER, 'publications');

/** Defects of registrations (Endpoints, register; States, Upload and registration). */
export const registrations = defects({
  'workspace.uploads.reservation-refuses-format @ an ending in capitals': {
    'a name in capitals is reserved whatever its format': acceptingNames(
      RESERVE,
      'format-unsupported',
      WITH_CAPITALS,
    ),
  },
  'workspace.uploads.registration-refuses-format @ an ending in capitals': {
    'a name in capitals is registered whatever its format': together(
      acceptingAnotherName,
      acceptingNames(REGISTER, 'format-unsupported', WITH_CAPITALS),
    ),
  },
  'workspace.uploads.registration-needs-every-byte': {
    'more bytes than declared are accepted': acceptingMoreBytes,
  },
  'workspace.uploads.registration-needs-every-byte @ of an audiobook': {
    'an audiobook is registered whatever landed of it': acceptingNames(
      REGISTER,
      'incomplete',
      /\.m4b$/,
    ),
  },
  'workspace.uploads.registration-needs-every-byte @ an empty file': {
    'an empty file counts as none': storedAs((stored) => (stored.size ? stored : undefined)),
  },
  'workspace.uploads.registration-needs-every-byte @ after every step': {
    'bytes that were stored again are as many as at first': inEachWorld(REGISTER, () => {
      const first = new Map<string, number>();
      return ofUploads.refusing(REGISTER, 'incomplete', ({body: {key, size_bytes: size}, view}) => {
        const stored = first.get(key) ?? view.object(key)?.size;
        if (stored !== undefined) first.set(key, stored);
        return (stored ?? size) !== size;
      });
    }),
  },
  'workspace.uploads.registration-refuses-foreign-key @ of an upload that landed': {
    'a foreign key is looked for in the own workspace': refusedAs(
      'key-outside',
      {situation: 'not-landed'},
      {in: REGISTER},
    ),
  },
  'workspace.uploads.registration-answers-201 @ a file with a long name': {
    'a name is cut after 80 characters before its ending is read': refusingNames(/^.{81}/s),
  },
  'workspace.uploads.registration-answers-201 @ a file with a name in other scripts': {
    'a name is kept in Latin-1, and is another one then': refusingNames(/[^\0-\u00ff]/),
  },
  'workspace.uploads.registration-answers-201 @ after a refusal for the allowance': {
    'an upload that the allowance refused cannot be registered any more': endedByRefusal(
      'not-landed',
      ({refused}) => refused === 'allowance-spent',
    ),
  },
  'workspace.uploads.registration-answers-201 @ after a refusal because nothing had landed': {
    'a registration before the bytes ends the reservation': endedByRefusal(
      'not-reserved',
      (_refusal, view, {key}) => view.object(key) === undefined,
    ),
  },
  'workspace.uploads.registration-answers-201 @ after other refusals': {
    'the attempt of another workspace ends the reservation': endedByRefusal(
      'not-reserved',
      (_refusal, view, {publication_id: id}) => !view.find('uploads', id),
    ),
  },
  'workspace.uploads.registration-answers-201 @ by another key of the workspace': {
    'an upload is registered only by the key that reserved it': together(
      ofUploads.storing(RESERVE, {}, (_upload, {by}) => ({by}) as object),
      ofUploads.refusing(REGISTER, 'not-reserved', ({before, by}) => {
        const {by: reservedBy = by} = (before ?? {}) as {by?: string};
        return reservedBy !== by;
      }),
    ),
  },
  'workspace.uploads.registration-keeps-the-id': {
    'the response has another id': shown('registered', '/id', 'pub_registered'),
    'the publication gets another id': ofPublications.after(REGISTER, {}, (done, {view}, row) => {
      const key = view.newId('pub');
      return {...registeredAs(done, key), ...(row && {body: renderPublication({...row, key})})};
    }),
  },
  'workspace.uploads.registration-values-are-the-reserved': {
    'a size that differs from the reservation is accepted': sizedAs(
      (_body, _view, reserved) => reserved?.size,
    ),
    'a size below the stored one is accepted': acceptingMoreBytes,
    'a size above the stored one is accepted': sizedAs(({size_bytes: size, key}, view) =>
      Math.min(size, view.object(key)?.size ?? size),
    ),
  },
  'workspace.uploads.registration-values-are-the-reserved @ the key of another upload': {
    'the key of another upload is accepted': reservedAs(({key}) => ({object: key})),
  },
  'workspace.uploads.registration-values-are-the-reserved @ sizes with the same last bits': {
    'only the last 32 bits of a size are read': sizeInBits(REGISTER),
  },
  'workspace.uploads.registration-name-is-the-reserved': {
    'a name that differs from the reservation is accepted': acceptingAnotherName,
  },
  'workspace.uploads.registration-needs-a-reservation': {
    'an id that was never reserved is accepted': unguarded('not-reserved', REGISTER),
  },
  'workspace.uploads.registered-is-listed': {
    'the newest publication is not listed': withoutTheNewest,
    'the publication is not stored': unregistered,
  },
  'workspace.uploads.registered-is-listed @ an audiobook': {
    'audiobooks are not listed': rows((view, page) =>
      newest(view, {...page, where: (row) => (row as PublicationRow).type !== 'audiobook'}),
    ),
  },
  'workspace.uploads.registered-is-readable': {
    'the newest publication cannot be read': ofPublications.finding(PUBLICATION, (row, view) =>
      isLast(row, view) ? undefined : row,
    ),
    'the publication is not stored': unregistered,
  },
  'workspace.uploads.original-size-is-what-was-sent': {
    'the registration shows one byte more': shifted('registered', '/original_size_bytes', 1),
    'the list shows another size': shown('page', '/data/*/original_size_bytes', 7),
    'reading shows one byte less': shifted('publication', '/original_size_bytes', -1),
    'the size is stored as one kilobyte': setting(REGISTER, 'publications', {size: 1024}),
  },
  'workspace.uploads.original-size-is-what-was-sent @ files of any size': {
    'sizes are even': ofPublications.mistaking(PUBLICATION, ({size}) => ({
      size: size - (size % 2),
    })),
    'a size has 12 bits': ofPublications.mistaking(PUBLICATION, ({size}) => ({size: size % 4096})),
  },
  'workspace.uploads.moves-are-the-listed-ones': {
    'only the newest publication counts as a repetition': ofPublications.finding(
      REGISTER,
      (row, view) => (isLast(row, view) ? row : undefined),
    ),
    'the bytes of one upload count for the next': inEachWorld(REGISTER, () => {
      let landed: StoredObject | undefined;
      return seeing(REGISTER, (view) => ({
        object: (key) => {
          landed = view.object(key) ?? landed;
          return landed;
        },
      }));
    }),
    'one publication above the allowance is accepted': ofWorkspaces.mistaking(
      REGISTER,
      ({allowance}) => ({allowance: allowance === null ? null : allowance + 1}),
    ),
    'a publication disappears when its upload link expires': ofPublications.finding(
      PUBLICATION,
      (row, view) => {
        const {linkExpires = Infinity} = view.find<UploadRow>('uploads', row.key) ?? {};
        return linkExpires <= view.now ? undefined : row;
      },
    ),
    'a registration refused to another workspace is stored': partlyDone(
      'key-outside',
      'publications',
    ),
    'a reservation is accepted without allowance': unguarded('allowance-spent', RESERVE),
    'an incomplete upload is registered': unguarded('incomplete', REGISTER),
  },
  'workspace.uploads.moves-are-the-listed-ones @ files of any size': {
    'a file of less than three bytes is incomplete': refusingSizes((size) => size < 3),
    'a file of a whole number of kilobytes is incomplete': refusingSizes(
      (size) => size % 1024 === 0,
    ),
  },
});
