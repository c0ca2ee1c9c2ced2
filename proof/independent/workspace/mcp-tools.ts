import type {Json} from './http.ts';
import type {World} from './world.ts';

/** A tool of the agent server. */
export type AgentTool = {
  name: string;
  operation: string;
  description: string;
  places: readonly string[];
  properties: Json;
  required: readonly string[];
};

const TEXT = {type: 'string'};
const PUBLICATION = {publication: {type: 'string', description: 'The id of a publication.'}};
const RUN = {run: {type: 'string', description: 'The number of a run.'}};

function one(
  name: string,
  operation: string,
  description: string,
  properties: Json = {},
  required: readonly string[] = [],
  places: readonly string[] = [],
): AgentTool {
  return {name, operation, description, properties, required, places};
}

const AGENT_TOOLS: readonly AgentTool[] = [
  one('list-tools', 'tools', 'Lists the publishing tools (listTools).'),
  one('show-account', 'account', 'Shows the workspace, its plan and allowance (getAccount).'),
  one('show-usage', 'usage', 'Shows the metered runs and limits (getAccountUsage).'),
  one(
    'reserve-upload',
    'reserve',
    'Reserves an upload (createUpload).',
    {file_name: TEXT, byte_count: {type: 'integer'}, title: TEXT},
    ['file_name', 'byte_count'],
  ),
  one('list-publications', 'list', 'Lists the publications (listPublications).', {cursor: TEXT}),
  one(
    'register-publication',
    'register',
    'Registers an upload (createPublication).',
    {
      publication_id: TEXT,
      key: TEXT,
      original_filename: TEXT,
      size_bytes: {type: 'integer'},
    },
    ['publication_id', 'key', 'original_filename', 'size_bytes'],
  ),
  one(
    'show-publication',
    'publication',
    'Shows a publication (getPublication).',
    PUBLICATION,
    ['publication'],
    ['publication'],
  ),
  one(
    'list-file-versions',
    'files',
    'Lists file versions (listPublicationFiles).',
    PUBLICATION,
    ['publication'],
    ['publication'],
  ),
  one(
    'show-working-file',
    'current',
    'Shows the working version (getCurrentPublicationFile).',
    PUBLICATION,
    ['publication'],
    ['publication'],
  ),
  one(
    'link-download',
    'download',
    'Makes a download link (downloadFile).',
    {file: {type: 'string', description: 'The id of a file version.'}},
    ['file'],
    ['file'],
  ),
  one(
    'show-reader',
    'reader',
    'Shows the reader mirrors (getPublicationReader).',
    PUBLICATION,
    ['publication'],
    ['publication'],
  ),
  one(
    'start-run',
    'start',
    'Starts a tool on a publication (start run).',
    {...PUBLICATION, tool: TEXT, idempotency_key: TEXT},
    ['publication', 'tool'],
    ['publication'],
  ),
  one('show-run', 'run', 'Shows a run.', RUN, ['run'], ['run']),
  one('show-report', 'report', 'Shows the report of a run that succeeded.', RUN, ['run'], ['run']),
];

const LEFT_OUT: Readonly<Record<string, string>> = {
  'mcp-without-reader': 'reader',
  'mcp-without-usage': 'usage',
  'mcp-without-download': 'download',
  'mcp-without-register': 'register',
  'mcp-without-working-file': 'current',
  'mcp-without-start': 'start',
  'mcp-without-publications-list': 'list',
  'mcp-without-file-versions': 'files',
  'mcp-without-reserve': 'reserve',
};

/** The tools of the agent server. */
export function agentTools(w: World): AgentTool[] {
  return AGENT_TOOLS.filter(
    (tool) =>
      !Object.entries(LEFT_OUT).some(
        ([fault, operation]) => operation === tool.operation && w.faults.has(fault),
      ),
  );
}

/** A tool as tools/list shows it. */
export function agentToolRow(tool: AgentTool): Json {
  return {
    name: tool.name,
    title: tool.name.replaceAll('-', ' '),
    description: tool.description,
    inputSchema: {type: 'object', properties: tool.properties, required: tool.required},
  };
}
