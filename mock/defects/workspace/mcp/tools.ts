import type {Seam} from '../../../defect.ts';
import type {RunRow} from '../../../workspace/runs/rows.ts';
import {receiving} from '../../breaking.ts';
import {listing, showing} from '../../families/reads.ts';
import {inEachWorld} from '../../families/remembered.ts';
import {
  foreignFound,
  header,
  off,
  refusedAs,
  shown,
  together,
  unguarded,
  unstored,
} from '../../families/seams.ts';
import {each, type Phrases} from '../../table.ts';
import {linking, living, uploadLinking} from '../links.ts';
import {noting} from '../publications/altered-pages.ts';
import {titled, titledInLists} from '../publications/reading.ts';
import {
  ACCOUNT,
  CURRENT,
  DOWNLOAD,
  FILES,
  PUBLICATIONS,
  READER,
  REGISTER,
  RESERVE,
  RUN,
  START,
  TOOLS,
  USAGE,
} from '../rows.ts';
import {counting} from '../runs/altered-runs.ts';
import {hidden} from '../tools.ts';
import {first, working} from '../versions.ts';
import {replayedToAll} from '../runs/altered-runs.ts';
import {atPlaces, atTools, more, OPERATIONS, otherReason, setTo, without} from './at-tools.ts';

const ON_PUBLICATION = [
  'getPublication',
  'listPublicationFiles',
  'getCurrentPublicationFile',
  'getPublicationReader',
  'startRun',
];

/** Gives every operation the same defects. */
const atEach = (operations: string[], phrases: (operation: string) => Phrases) =>
  Object.fromEntries(operations.map((operation) => [operation, phrases(operation)]));

/** Finds a row of another workspace, or refuses it differently from an unknown one. */
const foreignRow =
  (what = 'publication') =>
  (operation: string): Phrases => ({
    'a foreign row is found': foreignFound([operation]),
    'a foreign row is answered as forbidden': refusedAs(
      `${what}-not-found`,
      {reason: 'forbidden'},
      {in: [operation], when: 'foreign'},
    ),
  });

const firstRow = (operations: string[]): Seam => listing(operations, (rows) => rows.slice(0, 1));

const ELSEWHERE = {object: 'elsewhere'};

/** What tools show otherwise than their operations, once a publication has more than its registration. */
const inLaterStates: Record<string, Phrases> = {
  'every read after runs': {'the tool shows the first version alone': firstRow(FILES)},
  'every read after a push': {
    'the tool shows one mirror less': showing<{mirrors: object[]}>(READER, ({mirrors}) => ({
      mirrors: mirrors.slice(1),
    })),
  },
  'every read after other registrations': {
    'the tool lists the newest publication alone': firstRow(PUBLICATIONS),
  },
  'every read after a failed run': {
    'the tool does not count failed runs': counting(
      USAGE,
      ({key}, view) => view.find<RunRow>('runs', key)?.state !== 'failed',
    ),
  },
  'every read without plan and reader': {
    'the tool shows the smallest plan in the place of none': showing<{plan: unknown}>(
      ACCOUNT,
      ({plan}) => ({plan: plan ?? 'starter'}),
    ),
    'the tool says that the reader is there': shown('mirrors', '/configured', true),
  },
  'files of any name': {
    'a tool lists titles without signs': titledInLists((title) =>
      title.replaceAll(/[^\p{L}\d. ]/gu, ''),
    ),
  },
  'files of any whole name': {
    'a tool shows a title of digits as a number': titled((title) =>
      /^[\d.e]+$/.test(title) ? String(Number(title)) : title,
    ),
  },
};

/** Defects of what tools return and refuse (What the service does, 4). */
export const tools = atTools({
  'server-answers-at-mcp': {
    'the server is at another path': {seam: 'path', from: '/mcp', to: '/sse'},
    'the server has no tools': {seam: 'unlisted', in: [...OPERATIONS, 'readRun', 'readReport']},
  },
  'server-answers-at-mcp @ ids of every kind': {
    'calls with the id 0 are taken for notifications': {seam: 'unanswered', ids: 'zero'},
    'calls with texts as ids are not answered': {seam: 'unanswered', ids: 'text'},
    'calls with long ids are not answered': {seam: 'unanswered', ids: 'long'},
  },
  ...atPlaces(
    'operation-has-tool',
    atEach(OPERATIONS, (operation) => ({
      'the tool is not listed': {seam: 'unlisted', in: [operation]},
      'the tool does not exist': {seam: 'unlisted', in: [operation], gone: true},
    })),
  ),
  ...atPlaces('tool-answers-as-the-operation', {
    getAccount: {
      'another allowance': more('getAccount', '/publications_left'),
      'no plan': without('getAccount', '/plan'),
    },
    'getAccount after another agent': {
      'every agent gets the account of the first': inEachWorld(ACCOUNT, () => {
        let account: object | undefined;
        return showing(ACCOUNT, (body) => {
          account ??= body;
          return account;
        });
      }),
    },
    getAccountUsage: {'another count': more('getAccountUsage', '/daily_runs_used')},
    listTools: {
      'a tool that is held back': listing(TOOLS, (rows) => [...rows, hidden('held-back')]),
      'one tool is missing': without('listTools', '/data/0'),
      'other descriptions': setTo('listTools', '/data/*/description', 'A tool.'),
    },
    'getCurrentPublicationFile, after runs': {'the original': working(CURRENT, first)},
    createUpload: {
      'no link': without('createUpload', '/upload_url'),
      'a link to another object': uploadLinking(() => ELSEWHERE),
      'nothing is reserved': unstored(RESERVE, 'uploads'),
    },
    listPublications: {
      'the newest is missing': without('listPublications', '/data/0'),
      'other titles': setTo('listPublications', '/data/*/title', 'Untitled'),
    },
    createPublication: {
      'another id': setTo('createPublication', '/id', 'pub_other'),
      'nothing is registered': unstored(REGISTER, 'publications'),
    },
    getPublication: {
      'no working file': without('getPublication', '/working_file_id', 'null'),
      'another size': more('getPublication', '/original_size_bytes'),
    },
    listPublicationFiles: {
      'no files': without('listPublicationFiles', '/data/*'),
      'no current file': without('listPublicationFiles', '/current_file_id', 'null'),
    },
    getCurrentPublicationFile: {
      'another id': setTo('getCurrentPublicationFile', '/id', 'file_other'),
    },
    getPublicationReader: {
      'not configured': setTo('getPublicationReader', '/configured', false),
    },
    startRun: {
      'another id': setTo('startRun', '/id', 'run_other'),
      'nothing is started': unstored(START, 'runs'),
    },
    downloadFile: {
      'a link to another object': linking(() => ELSEWHERE),
      'no link': header('redirect', 'location', 'drop', {in: DOWNLOAD}),
    },
    'listPublications, page after page': {
      'the third page is the second again': noting<string>(
        (_page, _view, second, {query: {cursor}}) => second ?? cursor,
        (second, next, view, input) =>
          next(view, second === undefined ? input : {...input, query: {cursor: second}}),
      ),
    },
    'listPublications, the second page': {
      'the first page again': receiving(PUBLICATIONS, () => ({query: {}})),
    },
  }),
  ...Object.fromEntries(
    Object.entries(inLaterStates).map(([place, phrases]) => [
      `tool-answers-as-the-operation @ ${place}`,
      phrases,
    ]),
  ),
  'tool-answers-as-the-operation': {
    'the text says another allowance': {
      seam: 'text',
      in: ACCOUNT,
      member: 'publications_left',
      set: 0,
    },
    'the text names another publication': {seam: 'text', in: REGISTER, member: 'id', set: 'pub_0'},
  },
  'download-link-lives-10-minutes': {
    'the link lives a minute longer': off('downloads.link_lives_ms', 60_000),
  },
  ...atPlaces('download-link-lives-10-minutes', {
    'before it ends': {'links of tools live for a minute': living(60_000)},
  }),
  ...atPlaces('foreign-is-not-found', {
    ...atEach(ON_PUBLICATION, foreignRow()),
    ...atEach(DOWNLOAD, foreignRow('file')),
    listPublications: {'foreign publications are listed': foreignFound(PUBLICATIONS)},
    'listPublications, page after page': {
      'every page is of all workspaces': foreignFound(PUBLICATIONS),
    },
    createPublication: {
      'a foreign upload is registered': together(
        foreignFound(REGISTER),
        unguarded('key-outside', REGISTER),
      ),
    },
    readRun: {'a foreign run is found': foreignFound(RUN)},
    'startRun with the Idempotency-Key of its owner': {
      'the run of a key is returned to another workspace': replayedToAll,
    },
    'in a session of another': {'the session decides': unguarded('foreign-session', ['session'])},
  }),
  'refusals-carry-the-same-reason': {
    'an unknown publication has another reason': otherReason(
      'publication-not-found',
      'getPublication',
    ),
    'an unknown file has another reason': otherReason('file-not-found', ...DOWNLOAD),
    'an upload without bytes has another reason': otherReason('not-landed', ...REGISTER),
    'an unsupported format has another reason': otherReason('format-unsupported', ...RESERVE),
    'an oversize file has another reason': otherReason('oversize', ...RESERVE),
    'an unknown tool has another reason': otherReason('tool-refused', ...START),
    'an unknown publication has no reason': refusedAs('publication-not-found', {reason: null}),
  },
  ...atPlaces('refusals-carry-the-same-reason', {
    registrations: each(['format-unsupported', 'incomplete', 'key-outside'], (situation) => [
      `${situation} has another reason`,
      otherReason(situation, ...REGISTER),
    ]),
  }),
  ...atPlaces('what-is-missing-has-the-same-reason', {
    'no file yet': {'another reason': otherReason('file-not-found', ...CURRENT)},
    'downloads unavailable': {
      'another reason': otherReason('downloads-unavailable', ...DOWNLOAD),
      'a link is returned': unguarded('downloads-unavailable', DOWNLOAD),
    },
  }),
});
