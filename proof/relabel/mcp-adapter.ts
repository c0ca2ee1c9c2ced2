import type {ProxiedResponse, Adapter, ProxiedRequest} from './front.ts';

type Loose = Record<string, any>;

/** The tools under their other names, and the request of the API that each stands for. */
const TOOLS: Record<string, {op: string; method: string; path: string}> = {
  get_account: {op: 'getAccount', method: 'GET', path: '/account'},
  get_account_usage: {op: 'getAccountUsage', method: 'GET', path: '/account/usage'},
  'catalog-of-tools': {op: 'listTools', method: 'GET', path: '/tools'},
  create_upload: {op: 'createUpload', method: 'POST', path: '/uploads'},
  list_publications: {op: 'listPublications', method: 'GET', path: '/publications'},
  create_publication: {op: 'createPublication', method: 'POST', path: '/publications'},
  get_publication: {op: 'getPublication', method: 'GET', path: '/publications/x'},
  list_publication_files: {
    op: 'listPublicationFiles',
    method: 'GET',
    path: '/publications/x/files',
  },
  get_current_publication_file: {
    op: 'getCurrentPublicationFile',
    method: 'GET',
    path: '/publications/x/files/current',
  },
  get_publication_reader: {
    op: 'getPublicationReader',
    method: 'GET',
    path: '/publications/x/reader',
  },
  run_tool: {op: 'startRun', method: 'POST', path: '/publications/x/runs'},
  'poll.job': {op: 'readRun', method: 'GET', path: '/runs/x'},
  'poll.outcome': {op: 'readReport', method: 'GET', path: '/runs/x/report'},
  download_file: {op: 'downloadFile', method: 'GET', path: '/files/x/download'},
};

/** Arguments under other names. */
const ARGUMENTS: Record<string, string> = {
  publication: 'publication_id',
  file: 'fileId',
  run: 'job',
  idempotency_key: 'retry_key',
};

const renamed = (all: Loose, names: [from: string, to: string][]): Loose => {
  const other = new Map(names);
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [other.get(name) ?? name, value]),
  );
};
const there = Object.entries(ARGUMENTS);
const back = there.map(([canonical, other]): [string, string] => [other, canonical]);

/**
 * The tools of the API in other words: other names of tools and arguments, results as text alone,
 * events in the place of plain JSON.
 */
export function mcpAdapter(api: Adapter): Adapter {
  return {
    adaptRequest(request) {
      const {method, params} = (request.body ?? {}) as Loose;
      if (method !== 'tools/call') return;
      const tool = TOOLS[params.name];
      if (!tool) return;
      // `publication_id` is the id that is registered, to the one tool that takes it in its body.
      const given =
        tool.op === 'createPublication' ? {...params.arguments} : renamed(params.arguments, back);
      const inner = requestOf(tool, given);
      api.adaptRequest(inner);
      Object.assign(params, {name: tool.op, arguments: inner.body});
      (request as Loose).tool = tool;
    },
    adaptResponse(request, answer) {
      const {result} = (answer.body ?? {}) as Loose;
      if (result?.tools) result.tools = result.tools.map(adapted);
      const tool = (request as Loose).tool as (typeof TOOLS)[string] | undefined;
      if (result?.content && tool) (answer.body as Loose).result = said(api, tool, result);
      if (request.method !== 'POST' || answer.body === undefined || answer.status !== 200) return;
      answer.headers['content-type'] = 'text/event-stream';
      answer.text = `event: message\ndata: ${JSON.stringify(answer.body)}\n\n`;
    },
  };
}

const requestOf = (
  {method, path}: {method: string; path: string},
  body: unknown,
): ProxiedRequest => ({
  method,
  path: `/api/v1${path}`,
  query: new URLSearchParams(),
  headers: {},
  body,
});

function adapted({name, title, description, inputSchema}: Loose): Loose {
  const [other] = Object.entries(TOOLS).find(([, {op}]) => op === name)!;
  const properties =
    name === 'createUpload'
      ? {upload: {type: 'object'}}
      : name === 'createPublication'
        ? inputSchema.properties
        : renamed(inputSchema.properties, there);
  return {
    name: other,
    description: `${title}: ${description}`,
    inputSchema: {type: 'object', properties},
  };
}

/** A result as the API would have said it, in one text. */
function said(
  api: Adapter,
  tool: (typeof TOOLS)[string],
  {structuredContent, content, isError}: Loose,
): Loose {
  const body = structuredContent ?? JSON.parse(content[0].text);
  const answer: ProxiedResponse = {status: isError ? 422 : 200, headers: {}, body};
  if (tool.op !== 'downloadFile' || isError) api.adaptResponse(requestOf(tool, undefined), answer);
  const shown =
    tool.op === 'createUpload' && !isError
      ? {publication_id: body.publication_id, ...(answer.body as Loose)}
      : tool.op === 'downloadFile' && !isError
        ? {url: body.location}
        : answer.body;
  return {content: [{type: 'text', text: JSON.stringify(shown)}], ...(isError && {isError})};
}
