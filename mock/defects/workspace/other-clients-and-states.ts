import type {Defect, Seam} from '../../defect.ts';
import {isRefused, refuse, type Done, type Refused, type View} from '../../operation.ts';
import type {WorkspaceRow} from '../../workspace/access/rows.ts';
import type {FileRow, PublicationRow} from '../../workspace/publications/rows.ts';
import type {UploadRow} from '../../workspace/uploads/rows.ts';
import type {Row} from '../../world/change.ts';
import {around, atPlace, breaking, seeing} from '../breaking.ts';
import {LIST, newest, rows} from './publications/altered-pages.ts';
import {withRows} from '../stored-rows.ts';

const WHY = {expected: 'none', got: 'none', todo: 'none'};

/** The members of a success; none of a refusal. */
const membersOf = (done: Done | Refused): Record<string, unknown> =>
  isRefused(done) ? {} : (done.body as Record<string, unknown>);

/** Replaces a member of a success. */
const withMember = (done: Done | Refused, name: string, value: unknown): Done | Refused =>
  isRefused(done) ? done : {...done, body: {...membersOf(done), [name]: value}};

/** The account shows the plan that it showed first. */
const firstPlan: Seam = around(['getAccount'], (next) => {
  const shown = new Map<string, unknown>();
  return (view, input) => {
    const done = next(view, input);
    if (!shown.has(view.tenant)) shown.set(view.tenant, membersOf(done)['plan']);
    return withMember(done, 'plan', shown.get(view.tenant));
  };
});

/** Every version that a tool made takes the place of a publication on each page. */
const pagesOfVersions: Seam = seeing(LIST, (view) => ({
  number: (name) => {
    const size = view.number(name);
    if (name !== 'publications.page_size') return size;
    const isMade = (file: FileRow): boolean => file.tool !== null;
    return size - view.newest<FileRow>('files', {limit: 10, where: isMade}).length;
  },
}));

/** The list lacks the publications without a working file. */
const onlyWithFiles: Seam = rows((view, page) =>
  newest(view, {...page, where: (row) => (row as PublicationRow).workingFile !== null}),
);

/** Notes the credential of a request in the rows of a table that the request writes. */
const noting = (done: Done, table: string, by: string): Done => withRows(done, table, () => ({by}));

/** A row with the credential that wrote it. */
type Noted<R extends Row> = R & {by?: string};

/** An upload is registered by the key that reserved it, and by no other. */
const ownKeyOnly: Seam = around(['createUpload', 'createPublication'], (next) => (view, input) => {
  const {publication_id: named = ''} = input.body as {publication_id?: string};
  const {by} = view.find<Noted<UploadRow>>('uploads', named) ?? {};
  if (by !== undefined && by !== input.by) return refuse('not-reserved', WHY);
  const done = next(view, input);
  return isRefused(done) ? done : noting(done, 'uploads', input.by);
});

/** A registration tells that another workspace has registered its id. */
const registeredElsewhereTold: Seam = around(['createPublication'], (next) => (view, input) => {
  const {publication_id: named} = input.body as {publication_id: string};
  const found = view.anywhere<PublicationRow>('publications', named);
  const isForeign = found !== undefined && found.tenant !== view.tenant;
  return isForeign ? refuse('repetition-refused', WHY) : next(view, input);
});

/** Whether an agent registered a publication. */
const isByAgent = ({by}: Noted<PublicationRow>, view: View): boolean =>
  by !== undefined && view.find('keys', by) === undefined;

/** The usage does not count what agents registered. */
const agentsNotInUsage: Seam = around(
  ['createPublication', 'getAccountUsage'],
  (next) => (view, input) => {
    const done = next(view, input);
    if (isRefused(done)) return done;
    const {publications_left: left} = membersOf(done);
    if (typeof left !== 'number') return noting(done, 'publications', input.by);
    const where = (row: Noted<PublicationRow>): boolean => isByAgent(row, view);
    const missed = view.newest('publications', {limit: MANY, where}).length;
    return withMember(done, 'publications_left', left + missed);
  },
);

/** More than a check registers. */
const MANY = 1000;

/** Requests of clients that prefer HTML are answered for a browser. */
const FOR_BROWSERS = {requestHeader: {name: 'accept', begins: 'text/html'}};

/**
 * Refuses a link while a workspace can issue none, before it is looked up whose the file is.
 * @param whose the workspace that can issue none, for an existing file
 */
const withheldFirst = (whose: (file: FileRow, view: View) => WorkspaceRow | undefined): Seam =>
  around(['downloadFile'], (next) => (view, input) => {
    const file = view.anywhere<FileRow>('files', input.path['file'] ?? '');
    return file && whose(file, view)?.downloads === 'unavailable'
      ? refuse('downloads-unavailable', WHY)
      : next(view, input);
  });

/** Defects that show only with another client, or in a state that another request made. */
export const otherClientsAndStates: Defect[] = [
  ...atPlace(
    'after a change of the plan',
    breaking('workspace.account.has-plan', {'the plan is the one that was shown first': firstPlan}),
  ),
  ...atPlace(
    'a publication with versions',
    breaking('workspace.publications.page-holds-50-while-more-remain', {
      'versions count as rows of a page': pagesOfVersions,
    }),
  ),
  ...atPlace(
    'a publication without a file',
    breaking('workspace.publications.walk-visits-each-once', {
      'publications without a file are not listed': onlyWithFiles,
    }),
  ),
  ...atPlace(
    'by another key of the workspace',
    breaking('workspace.uploads.registration-answers-201', {
      'an upload is registered only by the key that reserved it': ownKeyOnly,
    }),
  ),
  ...atPlace(
    'createPublication',
    breaking('workspace.access.foreign-tells-nothing', {
      'an id that another workspace registered is said to be registered': registeredElsewhereTold,
    }),
  ),
  ...atPlace(
    'in the usage',
    breaking('workspace.mcp.publications-count-in-one-allowance', {
      'the usage misses what agents registered': agentsNotInUsage,
    }),
  ),
  ...atPlace(
    'through the tool',
    breaking('workspace.reader.no-store-url', {
      'the status of a mirror through the tool is an address': {
        seam: 'member',
        situation: 'mirrors',
        pointer: '/mirrors/*/conversion_status',
        edit: {set: 'https://store.example/books/9'},
      },
    }).map((defect) => ({...defect, interface: 'mcp' as const})),
  ),
  ...atPlace(
    'downloadFile while no links are issued',
    breaking('workspace.access.foreign-tells-nothing', {
      'whether links are issued is looked up before whose the file is': withheldFirst(
        ({tenant}, view) => view.anywhere<WorkspaceRow>('workspaces', tenant),
      ),
      'a foreign file is found while no link can be issued': withheldFirst(
        (_file, view) => view.newest<WorkspaceRow>('workspaces', {limit: 1})[0],
      ),
    }),
  ),
  ...atPlace(
    'for a client that prefers HTML and has no key',
    breaking('workspace.access.failure-is-json', {
      'a browser without a key is redirected': {
        seam: 'status',
        situation: 'unauthenticated',
        as: 302,
        ...FOR_BROWSERS,
      },
    }),
  ),
  ...atPlace(
    'for a client that prefers HTML',
    breaking('workspace.access.failure-is-json', {
      'a browser is redirected from an unknown publication': {
        seam: 'status',
        situation: 'publication-not-found',
        as: 302,
        ...FOR_BROWSERS,
      },
      'a browser is redirected from a registration without bytes': {
        seam: 'status',
        situation: 'not-landed',
        as: 302,
        ...FOR_BROWSERS,
      },
    }),
  ),
];
