/** Defects of reservations and registrations that particular names, sizes, refusals and times show. */

import {DAY_MS} from '../../../../spec/durations.ts';
import {isRefused, type View} from '../../../operation.ts';
import type {PublicationRow} from '../../../workspace/publications/rows.ts';
import type {UploadRow} from '../../../workspace/uploads/rows.ts';
import {around} from '../../breaking.ts';
import {inEachWorld, onceRefused} from '../../families/remembered.ts';
import {off} from '../../families/seams.ts';
import {cut, escaping} from '../../families/texts.ts';
import {withChanges, withRows} from '../../stored-rows.ts';
import {uploadLinking} from '../../workspace/links.ts';
import {titledInLists} from '../../workspace/publications/reading.ts';
import {
  foreign,
  isRefusedAs,
  ofPublications,
  ofUploads,
  refusedWith,
  REGISTER,
  RESERVE,
  sentIn,
  spendsOne,
} from '../../workspace/rows.ts';
import {particular, type ParticularDefect} from '../particular.ts';

const {refusing} = ofUploads;

/** The newest upload of which something holds. */
const uploadWhere = (view: View, where: (row: UploadRow) => boolean): UploadRow | undefined =>
  view.newest<UploadRow>('uploads', {limit: 1, where})[0];

/** The second in which an upload was reserved. */
const secondOf = ({linkExpires}: UploadRow, view: View): number =>
  Math.floor((linkExpires - view.number('uploads.link_lives_ms')) / 1000);

/** Stores with a registration the size that an earlier, refused one declared. */
const keepingTheSize = around(REGISTER, (next) => {
  const declared = new Map<string, number>();
  return (view, input) => {
    const outcome = next(view, input);
    const {publication_id: id, size_bytes: sent} = sentIn(input);
    if (isRefusedAs(outcome, 'incomplete', 'not-as-reserved')) declared.set(id, sent);
    const size = declared.get(id);
    return isRefused(outcome) || size === undefined
      ? outcome
      : withRows<PublicationRow>(outcome, 'publications', () => ({size}));
  };
});

/** Refuses a registration after another workspace has tried it. */
const endedByOthers = inEachWorld(REGISTER, () => {
  const tried = new Set<string>();
  return refusing(REGISTER, 'not-reserved', ({view, body: {publication_id: id}}) => {
    if (foreign(view, 'uploads', id)) tried.add(id);
    return tried.has(id);
  });
});

/** Defects of names and sizes of files, and of what is derived from them. */
const values: ParticularDefect[] = [
  ...particular('representations', 'workspace.uploads.reservation-answers-201', {
    // A reservation is refused when the name has a dot before that of its extension.
    'a name with two dots has no format': refusing(RESERVE, 'format-unsupported', {
      body: {original_filename: /\..*\./},
    }),
  }),
  ...particular('representations', 'workspace.uploads.registration-answers-201', {
    // A registration is refused as an unsupported format when the name has a letter outside ASCII.
    'a name outside ASCII is refused': refusing(REGISTER, 'format-unsupported', {
      body: {original_filename: /\P{ASCII}/u},
    }),
    // A registration of a file of one byte is refused as upload_incomplete.
    'a file of one byte is incomplete': refusing(REGISTER, 'incomplete', {body: {size_bytes: 1}}),
    // The link of a file whose name has a percent sign takes the bytes, and registration does not find them.
    'the bytes of a name with a percent sign are lost': uploadLinking(
      ({object}) => ({object: `${object}.part`}),
      {body: {original_filename: /%/}},
    ),
  }),
  ...particular('representations', 'workspace.uploads.original-size-is-what-was-sent', {
    // Reading and list show a size above 1024 bytes as whole kilobytes.
    'a size above a kilobyte is rounded': ofPublications.storing(
      REGISTER,
      {row: {size: (size) => size > 1024}},
      ({size}) => ({
        size: size - (size % 1024),
      }),
    ),
    // Reading and list show the size of an earlier publication whose file had the same name.
    'a second file of one name has the size of the first': ofPublications.storing(
      REGISTER,
      {},
      ({filename}, {view}) => {
        const where = (row: PublicationRow): boolean => row.filename === filename;
        const [earlier] = view.oldest<PublicationRow>('publications', {limit: 1, where});
        return earlier && {size: earlier.size};
      },
    ),
  }),
  ...particular('representations', 'workspace.publications.listed-is-readable', {
    // The list shows `&`, `<` and apostrophes of a title as entities, reading shows the characters.
    'the list escapes markup in titles': titledInLists(escaping(/[&<']/g)),
    // The list shows the first 40 characters of a title, reading shows it whole.
    'the list cuts long titles': titledInLists(cut(40)),
  }),
];

/** Defects of what a refused registration leaves behind (Errors). */
const refusals: ParticularDefect[] = [
  ...particular('refusals', 'workspace.uploads.refusal-spends-nothing', {
    // A registration without bytes that is refused for the second time spends one publication.
    'the second refusal of one upload spends': onceRefused(
      REGISTER,
      (input) => sentIn(input).publication_id,
      ({refused}) => refused === 'not-landed',
      (next, view, input) => {
        const outcome = next(view, input);
        return isRefusedAs(outcome, 'not-landed')
          ? refusedWith('not-landed', 'upload_not_found', spendsOne(view))
          : outcome;
      },
    ),
  }),
  ...particular('refusals', 'workspace.uploads.original-size-is-what-was-sent', {
    // A publication shows the size that an earlier, refused registration of the upload declared.
    'the size of a refused registration is kept': keepingTheSize,
  }),
  ...particular('refusals', 'workspace.uploads.registration-answers-201', {
    // After another workspace tried to register a reserved id, its owner cannot register it.
    'the attempt of another workspace ends a reservation': endedByOthers,
  }),
  ...particular('refusals', 'workspace.uploads.reservation-spends-nothing', {
    // A second reservation of the same file name spends one publication.
    'a reservation of a name that was reserved spends': ofUploads.after(
      RESERVE,
      {},
      (done, {view, body: {original_filename: name}}) =>
        uploadWhere(view, ({filename}) => filename === name)
          ? withChanges(done, ...spendsOne(view))
          : done,
    ),
  }),
];

/** Defects of several simultaneous uploads, and of particular times. */
const orders: ParticularDefect[] = [
  ...particular('order', 'workspace.uploads.registration-answers-201', {
    // An upload cannot be registered once one that was reserved after it is registered.
    'the older of two uploads cannot follow the newer': refusing(
      REGISTER,
      'not-reserved',
      ({before, view}) => {
        const isLater = ({key, seq}: UploadRow): boolean =>
          seq > (before?.seq ?? Infinity) && view.find('publications', key) !== undefined;
        return uploadWhere(view, isLater) !== undefined;
      },
    ),
  }),
  ...particular('order', 'workspace.publications.newest-first', {
    // The list is sorted by the instants of reservation instead of those of registration.
    'the list is in the order of reservation': ofPublications.after(REGISTER, {}, (done, {view}) =>
      withRows<PublicationRow>(done, 'publications', ({key, seq}) => ({
        seq: view.find('uploads', key)?.seq ?? seq,
      })),
    ),
  }),
  ...particular('instants', 'workspace.uploads.registration-answers-201', {
    // Bytes that landed in time cannot be registered any more once the link has expired.
    'bytes are forgotten when their link expires': refusing(
      REGISTER,
      'not-landed',
      ({before, view}) => view.now >= (before?.linkExpires ?? Infinity),
    ),
  }),
  ...particular('instants', 'workspace.publications.creation-time-is-when-registered', {
    // The creation time of what is registered on the 29th, 30th or 31st is three days late.
    'the last days of a month are the first of the next': ofPublications.storing(
      REGISTER,
      {},
      ({createdAt}) =>
        new Date(createdAt).getUTCDate() > 28 ? {createdAt: createdAt + 3 * DAY_MS} : undefined,
    ),
  }),
  ...particular('instants', 'workspace.uploads.link-lives-30-minutes', {
    // The link of an upload works for 30 minutes and a second.
    'the link works a second too long': off('uploads.link_lives_ms', 1000),
  }),
  ...particular('races', 'workspace.uploads.reservation-ids-differ', {
    // Two reservations of one name and size in the same second have the same publication id.
    'equal reservations of one second have one id': ofUploads.after(
      RESERVE,
      {},
      (done, {body, view}) => {
        const twin = uploadWhere(
          view,
          (row) =>
            row.filename === body.original_filename &&
            row.size === body.size_bytes &&
            secondOf(row, view) === Math.floor(view.now / 1000),
        );
        const shown = twin && {publication_id: twin.key, key: twin.object};
        return twin ? {...done, body: {...(done.body as object), ...shown}, changes: []} : done;
      },
    ),
  }),
];

/** Defects of reservations and registrations. */
export const uploads: ParticularDefect[] = [...values, ...refusals, ...orders];
