import {fault, uploadOf} from './probe-kit.ts';
import type {Fault, Reply, Site} from './probe-kit.ts';

const DATA = 'result.structuredContent';

/** Whether the agent server lists a tool. */
async function lists(s: Site, tool: string): Promise<boolean> {
  return (await s.rpc('tools/list')).bytes.toString().includes(`"${tool}"`);
}

/** An access token that the token endpoint gives to a client. */
async function tokenOf(s: Site, client: string): Promise<string> {
  const form = `grant_type=client_credentials&client_id=${client}&client_secret=${client}-secret`;
  return (await s.ask('POST', '/oauth/token', form, {auth: null})).s('access_token');
}

async function account(s: Site, token: string): Promise<Reply> {
  return s.tool('show-account', {}, token);
}

/** Part E: the agent server. */
export const MCP_FAULTS_E: readonly Fault[] = [
  fault(
    'flat',
    'mcp-elsewhere',
    '026',
    'the agent server is at /mcp/v1, and not at /mcp',
    'POST /mcp: 404',
    async (s) => (await s.rpc('ping')).status !== 200,
  ),
  fault(
    'flat',
    'mcp-without-file-versions',
    '048',
    'no tool for listPublicationFiles',
    'tools/list',
    async (s) => !(await lists(s, 'list-file-versions')),
  ),
  fault(
    'flat',
    'mcp-without-reserve',
    '040',
    'no tool for createUpload',
    'tools/list',
    async (s) => !(await lists(s, 'reserve-upload')),
  ),
  fault(
    'deep',
    'mcp-reserve-spends',
    '041',
    'a reservation of an agent spends a place',
    'reserve-upload by agent: 99 left',
    async (s) => {
      await s.tool('reserve-upload', {file_name: 'book.epub', byte_count: 5});
      return (await s.left()) !== 100;
    },
  ),
  fault(
    'deep',
    'mcp-reader-store-url',
    '055',
    'mirrors have a store address for agents',
    'push; show-reader: an address',
    async (s) => {
      const publication = await s.publish();
      await s.hook('push-mirrors', {role: 'full', publication});
      return (await s.tool('show-reader', {publication})).bytes.toString().includes('https://');
    },
  ),
  fault(
    'deep',
    'mcp-register-size-unchecked',
    '045',
    'registrations of agents do not compare sizes',
    'PUT fewer bytes; register-publication: no failure',
    async (s) => {
      const reserved = await s.reserve();
      await s.put(reserved, 'byte');
      const given = await s.tool('register-publication', uploadOf(reserved, 'book.epub', 5));
      return given.v(`${DATA}.reason`) !== 'upload_incomplete';
    },
  ),
  fault(
    'deep',
    'mcp-scope-unchecked-for-calls',
    '031',
    'the scope is judged for every method but tools/call',
    'show-account with scopeless-agent: no failure',
    async (s) => (await account(s, 'scopeless-agent')).status === 200,
  ),
  fault(
    'deep',
    'oauth-token-cached-for-all-clients',
    '027',
    'the token endpoint gives the token that it gave before, to whichever client',
    'token of harbour-agent, then of hill-agent: the same',
    async (s) => {
      await tokenOf(s, 'harbour-agent');
      const other = await account(s, await tokenOf(s, 'hill-agent'));
      return other.v(`${DATA}.account.workspace.number`) !== '41070';
    },
  ),
];
