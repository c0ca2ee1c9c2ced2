import type {Exchange} from '../../../spec/step.ts';
import {canonicalText, isObject} from '../../../spec/json.ts';
import type {Judgement} from '../../check.ts';
import {all, brief, holds, is, summaryOf, when} from '../../judge.ts';

/** Arguments of a call that goes to the tool of its operation. */
export const BY_TOOL = {interface: 'mcp', as: 'agent'} as const;

/**
 * The operations whose path the document shows. Those of a run and its report it does not
 * (NS-WS-14).
 */
export const OPERATIONS = [
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
] as const;

/** Members that the document names, in the responses to operations that only read. */
const MEMBERS = new Set([
  'workspace',
  'plan',
  'paid_work',
  'publications_left',
  'daily_runs_limit',
  'daily_runs_used',
  'runs_per_tool_and_publication_limit',
  'data',
  'next_cursor',
  'has_more',
  'slug',
  'name',
  'category',
  'description',
  'metered',
  'replaces_working_file',
  'id',
  'type',
  'status',
  'title',
  'original_size_bytes',
  'working_file_id',
  'working_file_size_bytes',
  'created_at',
  'current',
  'current_file_id',
  'kind',
  'size_bytes',
  'configured',
  'mirrors',
  'mirror',
  'conversion_status',
  'push_in_flight',
  'last_sync_error',
]);

/**
 * Whether a value has all members of another that the document names, with equal values. Other
 * members do not matter, and null counts as absent.
 */
export function covers(got: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(got) &&
      got.length === wanted.length &&
      wanted.every((one, index) => covers(got[index], one))
    );
  if (!isObject(wanted)) return (got ?? null) === (wanted ?? null);
  const named = Object.entries(wanted).filter(([name]) => MEMBERS.has(name));
  return isObject(got) && named.every(([name, value]) => covers(got[name], value));
}

/**
 * The result of a tool is that of its operation, either before or after the call of the tool. Where
 * the operation's own result changed in between and the tool's is neither, nothing is decided.
 * @param success the situation of the operation's success
 */
export const sameAs = (
  tool: Exchange,
  before: Exchange,
  after: Exchange,
  success: string,
): Judgement =>
  when(
    before.situations.includes(success),
    `the operation itself was answered ${summaryOf(before)}`,
    () =>
      all(
        is(tool, success, 'the-tool-failed'),
        when(
          Object.keys(Object(before.body)).some((name) => MEMBERS.has(name)),
          'no member that the document names was found: say in the profile where they stand',
          () => sameResult(tool, before, after),
        ),
      ),
  );

function sameResult(tool: Exchange, before: Exchange, after: Exchange): Judgement {
  const same = covers(tool.body, before.body) || covers(tool.body, after.body);
  const unchanged = canonicalText(before.body) === canonicalText(after.body);
  return when(same || unchanged, 'the result of the operation changed meanwhile', () =>
    holds(same, {
      branch: 'another-result',
      expected: `the result of the operation: ${brief(after.body)}`,
      got: brief(tool.body),
      at: tool,
    }),
  );
}
