import type {Defect} from '../../../defect.ts';
import {isRefused, refuse, type View} from '../../../operation.ts';
import type {WorkspaceRow} from '../../../workspace/access/rows.ts';
import type {FileRow, PublicationRow} from '../../../workspace/publications/rows.ts';
import {spendOne} from '../../../workspace/uploads/allowance.ts';
import type {Change, Row} from '../../../world/change.ts';
import {afterwards, around, atPlace, breaking, seeing, viewWith} from '../../breaking.ts';
import {withChanges} from '../../stored-rows.ts';

/** The body of the list of publications. */
interface Page {
  data: {value: {id: string}}[];
  next_cursor: string | null;
}

type PageOf = Parameters<View['newest']>[1];

/** Lists own rows first. When they fill a page, the rows of other workspaces follow. */
const foreignRowsAfterAPage = (view: View): Partial<View> => ({
  newest: <R extends Row>(table: string, {before, limit}: PageOf) => {
    const rows = view.newest<R>(table, {limit: 10_000});
    const own = rows.filter(({tenant}) => tenant === view.tenant);
    const shown =
      own.length < 50 ? own : [...own, ...rows.filter(({tenant}) => tenant !== view.tenant)];
    const from = before === undefined ? 0 : shown.findIndex(({seq}) => seq === before) + 1;
    return shown.slice(from, from + limit);
  },
});

/** Lists own rows first, then the rows of other workspaces. */
const foreignRowsLast = (view: View): Partial<View> => ({
  newest: <R extends Row>(table: string, {before, limit}: PageOf) => {
    const rows = view.newest<R>(table, {limit: 1000, ...(before !== undefined && {before})});
    const isOwn = ({tenant}: R): boolean => tenant === view.tenant;
    return [...rows.filter(isOwn), ...rows.filter((row) => !isOwn(row))].slice(0, limit);
  },
});

/** A view of the publications of a workspace, from a row on. */
const viewOf = (view: View, tenant: string, from: number | undefined): View =>
  viewWith(view, {
    newest: <R extends Row>(table: string, {before, limit}: PageOf) => {
      const last = from ?? before;
      const where = (row: R): boolean => row.tenant === tenant;
      return view.newest<R>(table, {limit, ...(last !== undefined && {before: last}), where});
    },
  });

/** Lets a cursor lead to the next rows of the workspace to which it was issued, whoever sends it. */
const cursorsOfAll = around(['listPublications'], (next) => {
  const issued = new Map<string, {tenant: string; before: number}>();
  return (view, input) => {
    const from = issued.get(input.query['cursor'] ?? '');
    const tenant = from?.tenant ?? view.tenant;
    const shown = viewOf(view, tenant, from?.before);
    const done = next(shown, from ? {...input, query: {}} : input);
    if (isRefused(done)) return done;
    const {data, next_cursor: cursor} = done.body as Page;
    const last = view.anywhere<Row>('publications', data.at(-1)?.value.id ?? '');
    if (cursor && last) issued.set(cursor, {tenant, before: last.seq});
    return done;
  };
});

/** Lets a registration find the reservation of another workspace when the file has a key of its own. */
const findingForeignReservation = seeing(['createPublication'], (view, {body}) => ({
  find: <R extends Row>(table: string, key: string) => {
    const own = view.find<R>(table, key);
    if (table !== 'uploads') return own;
    const {key: object} = body as {key: string};
    const row = own ?? (view.object(object) ? view.anywhere<R>(table, key) : undefined);
    return row && {...row, object};
  },
}));

/** Lets a registration use the allowance of every other workspace as well. */
const spendingEverywhere = afterwards(['createPublication'], (done, view) => {
  const others = view.newest<WorkspaceRow>('workspaces', {
    limit: 10,
    where: ({key}) => key !== view.tenant,
  });
  const spent = others.map((other): Change => ({
    table: 'workspaces',
    put: spendOne(other, view.now),
  }));
  return withChanges(done, ...spent);
});

/** Shows the remaining allowance of all workspaces together in an account. */
const subtractingEverywhere = afterwards(['getAccount'], (done, view) => {
  const body = done.body as {publications_left: number};
  const spent = view
    .newest<WorkspaceRow>('workspaces', {limit: 10})
    .reduce((sum, workspace) => sum + workspace.spent, 0);
  return {...done, body: {...body, publications_left: Math.max(0, body.publications_left - spent)}};
});

/**
 * Lets an operation tell another workspace's resource by its text and by a member.
 * @param name of the operation, or of its tool
 */
const telling = (name: string, operation: string, situation: string): Defect[] =>
  breaking('workspace.access.foreign-tells-nothing', {
    [`${name} adds a member for what is foreign`]: {
      seam: 'member',
      situation,
      in: [operation],
      when: 'foreign',
      pointer: '/detail',
      edit: {set: 'another workspace'},
    },
    [`${name} has another text for what is foreign`]: {
      seam: 'member',
      situation,
      in: [operation],
      when: 'foreign',
      pointer: '/error',
      edit: {set: 'This is not yours.'},
    },
  });

/** Lets an operation tell another workspace's resource by text, member and header. */
const tellingAt = (operation: string, situation: string): Defect[] =>
  [
    ...telling(operation, operation, situation),
    ...breaking('workspace.access.foreign-tells-nothing', {
      [`${operation} adds a header for what is foreign`]: {
        seam: 'header',
        situation,
        in: [operation],
        when: 'foreign',
        header: 'x-owner',
        edit: {set: 'another workspace'},
      },
    }),
  ].map((defect) => ({...defect, place: operation}));

/** The same by a tool of the operation. */
const tellingTool = (operation: string, situation: string): Defect[] =>
  telling(`the tool of ${operation}`, operation, situation).map((defect) => ({
    ...defect,
    place: `${operation} through a tool`,
    interface: 'mcp' as const,
  }));

/** Reveals the existence of a publication to another workspace once a tool has replaced its file. */
const toldOnceRepaired = around(['getPublication'], (next) => (view, input) => {
  const row = view.anywhere<PublicationRow>('publications', input.path['publication'] ?? '');
  const working = row && view.anywhere<FileRow>('files', row.workingFile ?? '');
  const isTold = row?.tenant !== view.tenant && (working?.tool ?? null) !== null;
  return isTold
    ? refuse('forbidden', {expected: 'the own workspace', got: 'another', todo: 'none'})
    : next(view, input);
});

/** Defects by which one workspace sees or changes another (Authentication). */
export const tenancy: Defect[] = [
  ...atPlace(
    'in any state of a publication',
    breaking('workspace.access.foreign-is-not-found', {
      'what a tool has repaired is answered 403 to another workspace': toldOnceRepaired,
    }),
  ),
  ...atPlace(
    'startRun with an Idempotency-Key',
    breaking('workspace.access.foreign-is-not-found', {
      'a start with a key on a foreign publication is answered 403': {
        seam: 'refusal',
        situation: 'publication-not-found',
        in: ['startRun'],
        when: 'foreign',
        as: {situation: 'forbidden'},
      },
    }),
  ),
  ...breaking('workspace.access.foreign-tells-nothing', {
    'a foreign publication is answered 410': {
      seam: 'refusal',
      situation: 'publication-not-found',
      when: 'foreign',
      as: {status: 410},
    },
    'a foreign publication has its own reason': {
      seam: 'refusal',
      situation: 'publication-not-found',
      when: 'foreign',
      as: {reason: 'publication_elsewhere'},
    },
    'a foreign publication has its own detail': {
      seam: 'member',
      situation: 'publication-not-found',
      when: 'foreign',
      pointer: '/detail',
      edit: {set: 'of another workspace'},
    },
    'foreign and unknown publications have different details': {
      seam: 'several',
      seams: [
        {
          seam: 'member',
          situation: 'publication-not-found',
          pointer: '/detail',
          edit: {set: 'There is nothing here.'},
        },
        {
          seam: 'member',
          situation: 'publication-not-found',
          when: 'foreign',
          pointer: '/detail',
          edit: {set: 'It is of another workspace.'},
        },
      ],
    },
    'a foreign publication adds an owner header': {
      seam: 'header',
      situation: 'publication-not-found',
      when: 'foreign',
      header: 'x-owner',
      edit: {set: 'another workspace'},
    },
    'foreign and unknown publications differ in a header value': {
      seam: 'several',
      seams: [
        {
          seam: 'header',
          situation: 'publication-not-found',
          header: 'cache-control',
          edit: {set: 'no-store'},
        },
        {
          seam: 'header',
          situation: 'publication-not-found',
          when: 'foreign',
          header: 'cache-control',
          edit: {set: 'private'},
        },
      ],
    },
    'a foreign publication adds Cache-Control': {
      seam: 'header',
      situation: 'publication-not-found',
      when: 'foreign',
      header: 'cache-control',
      edit: {set: 'private'},
    },
  }),
  ...tellingAt('listPublicationFiles', 'publication-not-found'),
  ...tellingAt('getCurrentPublicationFile', 'publication-not-found'),
  ...tellingAt('getPublicationReader', 'publication-not-found'),
  ...tellingAt('startRun', 'publication-not-found'),
  ...tellingAt('downloadFile', 'file-not-found'),
  ...(
    [
      'getPublication',
      'listPublicationFiles',
      'getCurrentPublicationFile',
      'getPublicationReader',
      'startRun',
    ] as const
  ).flatMap((op) => tellingTool(op, 'publication-not-found')),
  ...tellingTool('downloadFile', 'file-not-found'),
  ...breaking('workspace.access.list-shows-own-only', {
    'the publications of all workspaces are listed': {seam: 'tenancy', in: ['listPublications']},
    'foreign rows follow a full page of own rows': {
      seam: 'several',
      seams: [
        {seam: 'tenancy', in: ['listPublications']},
        seeing(['listPublications'], foreignRowsAfterAPage),
      ],
    },
    'a foreign cursor leads to foreign rows': {
      seam: 'several',
      seams: [{seam: 'tenancy', in: ['listPublications']}, cursorsOfAll],
    },
    'foreign rows follow the own rows': {
      seam: 'several',
      seams: [
        {seam: 'tenancy', in: ['listPublications']},
        seeing(['listPublications'], foreignRowsLast),
      ],
    },
  }),
  ...breaking('workspace.access.foreign-upload-cannot-be-registered', {
    'a foreign key is not checked': {
      seam: 'skip',
      situation: 'key-outside',
      in: ['createPublication'],
    },
    'neither key nor reservation is checked': {
      seam: 'several',
      seams: ['key-outside', 'not-reserved'].map((situation) => ({
        seam: 'skip',
        situation,
        in: ['createPublication'],
      })),
    },
    'a foreign id is accepted with an own key': findingForeignReservation,
    'a refused foreign upload is registered': {
      seam: 'effect',
      situation: 'key-outside',
      in: ['createPublication'],
      only: ['publications', 'files'],
    },
  }),
  ...breaking('workspace.access.allowance-is-own', {
    'a registration spends the allowance of every workspace': {
      seam: 'several',
      seams: [{seam: 'tenancy', in: ['createPublication']}, spendingEverywhere],
    },
    'the account subtracts what all workspaces spent': {
      seam: 'several',
      seams: [{seam: 'tenancy', in: ['getAccount']}, subtractingEverywhere],
    },
  }),
];
