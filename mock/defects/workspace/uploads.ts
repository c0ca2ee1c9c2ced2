import type {Defect, Seam} from '../../defect.ts';
import type {StoredObject} from '../../objects/object-store.ts';
import {isRefused, type Done, type View} from '../../operation.ts';
import type {WorkspaceRow} from '../../workspace/access/rows.ts';
import {renderPublication, type PublicationRow} from '../../workspace/publications/rows.ts';
import {cycleOf, spendOne} from '../../workspace/uploads/allowance.ts';
import type {UploadRow} from '../../workspace/uploads/rows.ts';
import type {Change, Row} from '../../world/change.ts';
import {afterwards, around, breaking, finding, hearing, seeing, viewWith} from '../breaking.ts';

const REGISTER = ['createPublication'];

const own = (view: View): WorkspaceRow => view.find<WorkspaceRow>('workspaces', view.tenant)!;
const spending = (view: View, workspace = own(view)): Change => ({
  table: 'workspaces',
  put: spendOne(workspace, view.now),
});

/** The publication that a registration puts. */
const made = ({changes = []}: Done): PublicationRow =>
  changes.flatMap((change) =>
    change.table === 'publications' && 'put' in change ? [change.put as PublicationRow] : [],
  )[0]!;

/** What a registration changes, with another id of the publication. */
const renamed = ({changes = []}: Done, key: string): Change[] =>
  changes.map((change) =>
    change.table === 'publications' && 'put' in change
      ? {...change, put: {...change.put, key}}
      : change,
  );

/** An upload as a publication that nobody registered. */
const early = (upload: UploadRow): PublicationRow => ({
  key: upload.key,
  tenant: upload.tenant,
  seq: upload.seq,
  type: 'book',
  status: 'reserved',
  title: upload.filename,
  filename: upload.filename,
  size: upload.size,
  workingFile: null,
  workingSize: null,
  createdAt: 0,
  appearsAt: 0,
});

/** The workspace's row in the cycle that it was last written in, whatever the time. */
const neverTurning = (operations: string[]): Seam =>
  finding<WorkspaceRow>(operations, 'workspaces', (row, {now}) => ({...row, cycle: cycleOf(now)}));

const isNewest = (row: PublicationRow, view: View): boolean =>
  row === view.newest('publications', {limit: 1})[0];

/** Of more bytes than were declared the others are not looked at, nor is the reserved size. */
const atMost = seeing(REGISTER, (view, {body}) => {
  const declared = (body as {size_bytes: number}).size_bytes;
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

export const uploads: Defect[] = [
  ...breaking('workspace.uploads.reservation-needs-allowance', {
    'refused, and a URL is given': {
      seam: 'member',
      situation: 'allowance-spent',
      in: ['createUpload'],
      pointer: '/upload_url',
      edit: {set: 'http://localhost/bytes'},
    },
  }),
  ...breaking('workspace.uploads.registration-needs-every-byte', {
    'more bytes than declared will do': atMost,
  }),
  ...breaking('workspace.uploads.reservation-ids-differ', {
    'every reservation has the same id': {
      seam: 'member',
      situation: 'reserved',
      pointer: '/publication_id',
      edit: {set: 'pub_reserved'},
    },
  }),
  ...breaking('workspace.uploads.reservation-spends-nothing', {
    'it spends a place': afterwards(['createUpload'], (done, view) => ({
      ...done,
      changes: [...(done.changes ?? []), spending(view)],
    })),
    'it spends the place that registration does not': {
      seam: 'several',
      seams: [
        afterwards(['createUpload'], (done, view) => ({
          ...done,
          changes: [...(done.changes ?? []), spending(view)],
        })),
        {seam: 'change', in: REGISTER, table: 'workspaces', drop: true},
      ],
    },
  }),
  ...breaking('workspace.uploads.reserved-is-no-publication', {
    'it is readable': around(['getPublication'], (next) => (view, input) => {
      const upload = view.find<UploadRow>('uploads', input.path['publication']!);
      const done = next(view, input);
      return isRefused(done) && upload
        ? {situation: 'publication', body: renderPublication(early(upload))}
        : done;
    }),
    'it is listed': afterwards(['listPublications'], (done, view) => {
      const body = done.body as {data: unknown[]};
      const waiting = view.newest<UploadRow>('uploads', {
        limit: 10,
        where: ({key}) => !view.find('publications', key),
      });
      return {
        ...done,
        body: {
          ...body,
          data: [...waiting.map((upload) => renderPublication(early(upload))), ...body.data],
        },
      };
    }),
  }),
  ...breaking('workspace.uploads.link-needs-no-key', {
    'storage asks for a key': {seam: 'ability', in: ['storage'], also: 'library:write'},
    'the bytes are lost': {seam: 'change', in: ['storage'], table: 'objects', drop: true},
  }),
  ...breaking('workspace.uploads.link-lives-30-minutes', {
    'some seconds less': {seam: 'number', number: 'uploads.link_lives_ms', add: -10_000},
    'some seconds more': {seam: 'number', number: 'uploads.link_lives_ms', add: 10_000},
    'for good': {seam: 'skip', situation: 'link-expired', in: ['storage']},
  }),
  ...breaking('workspace.uploads.expired-link-lands-nothing', {
    'refused, and stored all the same': {
      seam: 'effect',
      situation: 'link-expired',
      in: ['storage'],
    },
    stored: {seam: 'skip', situation: 'link-expired', in: ['storage']},
    'refused, and what landed in time is replaced': {
      seam: 'effect',
      situation: 'link-expired',
      in: ['storage'],
      over: true,
    },
  }),
  ...breaking('workspace.uploads.signed-headers-are-needed', {
    'stored without them': {seam: 'skip', situation: 'link-headers', in: ['storage']},
  }),
  ...breaking('workspace.uploads.registration-keeps-the-id', {
    'another id is answered': {
      seam: 'member',
      situation: 'registered',
      pointer: '/id',
      edit: {set: 'pub_registered'},
    },
    'another id is made': afterwards(REGISTER, (done, view) => {
      const key = view.newId('pub');
      return {...done, changes: renamed(done, key), body: renderPublication({...made(done), key})};
    }),
  }),
  ...breaking('workspace.uploads.registration-values-are-the-reserved', {
    'another size than was reserved': hearing(REGISTER, ({body}, view) => {
      const said = body as {publication_id: string; size_bytes: number};
      const reserved =
        view.find<UploadRow>('uploads', said.publication_id)?.size ?? said.size_bytes;
      return {body: {...said, ...(said.size_bytes !== reserved && {size_bytes: reserved})}};
    }),
    'a smaller size than was stored': atMost,
    'another name than was reserved': seeing(REGISTER, (view, {body}) => ({
      find: <R extends Row>(table: string, key: string) => {
        const row = view.find<R>(table, key);
        return row && table === 'uploads'
          ? {
              ...row,
              filename: (body as {original_filename: string}).original_filename,
              size: (body as {size_bytes: number}).size_bytes,
            }
          : row;
      },
    })),
    'a larger size than was stored': hearing(REGISTER, ({body}, view) => {
      const said = body as {key: string; size_bytes: number};
      return {
        body: {
          ...said,
          size_bytes: Math.min(said.size_bytes, view.object(said.key)?.size ?? said.size_bytes),
        },
      };
    }),
  }),
  ...breaking('workspace.uploads.registration-needs-a-reservation', {
    'an id that was never reserved': {seam: 'skip', situation: 'not-reserved', in: REGISTER},
  }),
  ...breaking('workspace.uploads.parallel-registrations-stay-within-allowance', {
    'checked before the other wrote': {seam: 'stale', in: REGISTER, table: 'workspaces'},
    'not checked again': {seam: 'skip', situation: 'allowance-spent', in: REGISTER},
  }),
  ...breaking('workspace.uploads.registration-spends-one', {
    nothing: {seam: 'change', in: REGISTER, table: 'workspaces', keep: ['spent']},
    two: afterwards(REGISTER, (done, view) => ({
      ...done,
      changes: [...(done.changes ?? []), spending(view, spendOne(own(view), view.now))],
    })),
    'every fourth is free': around(REGISTER, (next) => {
      let registered = 0;
      return (view, input) => {
        const done = next(view, input);
        if (isRefused(done) || ++registered % 4) return done;
        return {...done, changes: (done.changes ?? []).filter(({table}) => table !== 'workspaces')};
      };
    }),
    'only the first does': afterwards(REGISTER, (done, view) => ({
      ...done,
      changes: (done.changes ?? []).filter(
        ({table}) => table !== 'workspaces' || own(view).spent === 0,
      ),
    })),
  }),
  ...breaking('workspace.uploads.refusal-spends-nothing', {
    'a missing object spends': {
      seam: 'effect',
      situation: 'not-landed',
      in: REGISTER,
      only: ['workspaces'],
    },
    'another size spends': {
      seam: 'effect',
      situation: 'incomplete',
      in: REGISTER,
      only: ['workspaces'],
    },
    'another format spends': {
      seam: 'effect',
      situation: 'format-unsupported',
      in: REGISTER,
      only: ['workspaces'],
    },
    'a foreign key spends': {
      seam: 'effect',
      situation: 'key-outside',
      in: REGISTER,
      only: ['workspaces'],
    },
    'an id that was never reserved spends': {
      seam: 'effect',
      situation: 'not-reserved',
      in: REGISTER,
      only: ['workspaces'],
    },
    'a refused body spends': {
      seam: 'effect',
      situation: 'body-refused',
      in: REGISTER,
      changes: (view) => [spending(view)],
    },
  }),
  ...breaking('workspace.uploads.repetition-spends-nothing', {
    'it spends a place': {
      seam: 'effect',
      situation: 'repetition-refused',
      in: REGISTER,
      only: ['workspaces'],
    },
    'two at once both are': {seam: 'stale', in: REGISTER, table: 'publications'},
    'it is registered again': {seam: 'skip', situation: 'repetition-refused', in: REGISTER},
    'it makes a second publication': {
      seam: 'several',
      seams: [
        {seam: 'skip', situation: 'repetition-refused', in: REGISTER},
        afterwards(REGISTER, (done, view, {body}) => {
          if (!view.find('publications', (body as {publication_id: string}).publication_id))
            return done;
          return {
            ...done,
            changes: renamed(done, view.newId('pub')).filter(({table}) => table !== 'workspaces'),
          };
        }),
      ],
    },
  }),
  ...breaking('workspace.uploads.allowance-renews-with-the-cycle', {
    'not for registrations': neverTurning(REGISTER),
    'not in the account': neverTurning(['getAccount']),
  }),
  ...breaking('workspace.uploads.registered-is-listed', {
    'the newest is left out': seeing(['listPublications'], (view) => ({
      newest: <R extends Row>(table: string, asked: Parameters<View['newest']>[1]) =>
        view
          .newest(table, {...asked, limit: asked.limit + 1})
          .slice(asked.before === undefined ? 1 : 0) as R[],
    })),
    'it is not kept': {seam: 'change', in: REGISTER, table: 'publications', drop: true},
  }),
  ...breaking('workspace.uploads.registered-is-readable', {
    'the newest is not': finding<PublicationRow>(['getPublication'], 'publications', (row, view) =>
      isNewest(row, view) ? undefined : row,
    ),
    'it is not kept': {seam: 'change', in: REGISTER, table: 'publications', drop: true},
  }),
  ...breaking('workspace.uploads.original-size-is-what-was-sent', {
    'one more is answered': {
      seam: 'member',
      situation: 'registered',
      pointer: '/original_size_bytes',
      edit: {add: 1},
    },
    'another is listed': {
      seam: 'member',
      situation: 'page',
      pointer: '/data/*/original_size_bytes',
      edit: {set: 7},
    },
    'one less is read': {
      seam: 'member',
      situation: 'publication',
      pointer: '/original_size_bytes',
      edit: {add: -1},
    },
    'whole kilobytes are kept': {
      seam: 'change',
      in: REGISTER,
      table: 'publications',
      set: {size: 1024},
    },
  }),
  ...breaking('workspace.uploads.moves-are-the-listed-ones', {
    'a repetition is known as such only until the next registration': finding<PublicationRow>(
      REGISTER,
      'publications',
      (row, view) => (isNewest(row, view) ? row : undefined),
    ),
    'what landed for one upload does for the next': around(REGISTER, (next) => {
      let landed: StoredObject | undefined;
      return (view, input) =>
        next(
          viewWith(view, () => ({object: (key) => (landed = view.object(key) ?? landed)})),
          input,
        );
    }),
    'one more than the allowance': finding<WorkspaceRow>(REGISTER, 'workspaces', (row) => ({
      ...row,
      allowance: row.allowance! + 1,
    })),
    'a publication goes with the link of its upload': seeing(['getPublication'], (view, {path}) => {
      const upload = view.find<UploadRow>('uploads', path['publication']!);
      return upload && upload.linkExpires <= view.now ? {find: () => undefined} : {};
    }),
    'what another workspace was refused is there all the same': {
      seam: 'effect',
      situation: 'key-outside',
      in: REGISTER,
      only: ['publications'],
    },
    'a reservation without a free place': {
      seam: 'skip',
      situation: 'allowance-spent',
      in: ['createUpload'],
    },
    'a short upload is registered': {seam: 'skip', situation: 'incomplete', in: REGISTER},
  }),
];
