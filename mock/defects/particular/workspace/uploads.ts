import {DAY_MS} from '../../../../spec/durations.ts';
import {Link, type Done, type View} from '../../../operation.ts';
import type {WorkspaceRow} from '../../../workspace/access/rows.ts';
import type {PublicationRow} from '../../../workspace/publications/rows.ts';
import {spendOne} from '../../../workspace/uploads/allowance.ts';
import type {UploadRow} from '../../../workspace/uploads/rows.ts';
import type {Change} from '../../../world/change.ts';
import {afterwards, around} from '../../breaking.ts';
import {particular, type ParticularDefect} from '../particular.ts';
import {
  fileOf,
  isRefusedAs,
  listing,
  refused,
  refusedButDone,
  refusing,
  REGISTER,
  registering,
  RESERVE,
} from './altered-uploads.ts';
import {withChanges} from '../../stored-rows.ts';
import {off} from '../../families/seams.ts';

const escaped = (text: string | null): string | null =>
  text && text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;');

/** Makes a reservation whose link stores the file under another key than the registration reads. */
const misleading = afterwards(RESERVE, (done, _view, input) => {
  if (!fileOf(input).original_filename.includes('%')) return done;
  const body = done.body as {upload_url: Link};
  const {method, object, expires, headers, limit} = body.upload_url;
  const link = new Link(method, `${object}.part`, expires, headers, limit);
  return {...done, body: {...body, upload_url: link}} satisfies Done;
});

/** Defects of names and sizes of files, and of what is derived from them. */
const values: ParticularDefect[] = [
  ...particular('representations', 'workspace.uploads.reservation-answers-201', {
    'a name with two dots has no format': [
      'A reservation is refused when the name has a dot before that of its extension.',
      refusing(RESERVE, 'format-unsupported', ({original_filename: name}) => /\..*\./.test(name)),
    ],
  }),
  ...particular('representations', 'workspace.uploads.registration-answers-201', {
    'a name outside ASCII is refused': [
      'A registration is refused as an unsupported format when the name has a letter outside ASCII.',
      refusing(REGISTER, 'format-unsupported', ({original_filename: name}) =>
        /\P{ASCII}/u.test(name),
      ),
    ],
    'a file of one byte is incomplete': [
      'A registration of a file of one byte is refused as upload_incomplete.',
      refusing(REGISTER, 'incomplete', ({size_bytes: size}) => size === 1),
    ],
    'the bytes of a name with a percent sign are lost': [
      'The link of a file whose name has a percent sign takes the bytes, and registration does not find them.',
      misleading,
    ],
  }),
  ...particular('representations', 'workspace.uploads.original-size-is-what-was-sent', {
    'a size above a kilobyte is rounded': [
      'Reading and list show a size above 1024 bytes as whole kilobytes.',
      registering(({size}) => (size > 1024 ? {size: size - (size % 1024)} : {})),
    ],
    'a second file of one name has the size of the first': [
      'Reading and list show the size of an earlier publication whose file had the same name.',
      registering(({filename}, view) => {
        const where = (row: PublicationRow): boolean => row.filename === filename;
        const [earlier] = view.oldest<PublicationRow>('publications', {limit: 1, where});
        return earlier ? {size: earlier.size} : {};
      }),
    ],
  }),
  ...particular('representations', 'workspace.publications.listed-is-readable', {
    'the list escapes markup in titles': [
      'The list shows `&`, `<` and apostrophes of a title as entities, reading shows the characters.',
      listing(({title}) => ({title: escaped(title)})),
    ],
    'the list cuts long titles': [
      'The list shows the first 40 characters of a title, reading shows it whole.',
      listing(({title}) => ({title: title && title.slice(0, 40)})),
    ],
  }),
];

const spending = (view: View): Change[] => {
  const workspace = view.find<WorkspaceRow>('workspaces', view.tenant);
  return workspace ? [{table: 'workspaces', put: spendOne(workspace, view.now)}] : [];
};

/** Defects of what a refused registration leaves behind (Errors). */
const refusals: ParticularDefect[] = [
  ...particular('refusals', 'workspace.uploads.refusal-spends-nothing', {
    'the second refusal of one upload spends': [
      'A registration without bytes that is refused for the second time spends one publication.',
      around(REGISTER, (next) => {
        const before = new Set<string>();
        return (view, input) => {
          const outcome = next(view, input);
          const {publication_id: id} = fileOf(input);
          if (!isRefusedAs(outcome, 'not-landed')) return outcome;
          if (before.has(id))
            return refusedButDone('not-landed', 'upload_not_found', spending(view));
          before.add(id);
          return outcome;
        };
      }),
    ],
  }),
  ...particular('refusals', 'workspace.uploads.original-size-is-what-was-sent', {
    'the size of a refused registration is kept': [
      'A publication shows the size that an earlier, refused registration of the upload declared.',
      around(REGISTER, (next) => {
        const declared = new Map<string, number>();
        return (view, input) => {
          const outcome = next(view, input);
          const {publication_id: id, size_bytes: size} = fileOf(input);
          if (isRefusedAs(outcome, 'incomplete', 'not-as-reserved')) declared.set(id, size);
          const wrong = declared.get(id);
          if ('refused' in outcome || wrong === undefined) return outcome;
          return {...outcome, changes: (outcome.changes ?? []).map((one) => sized(one, wrong))};
        };
      }),
    ],
  }),
  ...particular('refusals', 'workspace.uploads.registration-answers-201', {
    'the attempt of another workspace ends a reservation': [
      'After another workspace tried to register a reserved id, its owner cannot register it.',
      around(REGISTER, (next) => {
        const tried = new Set<string>();
        return (view, input) => {
          const outcome = next(view, input);
          const {publication_id: id} = fileOf(input);
          const upload = view.anywhere<UploadRow>('uploads', id);
          if (upload && upload.tenant !== view.tenant) tried.add(id);
          return tried.has(id) ? refused('not-reserved') : outcome;
        };
      }),
    ],
  }),
  ...particular('refusals', 'workspace.uploads.reservation-spends-nothing', {
    'a reservation of a name that was reserved spends': [
      'A second reservation of the same file name spends one publication.',
      afterwards(RESERVE, (done, view, input) => {
        const {original_filename: name} = fileOf(input);
        const where = ({filename}: UploadRow): boolean => filename === name;
        const isSecond = view.newest<UploadRow>('uploads', {limit: 1, where}).length > 0;
        return isSecond ? withChanges(done, ...spending(view)) : done;
      }),
    ],
  }),
];

const sized = (change: Change, size: number): Change =>
  change.table === 'publications' && 'put' in change
    ? {...change, put: {...change.put, size} as PublicationRow}
    : change;

/** Whether an upload that was reserved later is already registered. */
function isOvertaken(view: View, id: string): boolean {
  const own = view.find<UploadRow>('uploads', id);
  const where = ({key, seq}: UploadRow): boolean =>
    seq > (own?.seq ?? Infinity) && view.find('publications', key) !== undefined;
  return view.newest<UploadRow>('uploads', {limit: 1, where}).length > 0;
}

/** Defects of several simultaneous uploads, and of particular times. */
const orders: ParticularDefect[] = [
  ...particular('order', 'workspace.uploads.registration-answers-201', {
    'the older of two uploads cannot follow the newer': [
      'An upload cannot be registered once one that was reserved after it is registered.',
      refusing(REGISTER, 'not-reserved', ({publication_id: id}, view) => isOvertaken(view, id)),
    ],
  }),
  ...particular('order', 'workspace.publications.newest-first', {
    'the list is in the order of reservation': [
      'The list is sorted by the instants of reservation instead of those of registration.',
      registering((row, view) => ({seq: view.find<UploadRow>('uploads', row.key)?.seq ?? row.seq})),
    ],
  }),
  ...particular('instants', 'workspace.uploads.registration-answers-201', {
    'bytes are forgotten when their link expires': [
      'Bytes that landed in time cannot be registered any more once the link has expired.',
      refusing(
        REGISTER,
        'not-landed',
        ({publication_id: id}, view) =>
          view.now >= (view.find<UploadRow>('uploads', id)?.linkExpires ?? Infinity),
      ),
    ],
  }),
  ...particular('instants', 'workspace.publications.creation-time-is-when-registered', {
    'the last days of a month are the first of the next': [
      'The creation time of what is registered on the 29th, 30th or 31st is three days late.',
      registering(({createdAt}) =>
        new Date(createdAt).getUTCDate() > 28 ? {createdAt: createdAt + 3 * DAY_MS} : {},
      ),
    ],
  }),
  ...particular('instants', 'workspace.uploads.link-lives-30-minutes', {
    'the link works a second too long': [
      'The link of an upload works for 30 minutes and a second.',
      off('uploads.link_lives_ms', 1000),
    ],
  }),
  ...particular('races', 'workspace.uploads.reservation-ids-differ', {
    'equal reservations of one second have one id': [
      'Two reservations of one name and size in the same second have the same publication id.',
      afterwards(RESERVE, (done, view, input) => {
        const {original_filename: name, size_bytes: size} = fileOf(input);
        const second = Math.floor(view.now / 1000);
        const where = (row: UploadRow): boolean =>
          row.filename === name && row.size === size && secondOf(row, view) === second;
        const [twin] = view.newest<UploadRow>('uploads', {limit: 1, where});
        if (!twin) return done;
        const body = done.body as object;
        return {...done, body: {...body, publication_id: twin.key, key: twin.object}, changes: []};
      }),
    ],
  }),
];

/** The second in which an upload was reserved. */
const secondOf = ({linkExpires}: UploadRow, view: View): number =>
  Math.floor((linkExpires - view.number('uploads.link_lives_ms')) / 1000);

/** Defects of reservations and registrations. */
export const uploads: ParticularDefect[] = [...values, ...refusals, ...orders];
