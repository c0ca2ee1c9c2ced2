import {posix} from 'node:path';
import type {Seam} from '../../../defect.ts';
import type {View} from '../../../operation.ts';
import type {WorkspaceRow} from '../../../workspace/access/rows.ts';
import type {FileRow, PublicationRow} from '../../../workspace/publications/rows.ts';
import {toolOf} from '../../../workspace/tools/catalog.ts';
import type {Row} from '../../../world/change.ts';
import {afterwards, seeing, viewWith} from '../../breaking.ts';
import {findingNewest, plain, showing, type PageOf} from '../../families/reads.ts';
import {foreignFound, header, refusedAs, shown, together, unguarded} from '../../families/seams.ts';
import {withChanges} from '../../stored-rows.ts';
import {defects, overMcp, type Phrases} from '../../table.ts';
import {noting} from '../publications/altered-pages.ts';
import {replayedToAll} from '../runs/altered-runs.ts';
import {
  ACCOUNT,
  creating,
  CURRENT,
  DOWNLOAD,
  foreign,
  ofFiles,
  ofPublications,
  ofUploads,
  PUBLICATION,
  PUBLICATIONS,
  READER,
  REGISTER,
  spendsOne,
  START,
  type Sent,
} from '../rows.ts';

/** Lists the rows of all workspaces, the own ones first: those of others when these fill a page, or always. */
const ownRowsFirst = (others: 'after a page' | 'always'): Seam =>
  findingNewest<PublicationRow>(PUBLICATIONS, 'publications', ({before, limit}, view) => {
    const rows = view.newest<PublicationRow>('publications', {limit: 10_000});
    const own = rows.filter(({tenant}) => tenant === view.tenant);
    const isAlone = others === 'after a page' && own.length < 50;
    const all = isAlone ? own : [...own, ...rows.filter((row) => !own.includes(row))];
    const from = before === undefined ? 0 : all.findIndex(({seq}) => seq === before) + 1;
    return all.slice(from, from + limit);
  });

/** A view of the publications of a workspace, from a row on. */
const viewOf = (view: View, {tenant, before}: {tenant: string; before?: number}): View =>
  viewWith(view, {
    newest: <R extends Row>(table: string, page: PageOf) =>
      view.newest<R>(table, {
        ...page,
        ...(before !== undefined && {before}),
        where: (row) => row.tenant === tenant,
      }),
  });

const workspacesOf = (view: View): WorkspaceRow[] =>
  view.newest<WorkspaceRow>('workspaces', {limit: 10});

const ELSEWHERE = 'another workspace';

/** Adds a header to the refusals of what is of another workspace. */
const ownerShown = (situation: string, operations?: string[]): Seam =>
  header(
    situation,
    'x-owner',
    {set: ELSEWHERE},
    {when: 'foreign', ...(operations && {in: operations})},
  );

const TELLS = 'workspace.access.foreign-tells-nothing';

/** Lets an operation tell another workspace's resource by its text and by a member. */
const telling = (name: string, operation: string, situation: string): Phrases => {
  const at = {in: [operation], when: 'foreign'};
  return {
    [`${name} adds a member for what is foreign`]: shown(situation, '/detail', ELSEWHERE, at),
    [`${name} has another text for what is foreign`]: shown(situation, '/error', ELSEWHERE, at),
  };
};

/** Lets an operation tell another workspace's resource by text, member and header. */
const tellingAt = (operation: string, situation: string): Record<string, Phrases> => ({
  [`${TELLS} @ ${operation}`]: {
    ...telling(operation, operation, situation),
    [`${operation} adds a header for what is foreign`]: ownerShown(situation, [operation]),
  },
});

/** The same by a tool of the operation. */
const tellingTool = (operation: string, situation: string): Record<string, Phrases> => ({
  [`${TELLS} @ ${operation} through a tool`]: telling(
    `the tool of ${operation}`,
    operation,
    situation,
  ),
});

const ofPublication = <Told>(
  tell: (operation: string, situation: string) => Record<string, Told>,
  ...operations: string[]
): Record<string, Told> =>
  Object.assign({}, ...operations.map((operation) => tell(operation, 'publication-not-found')));

const NOT_FOUND = 'publication-not-found';
const FOREIGN = {when: 'foreign'};
const detailed = (set: string, at = {}): Seam => shown(NOT_FOUND, '/detail', set, at);
const cached = (set: string, at = {}): Seam => header(NOT_FOUND, 'cache-control', {set}, at);

/** Refuses a download while a workspace can issue no links, before it is looked up whose the file is. */
const withheldFirst = (whose: (file: FileRow, view: View) => WorkspaceRow | undefined): Seam =>
  ofFiles.refusing(DOWNLOAD, 'downloads-unavailable', ({path, view}) => {
    const file = view.anywhere<FileRow>('files', path['file'] ?? '');
    return file && whose(file, view)?.downloads === 'unavailable';
  });

/** Refuses requests about some publications of other workspaces in a situation of their own. */
const told = (
  operations: string[],
  situation: string,
  isTold: (row: PublicationRow, view: View, body: Sent) => boolean = () => true,
): Seam =>
  ofPublications.refusing(operations, situation, ({path, body, view}) => {
    const id = path['publication'] ?? body.publication_id;
    const row = foreign<PublicationRow>(view, 'publications', id);
    return row && isTold(row, view, body);
  });

/** Whether a tool has made a file of another workspace. */
const isMade = (view: View, file: string | null | undefined): boolean =>
  typeof foreign<FileRow>(view, 'files', file ?? '')?.tool === 'string';

const ofAll = (...seams: Seam[]): Seam => together(foreignFound(PUBLICATIONS), ...seams);

const OF_PUBLICATIONS = [
  'listPublicationFiles',
  'getCurrentPublicationFile',
  'getPublicationReader',
  'startRun',
];

/** Defects by which one workspace sees or changes another (Authentication). */
export const tenancy = [
  ...overMcp(
    defects({
      ...ofPublication(tellingTool, 'getPublication', ...OF_PUBLICATIONS),
      ...tellingTool('downloadFile', 'file-not-found'),
    }),
  ),
  ...defects({
    'workspace.access.foreign-is-not-found @ in any state of a publication': {
      'what a tool has repaired is answered 403 to another workspace': told(
        PUBLICATION,
        'forbidden',
        ({workingFile}, view) => isMade(view, workingFile),
      ),
    },
    'workspace.access.foreign-is-not-found @ startRun with an Idempotency-Key': {
      'a start with a key on a foreign publication is answered 403': refusedAs(
        NOT_FOUND,
        {situation: 'forbidden'},
        {in: START, ...FOREIGN},
      ),
    },
    'workspace.access.foreign-is-not-found @ startRun with the Idempotency-Key of its owner': {
      'the run of a key is returned to another workspace that sends it': replayedToAll,
    },
    'workspace.access.foreign-is-not-found @ every version of a file': {
      'what a tool derived is answered 403 to another workspace': ofFiles.refusing(
        DOWNLOAD,
        'forbidden',
        ({path, view}) => isMade(view, path['file']),
      ),
    },
    'workspace.access.foreign-is-not-found @ getPublicationReader while the integration is off': {
      'the mirrors of a foreign publication are answered while the integration is off':
        ofPublications.instead(
          READER,
          ({path, view}) => {
            const found = view.anywhere<PublicationRow>('publications', path['publication'] ?? '');
            const owner = view.anywhere<WorkspaceRow>('workspaces', found?.tenant ?? '');
            return owner?.reader === 'not-configured';
          },
          () => ({situation: 'mirrors', body: {configured: false, mirrors: []}}),
        ),
    },
    [TELLS]: {
      'a foreign publication is answered 410': refusedAs(NOT_FOUND, {status: 410}, FOREIGN),
      'a foreign publication has its own reason': refusedAs(
        NOT_FOUND,
        {reason: 'publication_elsewhere'},
        FOREIGN,
      ),
      'a foreign publication has its own detail': detailed('of another workspace', FOREIGN),
      'foreign and unknown publications have different details': together(
        detailed('There is nothing here.'),
        detailed('It is of another workspace.', FOREIGN),
      ),
      'a foreign publication adds an owner header': ownerShown(NOT_FOUND),
      'foreign and unknown publications differ in a header value': together(
        cached('no-store'),
        cached('private', FOREIGN),
      ),
      'a foreign publication adds Cache-Control': cached('private', FOREIGN),
    },
    ...ofPublication(tellingAt, ...OF_PUBLICATIONS),
    ...tellingAt('downloadFile', 'file-not-found'),
    [`${TELLS} @ startRun with an invalid body`]: {
      'a foreign publication is looked up after the tool': told(
        START,
        'tool-refused',
        (_row, _view, {tool}) => !toolOf(tool),
      ),
    },
    [`${TELLS} @ a publication without a file`]: {
      'a foreign publication without a file has its own reason': told(
        CURRENT,
        'file-not-found',
        ({workingFile}) => workingFile === null,
      ),
    },
    [`${TELLS} @ createPublication`]: {
      'an id that another workspace registered is said to be registered': told(
        REGISTER,
        'repetition-refused',
      ),
    },
    [`${TELLS} @ downloadFile while no links are issued`]: {
      'whether links are issued is looked up before whose the file is': withheldFirst(
        ({tenant}, view) => view.anywhere<WorkspaceRow>('workspaces', tenant),
      ),
      'a foreign file is found while no link can be issued': withheldFirst(
        (_file, view) => workspacesOf(view)[0],
      ),
    },
    'workspace.access.list-shows-own-only': {
      'the publications of all workspaces are listed': ofAll(),
      'foreign rows follow a full page of own rows': ofAll(ownRowsFirst('after a page')),
      'a foreign cursor leads to foreign rows': ofAll(
        noting<{tenant: string; before: number}>(
          ({data}, view, {tenant} = {tenant: view.tenant, before: 0}) => {
            const last = view.anywhere<Row>('publications', plain<{id: string}>(data.at(-1)).id);
            return last && {tenant, before: last.seq};
          },
          (noted, next, view, input) =>
            next(viewOf(view, noted ?? view), noted ? {...input, query: {}} : input),
        ),
      ),
      'foreign rows follow the own rows': ofAll(ownRowsFirst('always')),
    },
    'workspace.access.foreign-upload-cannot-be-registered': {
      'a foreign key is not checked': unguarded('key-outside', REGISTER),
      'neither key nor reservation is checked': together(
        unguarded('key-outside', REGISTER),
        unguarded('not-reserved', REGISTER),
      ),
      'a foreign id is accepted with an own key': seeing(REGISTER, (view, {body}) => ({
        find: <R extends Row>(table: string, key: string) => {
          const own = view.find<R>(table, key);
          if (table !== 'uploads') return own;
          const {key: object} = body as {key: string};
          const row = own ?? (view.object(object) ? view.anywhere<R>(table, key) : undefined);
          return row && {...row, object};
        },
      })),
      'a refused foreign upload is registered': creating('key-outside'),
    },
    'workspace.access.foreign-upload-cannot-be-registered @ a key that leads out of the own namespace':
      {
        'the two dots of a key lead to the upload of another workspace': ofUploads.instead(
          REGISTER,
          ({body, view}) =>
            body.key.startsWith(`${view.tenant}/`) &&
            !posix.normalize(body.key).startsWith(`${view.tenant}/`),
          (_next, {body, view}, input, without) => {
            const object = posix.normalize(body.key);
            const find = <R extends Row>(table: string, key: string): R | undefined => {
              const row = view.find<R>(table, key);
              return row && table === 'uploads' ? {...row, object} : row;
            };
            const resolved = {...input, body: {...body, key: object}};
            return without((situation) => situation === 'key-outside')(
              viewWith(view, {find}),
              resolved,
            );
          },
        ),
      },
    'workspace.access.allowance-is-own': {
      'a registration spends the allowance of every workspace': together(
        foreignFound(REGISTER),
        afterwards(REGISTER, (done, view) => {
          const others = workspacesOf(view).filter(({key}) => key !== view.tenant);
          return withChanges(done, ...others.flatMap((other) => spendsOne(view, other)));
        }),
      ),
      'the account subtracts what all workspaces spent': together(
        foreignFound(ACCOUNT),
        showing<{publications_left: number}>(ACCOUNT, ({publications_left: left}, view) => {
          const spent = workspacesOf(view).reduce((sum, workspace) => sum + workspace.spent, 0);
          return {publications_left: Math.max(0, left - spent)};
        }),
      ),
    },
  }),
];
