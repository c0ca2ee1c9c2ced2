import type {Exchange} from '../../../spec/step.ts';
import {canonicalText, isObject} from '../../../spec/json.ts';
import type {Judgement} from '../../check.ts';
import {all, brief, holds, is, when} from '../../judge.ts';

/** What a call carries that goes to the tool of its operation. */
export const BY_TOOL = {face: 'mcp', as: 'agent'} as const;

/** The operations that the document lists; where a run and its report are read it does not show (NS-WS-14). */
export const OPERATIONS = [
  'getAccount', 'getAccountUsage', 'listTools', 'createUpload', 'listPublications', 'createPublication', 'getPublication',
  'listPublicationFiles', 'getCurrentPublicationFile', 'getPublicationReader', 'startRun', 'downloadFile',
] as const;

/** Whether a value has everything that another has; what stands beside it is nobody's business, and null is as good as absent. */
export function covers(got: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) return Array.isArray(got) && got.length === wanted.length && wanted.every((one, index) => covers(got[index], one));
  if (!isObject(wanted)) return (got ?? null) === (wanted ?? null);
  return isObject(got) && Object.entries(wanted).every(([name, value]) => covers(got[name], value));
}

/** A tool brought what its operation brought before or after it; what changed meanwhile decides nothing. */
export const sameAs = (tool: Exchange, before: Exchange, after: Exchange, success: string): Judgement =>
  all(
    is(before, success, 'the-operation-failed'),
    is(tool, success, 'the-tool-failed'),
    when(covers(tool.body, before.body) || covers(tool.body, after.body) || canonicalText(before.body) === canonicalText(after.body), 'it changed meanwhile', () =>
      holds(covers(tool.body, before.body) || covers(tool.body, after.body), {branch: 'another-result', expected: brief(after.body), got: brief(tool.body), at: tool}),
    ),
  );
