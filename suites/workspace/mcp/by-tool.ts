import type {Exchange} from '../../../spec/step.ts';
import {canonicalText, isObject} from '../../../spec/json.ts';
import type {Judgement} from '../../check.ts';
import {all, brief, holds, is, when} from '../../judge.ts';

/** What a call carries that goes to the tool of its operation. */
export const BY_TOOL = {interface: 'mcp', as: 'agent'} as const;

/**
 * The operations that the document lists; where a run and its report are read it does not show
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

/** Members that the document speaks of, in what the operations that only read answer. */
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
 * Whether a value has what the document speaks of in another; what stands beside it is nobody's
 * business, and null is as good as absent.
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
 * A tool brought what its operation brought before or after it; what changed meanwhile decides
 * nothing.
 */
export const sameAs = (
  tool: Exchange,
  before: Exchange,
  after: Exchange,
  success: string,
): Judgement =>
  all(
    is(before, success, 'the-operation-failed'),
    is(tool, success, 'the-tool-failed'),
    when(
      Object.keys(Object(before.body)).some((name) => MEMBERS.has(name)),
      'no member that the document speaks of was seen: say where they stand',
      () =>
        when(
          covers(tool.body, before.body) ||
            covers(tool.body, after.body) ||
            canonicalText(before.body) === canonicalText(after.body),
          'it changed meanwhile',
          () =>
            holds(covers(tool.body, before.body) || covers(tool.body, after.body), {
              branch: 'another-result',
              expected: brief(after.body),
              got: brief(tool.body),
              at: tool,
            }),
        ),
    ),
  );
