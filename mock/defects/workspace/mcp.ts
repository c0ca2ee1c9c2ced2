import type {Defect, Seam} from '../../defect.ts';
import {Link, type Done} from '../../operation.ts';
import {TOOLS} from '../../workspace/tools/catalog.ts';
import {afterwards, breaking, hearing} from '../breaking.ts';

const START = ['startRun'];
const REGISTER = ['createPublication'];

/** Defects of the MCP server alone: what the API does stays sound. */
const atTools = (rule: string, seams: Record<string, Seam>): Defect[] =>
  breaking(`workspace.mcp.${rule}`, seams).map((defect) => ({...defect, interface: 'mcp'}));

/** The same, each at the place of the rule that its name begins with, up to a colon. */
const atPlaces = (rule: string, seams: Record<string, Seam>): Defect[] =>
  atTools(rule, seams).map((defect) => ({...defect, place: defect.name.split(': ')[1]!}));

/** A success tells something else at a pointer. */
const telling = (
  op: string,
  pointer: string,
  edit: Extract<Seam, {seam: 'member'}>['edit'],
): Seam => ({seam: 'member', situation: 'success', in: [op], pointer, edit});

/** What is answered is right, and nothing is done. */
const nothingDone = (op: string, table: string): Seam => ({
  seam: 'change',
  in: [op],
  table,
  drop: true,
});

const heldBack = TOOLS.find(({kept}) => kept === 'held-back')!;

const OPERATIONS = [
  'getAccount',
  'getAccountUsage',
  'listTools',
  'createUpload',
  'listPublications',
  'createPublication',
  'getPublication',
  'listPublicationFiles',
  'getCurrentPublicationFile',
  'getPublicationReader',
  'startRun',
  'downloadFile',
];

const PUBLICATIONS = [
  'getPublication',
  'listPublicationFiles',
  'getCurrentPublicationFile',
  'getPublicationReader',
  'startRun',
];

/**
 * A row of the other tenant is found, and a refusal that tells it apart from one that is not there.
 */
const abroad = (op: string, situation: string): Record<string, Seam> => ({
  [`${op}: it is found`]: {seam: 'tenancy', in: [op]},
  [`${op}: it is forbidden`]: {
    seam: 'refusal',
    situation,
    in: [op],
    when: 'foreign',
    as: {reason: 'forbidden'},
  },
});

/**
 * Operations that refuse what they would do at the ceiling answer as another reason would have it.
 */
const otherReason = (situation: string, ...operations: string[]): Seam => ({
  seam: 'refusal',
  situation,
  in: operations,
  as: {reason: 'quota'},
});

/** Whoever goes on with a session is asked for nothing. */
const within = (situation: string): Seam => ({
  seam: 'several',
  seams: [situation, 'foreign-session'].map((one) => ({
    seam: 'skip',
    situation: one,
    in: ['session'],
  })),
});

/** A tool starts runs without looking at the key of a retry. */
const forgetful = hearing(START, ({headers: {'idempotency-key': _key, ...headers}}) => ({headers}));

export const mcp: Defect[] = [
  ...atTools('server-answers-at-mcp', {
    'it is elsewhere': {seam: 'path', from: '/mcp', to: '/sse'},
    'it has no tools': {seam: 'unlisted', in: [...OPERATIONS, 'readRun', 'readReport']},
  }),
  ...atPlaces(
    'operation-has-tool',
    Object.fromEntries(
      OPERATIONS.flatMap((op): [string, Seam][] => [
        [`${op}: not listed`, {seam: 'unlisted', in: [op]}],
        [`${op}: gone`, {seam: 'unlisted', in: [op], gone: true}],
      ]),
    ),
  ),
  ...atPlaces('tool-answers-as-the-operation', {
    'getAccount: another allowance': telling('getAccount', '/publications_left', {add: 1}),
    'getAccount: no plan': telling('getAccount', '/plan', 'drop'),
    'getAccountUsage: another count': telling('getAccountUsage', '/daily_runs_used', {add: 1}),
    'listTools: a tool that is held back': afterwards(['listTools'], (done) => {
      const {slug, name, category, description, metered, replaces} = heldBack;
      return {
        ...done,
        body: {
          data: [
            ...(done.body as {data: unknown[]}).data,
            {slug, name, category, description, metered, replaces_working_file: replaces},
          ],
        },
      };
    }),
    'listTools: one is missing': telling('listTools', '/data/0', 'drop'),
    'listTools: a description is short': telling('listTools', '/data/*/description', {
      set: 'A tool.',
    }),
    'createUpload: no link': telling('createUpload', '/upload_url', 'drop'),
    'createUpload: a link to another object': afterwards(['createUpload'], (done, {now}) => ({
      ...done,
      body: {...(done.body as object), upload_url: new Link('PUT', 'elsewhere', now + 1000)},
    })),
    'createUpload: nothing is reserved': nothingDone('createUpload', 'uploads'),
    'listPublications: the newest is missing': telling('listPublications', '/data/0', 'drop'),
    'listPublications: without titles': telling('listPublications', '/data/*/title', {
      set: 'Untitled',
    }),
    'createPublication: another id': telling('createPublication', '/id', {set: 'pub_other'}),
    'createPublication: nothing is registered': nothingDone('createPublication', 'publications'),
    'getPublication: without a working file': telling('getPublication', '/working_file_id', 'null'),
    'getPublication: another size': telling('getPublication', '/original_size_bytes', {add: 1}),
    'listPublicationFiles: no row': telling('listPublicationFiles', '/data/*', 'drop'),
    'listPublicationFiles: none is current': telling(
      'listPublicationFiles',
      '/current_file_id',
      'null',
    ),
    'getCurrentPublicationFile: another id': telling('getCurrentPublicationFile', '/id', {
      set: 'file_other',
    }),
    'getPublicationReader: not configured': telling('getPublicationReader', '/configured', {
      set: false,
    }),
    'startRun: another id': telling('startRun', '/id', {set: 'run_other'}),
    'startRun: nothing is started': nothingDone('startRun', 'runs'),
    'downloadFile: a link to another object': afterwards(['downloadFile'], (done, {now}) => ({
      ...done,
      headers: {location: new Link('GET', 'elsewhere', now + 1000)},
    })),
    'listPublications, the second page: the first again': hearing(
      ['listPublications'],
      ({query: {cursor: _cursor, ...query}}) => ({query}),
    ),
    'downloadFile: no link': {
      seam: 'header',
      situation: 'redirect',
      in: ['downloadFile'],
      header: 'location',
      edit: 'drop',
    },
  }),
  ...atTools('download-link-lives-10-minutes', {
    'a minute longer': afterwards(['downloadFile'], (done) => {
      const {object, expires} = done.headers!['location'] as Link;
      return {...done, headers: {location: new Link('GET', object, expires + 60_000)}};
    }),
  }),
  ...atPlaces('foreign-is-not-found', {
    ...Object.assign({}, ...PUBLICATIONS.map((op) => abroad(op, 'publication-not-found'))),
    ...abroad('downloadFile', 'file-not-found'),
    'listPublications: those of others as well': {seam: 'tenancy', in: ['listPublications']},
    'createPublication: an upload of others': {
      seam: 'several',
      seams: [
        {seam: 'tenancy', in: REGISTER},
        {seam: 'skip', situation: 'key-outside', in: REGISTER},
      ],
    },
    'readRun: it is found': {seam: 'tenancy', in: ['readRun']},
    'in a session of another: it decides': {
      seam: 'skip',
      situation: 'foreign-session',
      in: ['session'],
    },
  }),
  ...atTools('publications-count-in-one-allowance', {
    'it takes no place': nothingDone('createPublication', 'workspaces'),
    'it takes two': afterwards(REGISTER, twice),
    'tools tell what was': telling('getAccount', '/publications_left', {add: 1}),
  }),
  ...atTools('runs-count-in-one-usage', {
    'they do not count': nothingDone('startRun', 'spent_runs'),
    'tools tell no figure of today': telling('getAccountUsage', '/daily_runs_used', {set: 0}),
  }),
  ...atPlaces('spent-allowance-refuses-both-faces', {
    'spent through the API: tools reserve on': {
      seam: 'skip',
      situation: 'allowance-spent',
      in: ['createUpload'],
    },
    'spent through the API: tools register on': {
      seam: 'skip',
      situation: 'allowance-spent',
      in: REGISTER,
    },
    'spent through the API: another reason': otherReason(
      'allowance-spent',
      'createUpload',
      ...REGISTER,
    ),
    'at the same moment: checked before the other wrote': {
      seam: 'stale',
      in: REGISTER,
      table: 'workspaces',
    },
    'at the same moment: not checked again': {
      seam: 'skip',
      situation: 'allowance-spent',
      in: REGISTER,
    },
    'spent through a tool: it takes no place': nothingDone('createPublication', 'workspaces'),
  }),
  ...atPlaces('spent-ceiling-refuses-both-faces', {
    'reached through the API: tools start on': {seam: 'skip', situation: 'daily-limit', in: START},
    'reached through the API: another reason': otherReason('daily-limit', ...START),
    'reached through a tool: its runs do not count': nothingDone('startRun', 'spent_runs'),
  }),
  ...atTools('tool-limit-refuses-both-faces', {
    'tools start on': {seam: 'skip', situation: 'tool-limit', in: START},
    'what tools start is not counted': {
      seam: 'change',
      in: START,
      table: 'spent_runs',
      set: {tool: 'another'},
    },
  }),
  ...atTools('uploads-are-the-same-through-both-faces', {
    'a tool registers what has not landed': {seam: 'skip', situation: 'not-landed', in: REGISTER},
    'a second registration is refused as if nothing had landed': afterwards(REGISTER, (done) => ({
      ...done,
      changes: (done.changes ?? []).filter(({table}) => table !== 'publications'),
    })),
    'from the second publication on a registration takes no place': afterwards(
      REGISTER,
      (done, view) => ({
        ...done,
        changes: (done.changes ?? []).filter(
          ({table}) => table !== 'workspaces' || view.count('publications') === 0,
        ),
      }),
    ),
  }),
  ...atTools('runs-are-the-same-through-both-faces', {
    'a retry by a tool starts another run': forgetful,
    'a tool tells of every run that it is queued': telling('readRun', '/state', {set: 'queued'}),
    'a tool tells another working version': telling('getCurrentPublicationFile', '/id', {
      set: 'file_other',
    }),
    'runs that it starts do not last': nothingDone('startRun', 'runs'),
  }),
  ...atTools('refusals-carry-the-same-reason', {
    'of a publication': otherReason('publication-not-found', 'getPublication'),
    'of a file': otherReason('file-not-found', 'downloadFile'),
    'of an upload': otherReason('not-landed', ...REGISTER),
    'of a format': otherReason('format-unsupported', 'createUpload'),
    'of a size': otherReason('oversize', 'createUpload'),
    'of a tool': otherReason('tool-refused', ...START),
    'none at all': {seam: 'refusal', situation: 'publication-not-found', as: {reason: null}},
  }),
  ...atPlaces('what-is-missing-has-the-same-reason', {
    'no file yet: another': otherReason('file-not-found', 'getCurrentPublicationFile'),
    'downloads unavailable: another': otherReason('downloads-unavailable', 'downloadFile'),
    'downloads unavailable: a link all the same': {
      seam: 'skip',
      situation: 'downloads-unavailable',
      in: ['downloadFile'],
    },
  }),
  ...atTools('call-without-token-is-refused', {
    'whoever has a session is let in': within('no-token'),
    'whoever asks is let in': {seam: 'skip', situation: 'no-token'},
    'with 403': {seam: 'refusal', situation: 'no-token', as: {status: 403}},
  }),
  ...atTools('unknown-token-is-refused', {
    'any token will do': {seam: 'skip', situation: 'unknown-token'},
    'any token will do in a session': within('unknown-token'),
    'its last character is not looked at': {
      seam: 'credential',
      table: 'access_tokens',
      edit: {like: 'but-for-its-end'},
    },
    'what comes after a real one is not looked at': {
      seam: 'credential',
      table: 'access_tokens',
      edit: {like: 'longer'},
    },
    'the beginning of a real one is enough': {
      seam: 'credential',
      table: 'access_tokens',
      edit: {like: 'shorter'},
    },
  }),
  ...atTools('expired-token-is-refused', {
    'it still opens': {seam: 'skip', situation: 'expired-token'},
    'it is looked at when a session begins': {
      seam: 'skip',
      situation: 'expired-token',
      in: ['session'],
    },
  }),
  ...atTools('revoked-token-is-refused', {
    'it still opens': {seam: 'skip', situation: 'revoked-token'},
    'it is looked at when a session begins': {
      seam: 'skip',
      situation: 'revoked-token',
      in: ['session'],
    },
  }),
  ...atTools('scope-is-needed', {
    'it is not looked at': {seam: 'skip', situation: 'lacking-scope'},
    'it is looked at when a session begins': within('lacking-scope'),
  }),
  ...atTools('key-is-no-token', {
    'it opens as it does at the API': {seam: 'skip', situation: 'api-key'},
    'it goes on with a session': within('api-key'),
  }),
  // The API's own: it takes what is meant for tools.
  ...breaking(
    'workspace.mcp.token-is-no-key',
    Object.fromEntries(
      OPERATIONS.map((op): [string, Seam] => [
        `${op}: it opens`,
        {seam: 'skip', situation: 'oauth-token', in: [op]},
      ]),
    ),
  ).map((defect) => ({...defect, place: `${defect.name.split(': ')[1]!} oauth-token`})),
];

/** A registration takes a place more than it should. */
function twice(done: Done): Done {
  const changes = (done.changes ?? []).map((change) =>
    change.table === 'workspaces' && 'put' in change
      ? {
          ...change,
          put: {...change.put, spent: (change.put as unknown as {spent: number}).spent + 1},
        }
      : change,
  );
  return {...done, changes};
}
