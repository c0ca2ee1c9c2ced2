import {isBody, rowsOf, type Adapter, type Body, type ProxiedRequest} from './adapter.ts';

/** A tool: its operation, and how a call of it is translated to a request of the API. */
interface Tool {
  op: string;
  method: string;
  path: string;
}

/** The tools by their new names. */
const TOOLS: Record<string, Tool> = {
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

/** Renames arguments. */
const ARGUMENTS: [canonical: string, other: string][] = [
  ['publication', 'publication_id'],
  ['file', 'fileId'],
  ['run', 'job'],
  ['idempotency_key', 'retry_key'],
];
const TO_OTHER = new Map(ARGUMENTS);
const TO_CANONICAL = new Map(ARGUMENTS.map(([canonical, other]) => [other, canonical]));

const renamed = (members: unknown, names: ReadonlyMap<string, string>): Body =>
  Object.fromEntries(
    Object.entries(isBody(members) ? members : {}).map(([name, value]) => [
      names.get(name) ?? name,
      value,
    ]),
  );

/**
 * The tools of the API in another form: other names of tools and arguments, results as text only, server-sent events
 * instead of plain JSON.
 */
export function mcpAdapter(api: Adapter): Adapter {
  /** The tools that requests in progress call. */
  const called = new WeakMap<ProxiedRequest, Tool>();
  return {
    adaptRequest(request) {
      const {method, params} = isBody(request.body) ? request.body : {};
      if (method !== 'tools/call' || !isBody(params)) return;
      const tool = TOOLS[String(params.name)];
      if (!tool) return;
      Object.assign(params, {name: tool.op, arguments: canonicalArguments(api, tool, params)});
      // Revision 2026-07-28 repeats the name in a header.
      if (request.headers['mcp-name'] !== undefined) request.headers['mcp-name'] = tool.op;
      called.set(request, tool);
    },
    adaptResponse(request, response) {
      const {body, status} = response;
      const result = isBody(body) ? body.result : undefined;
      const tool = called.get(request);
      if (isBody(result) && result.tools) result.tools = rowsOf(result.tools).map(adaptedTool);
      if (isBody(body) && isBody(result) && result.content && tool)
        body.result = adaptedResult(api, tool, result);
      if (request.method !== 'POST' || body === undefined || status !== 200) return;
      response.headers['content-type'] = 'text/event-stream';
      response.text = `event: message\ndata: ${JSON.stringify(body)}\n\n`;
    },
  };
}

function canonicalArguments(api: Adapter, tool: Tool, params: Body): unknown {
  // The only tool that takes `publication_id` in its body takes the id that is registered.
  const given =
    tool.op === 'createPublication'
      ? renamed(params.arguments, new Map())
      : renamed(params.arguments, TO_CANONICAL);
  const request = requestOf(tool, given);
  api.adaptRequest(request);
  return request.body;
}

const requestOf = ({method, path}: Tool, body: unknown): ProxiedRequest => ({
  method,
  path: `/api/v1${path}`,
  query: new URLSearchParams(),
  headers: {},
  body,
});

/** A tool in the list. */
function adaptedTool({name, title, description, inputSchema}: Body): Body {
  const [other] = Object.entries(TOOLS).find(([, {op}]) => op === name) ?? [name];
  return {
    name: other,
    description: `${String(title)}: ${String(description)}`,
    inputSchema: {type: 'object', properties: adaptedProperties(String(name), inputSchema)},
  };
}

function adaptedProperties(op: string, inputSchema: unknown): unknown {
  const {properties} = isBody(inputSchema) ? inputSchema : {};
  if (op === 'createUpload') return {upload: {type: 'object'}};
  return op === 'createPublication' ? properties : renamed(properties, TO_OTHER);
}

/** A result that contains the body of the API's response as one text. */
function adaptedResult(api: Adapter, tool: Tool, result: Body): Body {
  const {structuredContent, content, isError} = result;
  const text = JSON.stringify(
    adaptedContent(api, tool, structuredContent ?? parsedText(content), isError === true),
  );
  return {content: [{type: 'text', text}], ...(isError === true && {isError})};
}

function adaptedContent(
  api: Adapter,
  {op, ...tool}: Tool,
  body: unknown,
  isError: boolean,
): unknown {
  if (op === 'downloadFile' && !isError) return {url: isBody(body) ? body.location : undefined};
  const response = {status: isError ? 422 : 200, headers: {}, body};
  api.adaptResponse(requestOf({op, ...tool}, undefined), response);
  if (op !== 'createUpload' || isError) return response.body;
  const publication_id = isBody(body) ? body.publication_id : undefined;
  return {publication_id, ...(isBody(response.body) && response.body)};
}

const parsedText = (content: unknown): unknown => JSON.parse(String(rowsOf(content)[0]?.text));
