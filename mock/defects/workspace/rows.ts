/** The operations and rows of the workspace API, as its defects name, change and find them. */

import type {Seam} from '../../defect.ts';
import {isRefused, type Done, type Input, type Refused, type View} from '../../operation.ts';
import {ownWorkspace} from '../../workspace/access/own-workspace.ts';
import type {KeyRow, WorkspaceRow} from '../../workspace/access/rows.ts';
import type {FileRow, PublicationRow} from '../../workspace/publications/rows.ts';
import type {RunRow} from '../../workspace/runs/rows.ts';
import {toolOf} from '../../workspace/tools/catalog.ts';
import {spendOne} from '../../workspace/uploads/allowance.ts';
import type {UploadRow} from '../../workspace/uploads/rows.ts';
import type {Change, Row} from '../../world/change.ts';
import {resource} from '../families/resource.ts';
import {refusedButDone, refusedButStored} from '../families/seams.ts';

export const ACCOUNT = ['getAccount'];
export const USAGE = ['getAccountUsage'];
export const TOOLS = ['listTools'];
export const RESERVE = ['createUpload'];
export const REGISTER = ['createPublication'];
export const PUBLICATIONS = ['listPublications'];
export const PUBLICATION = ['getPublication'];
export const FILES = ['listPublicationFiles'];
export const CURRENT = ['getCurrentPublicationFile'];
export const READER = ['getPublicationReader'];
export const START = ['startRun'];
export const RUN = ['readRun'];
export const REPORT = ['readReport'];
export const DOWNLOAD = ['downloadFile'];
export const STORAGE = ['storage'];

/** Operations that say which version of a publication is the working one. */
export const EVERYWHERE = [...FILES, ...CURRENT, ...PUBLICATION];

/** The members of a reservation, a registration or a start. */
export interface Sent {
  publication_id: string;
  key: string;
  original_filename: string;
  size_bytes: number;
  tool: string;
}

/** The body of a reservation, a registration or a start. */
export const sentIn = ({body}: Input): Sent => (body ?? {}) as Sent;

const ofTable = <R extends Row>(table: string, keyIn: (input: Input) => string | undefined) =>
  resource<R, Sent>({
    table,
    named: (view, input) => view.find<R>(table, keyIn(input) ?? ''),
  });

const publicationIn = (input: Input): string | undefined =>
  input.path['publication'] ?? sentIn(input).publication_id;

export const ofKeys = ofTable<KeyRow>('keys', ({by}) => by);
export const ofUploads = ofTable<UploadRow>('uploads', publicationIn);
export const ofPublications = ofTable<PublicationRow>('publications', publicationIn);
export const ofFiles = ofTable<FileRow>('files', ({path}) => path['file']);
export const ofWorkspaces = resource<WorkspaceRow, Sent>({
  table: 'workspaces',
  named: ownWorkspace,
});

/** The run with the id in the path; for a start the newest run of its publication. */
export const ofRuns = resource<RunRow, Sent>({
  table: 'runs',
  named: (view, {path}) =>
    path['run'] === undefined
      ? runsOf(view, path['publication'])[0]
      : view.find<RunRow>('runs', path['run']),
});

/** The files of a publication. */
export const filesOf = (view: View, publication = ''): FileRow[] =>
  view.all<FileRow>('files', 'publication', publication);

/** What tools have made of a publication. */
export const madeOf = (view: View, publication: string): FileRow[] =>
  filesOf(view, publication).filter(({tool}) => tool !== null);

/** Whether what a tool makes replaces the working version. */
export const isRepair = ({tool}: {tool: string | null}): boolean =>
  tool !== null && toolOf(tool)?.replaces === true;

/** The runs of the workspace that fulfil a condition, the oldest first. */
export const runsWhere = (view: View, where: (run: RunRow) => boolean): RunRow[] =>
  view.oldest<RunRow>('runs', {limit: 1000, where});

/** The runs of a publication, the newest first. */
export const runsOf = (view: View, publication: string | undefined): RunRow[] =>
  view.newest<RunRow>('runs', {limit: 1000, where: (run) => run.publication === publication});

/** The row of another workspace with a key. */
export const foreign = <R extends Row>(view: View, table: string, key = ''): R | undefined => {
  const row = view.anywhere<R>(table, key);
  return row?.tenant === view.tenant ? undefined : row;
};

/** The changes of a registration that uses one publication of the allowance. */
export const spendsOne = (view: View, workspace = ownWorkspace(view)): Change[] => [
  {table: 'workspaces', put: spendOne(workspace, view.now)},
];

/** A refused request uses one publication of the allowance. */
export const costlyRefusal = (operations: string[], situation: string): Seam =>
  refusedButStored(operations, situation, (view) => spendsOne(view));

/** A refused registration stores rows of some tables. */
export const partlyDone = (situation: string, ...only: string[]): Seam =>
  refusedButDone(REGISTER, situation, {only});

/** A refused registration uses the allowance. */
export const spending = (situation: string): Seam => partlyDone(situation, 'workspaces');

/** A refused registration creates the publication. */
export const creating = (situation: string): Seam => partlyDone(situation, 'publications', 'files');

/** The response of a refusal, with changes that are committed nevertheless. */
export const refusedWith = (situation: string, reason: string, changes: Change[]): Done => ({
  situation,
  body: {error: 'The request was refused.', reason},
  changes,
});

/** Whether an outcome is the refusal of one of these situations. */
export const isRefusedAs = (outcome: Done | Refused, ...situations: string[]): outcome is Refused =>
  isRefused(outcome) && situations.includes(outcome.refused);
