import {defined} from '../../../../spec/defined.ts';
import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, Link} from '../../../operation.ts';
import {TOOLS} from '../../../workspace/tools/catalog.ts';
import {renderTool} from '../../../workspace/tools/render-tool.ts';
import type {FileRow, PublicationRow} from '../../../workspace/publications/rows.ts';
import {afterwards, around, finding, receiving} from '../../breaking.ts';
import {
  atPlaces,
  atTools,
  editing,
  losing,
  OPERATIONS,
  otherReason,
  REGISTER,
  START,
} from './at-tools.ts';

/** Operations on one publication. */
const ON_PUBLICATION = [
  'getPublication',
  'listPublicationFiles',
  'getCurrentPublicationFile',
  'getPublicationReader',
  'startRun',
];

const heldBackTool = defined(
  TOOLS.find(({withheld}) => withheld === 'held-back'),
  'the tool that is held back',
);

/** Gives every operation the same defects. */
const each = (operations: string[], seams: (operation: string) => Record<string, Seam>) =>
  Object.fromEntries(operations.map((operation) => [operation, seams(operation)]));

/** Finds a row of another workspace, or refuses it differently from an unknown one. */
const foreignRow = (operation: string, situation: string): Record<string, Seam> => ({
  'a foreign row is found': {seam: 'tenancy', in: [operation]},
  'a foreign row is answered as forbidden': {
    seam: 'refusal',
    situation,
    in: [operation],
    when: 'foreign',
    as: {reason: 'forbidden'},
  },
});

const listingHeldBackTool = afterwards(['listTools'], (done) => {
  const {data} = done.body as {data: unknown[]};
  return {...done, body: {data: [...data, renderTool(heldBackTool)]}};
});

const uploadingElsewhere = afterwards(['createUpload'], (done, {now}) => ({
  ...done,
  body: {...(done.body as object), upload_url: new Link('PUT', 'elsewhere', now + 1000)},
}));

const downloadingElsewhere = afterwards(['downloadFile'], (done, {now}) => ({
  ...done,
  headers: {location: new Link('GET', 'elsewhere', now + 1000)},
}));

const workingOnTheOriginal = finding<PublicationRow>(
  ['getCurrentPublicationFile'],
  'publications',
  (row, view) => {
    const [original] = view.all<FileRow>('files', 'publication', row.key);
    return original ? {...row, workingFile: original.key} : row;
  },
);

const ignoringTheCursor = receiving(
  ['listPublications'],
  ({query: {cursor: _cursor, ...query}}) => ({
    query,
  }),
);

/** The cursor of the second page leads to the second page again. */
const stayingOnTheSecondPage = around(['listPublications'], (next) => {
  const second = new Map<string, string>();
  return (view, input) => {
    const {cursor} = input.query;
    const own = cursor === undefined ? undefined : second.get(cursor);
    const done = next(view, own === undefined ? input : {...input, query: {cursor: own}});
    const page = isRefused(done) ? undefined : (done.body as {next_cursor: string | null});
    if (cursor !== undefined && own === undefined && page?.next_cursor)
      second.set(page.next_cursor, cursor);
    return done;
  };
});

/** Defects of what tools return and refuse (What the service does, 4). */
export const tools: Defect[] = [
  ...atTools('server-answers-at-mcp', {
    'the server is at another path': {seam: 'path', from: '/mcp', to: '/sse'},
    'the server has no tools': {seam: 'unlisted', in: [...OPERATIONS, 'readRun', 'readReport']},
  }),
  ...atPlaces(
    'operation-has-tool',
    each(OPERATIONS, (operation) => ({
      'the tool is not listed': {seam: 'unlisted', in: [operation]},
      'the tool does not exist': {seam: 'unlisted', in: [operation], gone: true},
    })),
  ),
  ...atPlaces('tool-answers-as-the-operation', {
    getAccount: {
      'another allowance': editing('getAccount', '/publications_left', {add: 1}),
      'no plan': editing('getAccount', '/plan', 'drop'),
    },
    getAccountUsage: {
      'another count': editing('getAccountUsage', '/daily_runs_used', {add: 1}),
    },
    listTools: {
      'a tool that is held back': listingHeldBackTool,
      'one tool is missing': editing('listTools', '/data/0', 'drop'),
      'other descriptions': editing('listTools', '/data/*/description', {set: 'A tool.'}),
    },
    'getCurrentPublicationFile, after runs': {'the original': workingOnTheOriginal},
    createUpload: {
      'no link': editing('createUpload', '/upload_url', 'drop'),
      'a link to another object': uploadingElsewhere,
      'nothing is reserved': losing('createUpload', 'uploads'),
    },
    listPublications: {
      'the newest is missing': editing('listPublications', '/data/0', 'drop'),
      'other titles': editing('listPublications', '/data/*/title', {set: 'Untitled'}),
    },
    createPublication: {
      'another id': editing('createPublication', '/id', {set: 'pub_other'}),
      'nothing is registered': losing('createPublication', 'publications'),
    },
    getPublication: {
      'no working file': editing('getPublication', '/working_file_id', 'null'),
      'another size': editing('getPublication', '/original_size_bytes', {add: 1}),
    },
    listPublicationFiles: {
      'no files': editing('listPublicationFiles', '/data/*', 'drop'),
      'no current file': editing('listPublicationFiles', '/current_file_id', 'null'),
    },
    getCurrentPublicationFile: {
      'another id': editing('getCurrentPublicationFile', '/id', {set: 'file_other'}),
    },
    getPublicationReader: {
      'not configured': editing('getPublicationReader', '/configured', {set: false}),
    },
    startRun: {
      'another id': editing('startRun', '/id', {set: 'run_other'}),
      'nothing is started': losing('startRun', 'runs'),
    },
    downloadFile: {
      'a link to another object': downloadingElsewhere,
      'no link': {
        seam: 'header',
        situation: 'redirect',
        in: ['downloadFile'],
        header: 'location',
        edit: 'drop',
      },
    },
    'listPublications, page after page': {
      'the third page is the second again': stayingOnTheSecondPage,
    },
    'listPublications, the second page': {'the first page again': ignoringTheCursor},
  }),
  ...atTools('download-link-lives-10-minutes', {
    'the link lives a minute longer': afterwards(['downloadFile'], (done) => {
      const {object, expires} = defined(done.headers, 'the headers')['location'] as Link;
      return {...done, headers: {location: new Link('GET', object, expires + 60_000)}};
    }),
  }),
  ...atPlaces('foreign-is-not-found', {
    ...each(ON_PUBLICATION, (operation) => foreignRow(operation, 'publication-not-found')),
    downloadFile: foreignRow('downloadFile', 'file-not-found'),
    listPublications: {
      'foreign publications are listed': {seam: 'tenancy', in: ['listPublications']},
    },
    createPublication: {
      'a foreign upload is registered': {
        seam: 'several',
        seams: [
          {seam: 'tenancy', in: REGISTER},
          {seam: 'skip', situation: 'key-outside', in: REGISTER},
        ],
      },
    },
    readRun: {'a foreign run is found': {seam: 'tenancy', in: ['readRun']}},
    'in a session of another': {
      'the session decides': {seam: 'skip', situation: 'foreign-session', in: ['session']},
    },
  }),
  ...atTools('refusals-carry-the-same-reason', {
    'an unknown publication has another reason': otherReason(
      'publication-not-found',
      'getPublication',
    ),
    'an unknown file has another reason': otherReason('file-not-found', 'downloadFile'),
    'an upload without bytes has another reason': otherReason('not-landed', ...REGISTER),
    'an unsupported format has another reason': otherReason('format-unsupported', 'createUpload'),
    'an oversize file has another reason': otherReason('oversize', 'createUpload'),
    'an unknown tool has another reason': otherReason('tool-refused', ...START),
    'an unknown publication has no reason': {
      seam: 'refusal',
      situation: 'publication-not-found',
      as: {reason: null},
    },
  }),
  ...atPlaces('refusals-carry-the-same-reason', {
    registrations: Object.fromEntries(
      ['format-unsupported', 'incomplete', 'key-outside'].map((situation) => [
        `${situation} has another reason`,
        otherReason(situation, ...REGISTER),
      ]),
    ),
  }),
  ...atPlaces('what-is-missing-has-the-same-reason', {
    'no file yet': {'another reason': otherReason('file-not-found', 'getCurrentPublicationFile')},
    'downloads unavailable': {
      'another reason': otherReason('downloads-unavailable', 'downloadFile'),
      'a link is returned': {
        seam: 'skip',
        situation: 'downloads-unavailable',
        in: ['downloadFile'],
      },
    },
  }),
];
