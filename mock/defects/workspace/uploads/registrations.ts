import type {Defect, Seam} from '../../../defect.ts';
import type {StoredObject} from '../../../objects/object-store.ts';
import {refuse, type View, type Transition} from '../../../operation.ts';
import type {WorkspaceRow} from '../../../workspace/access/rows.ts';
import {renderPublication, type PublicationRow} from '../../../workspace/publications/rows.ts';
import type {UploadRow} from '../../../workspace/uploads/rows.ts';
import type {Row} from '../../../world/change.ts';
import {
  afterwards,
  around,
  atPlace,
  breaking,
  finding,
  receiving,
  seeing,
  viewWith,
  acceptingWhere,
} from '../../breaking.ts';
import {REGISTER, registeredPublication, withPublicationKey} from './registered.ts';

/** The body of a registration. */
interface Registration {
  publication_id: string;
  key: string;
  original_filename: string;
  size_bytes: number;
}

/** Refuses registrations of files with such names. */
const refusingNames = (which: (name: string) => boolean) =>
  around(
    REGISTER,
    (next) => (view, input) =>
      which((input.body as Registration).original_filename)
        ? refuse('format-unsupported', {expected: 'a name', got: 'another', todo: 'rename it'})
        : next(view, input),
  );

const isNewest = (row: PublicationRow, view: View): boolean =>
  row === view.newest('publications', {limit: 1})[0];

/** Accepts more stored bytes than declared, and another size than reserved. */
const acceptingMoreBytes = seeing(REGISTER, (view, {body}) => {
  const {size_bytes: declared} = body as Registration;
  return {
    object: (key) => {
      const stored = view.object(key);
      return stored && {...stored, size: Math.min(stored.size, declared)};
    },
    find: <R extends Row>(table: string, key: string) => {
      const row = view.find<R>(table, key);
      return row && table === 'uploads' ? {...row, size: declared} : row;
    },
  };
});

/** Replaces the name and size of a registration by those of the reservation. */
const acceptingAnotherName = finding(REGISTER, 'uploads', (upload, _view, {body}) => {
  const {original_filename: filename, size_bytes: size} = body as Registration;
  return {...upload, filename, size};
});

/** Replaces the size of a registration by the reserved one before it is checked. */
const acceptingAnotherSize = receiving(REGISTER, ({body}, view) => {
  const registration = body as Registration;
  const reserved = view.find<UploadRow>('uploads', registration.publication_id);
  return {body: {...registration, size_bytes: reserved?.size ?? registration.size_bytes}};
});

/** Reduces the size of a registration to the stored one before it is checked. */
const acceptingFewerBytes = receiving(REGISTER, ({body}, view) => {
  const registration = body as Registration;
  const stored = view.object(registration.key)?.size ?? registration.size_bytes;
  return {body: {...registration, size_bytes: Math.min(registration.size_bytes, stored)}};
});

/** Lets a registration use the file of any upload that the key names. */
const acceptingAnotherKey = finding(REGISTER, 'uploads', (upload, _view, {body}) => ({
  ...upload,
  object: (body as Registration).key,
}));

/** The name of a file counts as supported where its ending is not in small letters. */
const supportingCapitals = (operation: string): Seam =>
  acceptingWhere([operation], 'format-unsupported', ({body}) =>
    /\.[^.]*[A-Z][^.]*$/.test((body as Registration).original_filename),
  );

/** Takes the bytes that landed last for those of an upload without any. */
function countingTheLast(next: Transition): Transition {
  let landed: StoredObject | undefined;
  return (view, input) => {
    const object = (key: string): StoredObject | undefined => {
      landed = view.object(key) ?? landed;
      return landed;
    };
    return next(viewWith(view, {object}), input);
  };
}

/** Defects of registrations (Endpoints, register; States, Upload and registration). */
export const registrations: Defect[] = [
  ...atPlace('an ending in capitals', [
    ...breaking('workspace.uploads.reservation-refuses-format', {
      'a name in capitals is reserved whatever its format': supportingCapitals('createUpload'),
    }),
    ...breaking('workspace.uploads.registration-refuses-format', {
      'a name in capitals is registered whatever its format': {
        seam: 'several',
        seams: [acceptingAnotherName, supportingCapitals('createPublication')],
      },
    }),
  ]),
  ...atPlace(
    'of an audiobook',
    breaking('workspace.uploads.registration-needs-every-byte', {
      'an audiobook is registered whatever landed of it': acceptingWhere(
        REGISTER,
        'incomplete',
        ({body}) => (body as Registration).original_filename.endsWith('.m4b'),
      ),
    }),
  ),
  ...atPlace(
    'an empty file',
    breaking('workspace.uploads.registration-needs-every-byte', {
      'an empty file counts as none': seeing(REGISTER, (view) => ({
        object: (key) => (view.object(key)?.size ? view.object(key) : undefined),
      })),
    }),
  ),
  ...atPlace(
    'of an upload that landed',
    breaking('workspace.uploads.registration-refuses-foreign-key', {
      'a foreign key is looked for in the own workspace': {
        seam: 'refusal',
        situation: 'key-outside',
        in: REGISTER,
        as: {situation: 'not-landed'},
      },
    }),
  ),
  ...atPlace(
    'a file with a long name',
    breaking('workspace.uploads.registration-answers-201', {
      'a name is cut after 80 characters before its ending is read': refusingNames(
        (name) => name.length > 80,
      ),
    }),
  ),
  ...atPlace(
    'a file with a name in other scripts',
    breaking('workspace.uploads.registration-answers-201', {
      'a name is kept in Latin-1, and is another one then': refusingNames((name) =>
        [...name].some((letter) => letter > '\u00ff'),
      ),
    }),
  ),
  ...breaking('workspace.uploads.registration-needs-every-byte', {
    'more bytes than declared are accepted': acceptingMoreBytes,
  }),
  ...breaking('workspace.uploads.registration-keeps-the-id', {
    'the response has another id': {
      seam: 'member',
      situation: 'registered',
      pointer: '/id',
      edit: {set: 'pub_registered'},
    },
    'the publication gets another id': afterwards(REGISTER, (done, view) => {
      const key = view.newId('pub');
      return {
        ...done,
        changes: withPublicationKey(done, key),
        body: renderPublication({...registeredPublication(done), key}),
      };
    }),
  }),
  ...breaking('workspace.uploads.registration-values-are-the-reserved', {
    'a size that differs from the reservation is accepted': acceptingAnotherSize,
    'a size below the stored one is accepted': acceptingMoreBytes,
    'a size above the stored one is accepted': acceptingFewerBytes,
  }),
  ...breaking('workspace.uploads.registration-name-is-the-reserved', {
    'a name that differs from the reservation is accepted': acceptingAnotherName,
  }),
  ...breaking('workspace.uploads.registration-values-are-the-reserved', {
    'the key of another upload is accepted': acceptingAnotherKey,
  }).map((defect) => ({...defect, place: 'the key of another upload'})),
  ...breaking('workspace.uploads.registered-is-listed', {
    'audiobooks are not listed': seeing(['listPublications'], (view) => ({
      newest: <R extends Row>(table: string, page: Parameters<View['newest']>[1]) =>
        view.newest<PublicationRow>(table, {
          ...page,
          where: ({type}) => type !== 'audiobook',
        }) as unknown as R[],
    })),
  }).map((defect) => ({...defect, place: 'an audiobook'})),
  ...breaking('workspace.uploads.registration-needs-a-reservation', {
    'an id that was never reserved is accepted': {
      seam: 'skip',
      situation: 'not-reserved',
      in: REGISTER,
    },
  }),
  ...breaking('workspace.uploads.registered-is-listed', {
    'the newest publication is not listed': seeing(['listPublications'], (view) => ({
      newest: <R extends Row>(table: string, page: Parameters<View['newest']>[1]) =>
        view
          .newest(table, {...page, limit: page.limit + 1})
          .slice(page.before === undefined ? 1 : 0) as R[],
    })),
    'the publication is not stored': {
      seam: 'change',
      in: REGISTER,
      table: 'publications',
      drop: true,
    },
  }),
  ...breaking('workspace.uploads.registered-is-readable', {
    'the newest publication cannot be read': finding<PublicationRow>(
      ['getPublication'],
      'publications',
      (row, view) => (isNewest(row, view) ? undefined : row),
    ),
    'the publication is not stored': {
      seam: 'change',
      in: REGISTER,
      table: 'publications',
      drop: true,
    },
  }),
  ...breaking('workspace.uploads.original-size-is-what-was-sent', {
    'the registration shows one byte more': {
      seam: 'member',
      situation: 'registered',
      pointer: '/original_size_bytes',
      edit: {add: 1},
    },
    'the list shows another size': {
      seam: 'member',
      situation: 'page',
      pointer: '/data/*/original_size_bytes',
      edit: {set: 7},
    },
    'reading shows one byte less': {
      seam: 'member',
      situation: 'publication',
      pointer: '/original_size_bytes',
      edit: {add: -1},
    },
    'the size is stored as one kilobyte': {
      seam: 'change',
      in: REGISTER,
      table: 'publications',
      set: {size: 1024},
    },
  }),
  ...breaking('workspace.uploads.moves-are-the-listed-ones', {
    'only the newest publication counts as a repetition': finding<PublicationRow>(
      REGISTER,
      'publications',
      (row, view) => (isNewest(row, view) ? row : undefined),
    ),
    'the bytes of one upload count for the next': around(REGISTER, countingTheLast),
    'one publication above the allowance is accepted': finding<WorkspaceRow>(
      REGISTER,
      'workspaces',
      (row) => ({
        ...row,
        allowance: row.allowance === null ? null : row.allowance + 1,
      }),
    ),
    'a publication disappears when its upload link expires': seeing(
      ['getPublication'],
      (view, {path}) => {
        const upload = view.find<UploadRow>('uploads', path['publication'] ?? '');
        return upload && upload.linkExpires <= view.now ? {find: () => undefined} : {};
      },
    ),
    'a registration refused to another workspace is stored': {
      seam: 'effect',
      situation: 'key-outside',
      in: REGISTER,
      only: ['publications'],
    },
    'a reservation is accepted without allowance': {
      seam: 'skip',
      situation: 'allowance-spent',
      in: ['createUpload'],
    },
    'an incomplete upload is registered': {seam: 'skip', situation: 'incomplete', in: REGISTER},
  }),
];
