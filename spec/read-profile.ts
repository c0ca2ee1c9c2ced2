import type {Contract} from './contract.ts';
import {escapeToken, isObject} from './json.ts';
import {openProfile, type Profile} from './profile.ts';
import {asOneError} from './read-all.ts';
import {UsageError} from './usage-error.ts';
import {judgeChoice} from './profile-sections/choices.ts';
import type {EntryJudge} from './profile-sections/entry-judge.ts';
import {judgeEncoding} from './profile-sections/encodings.ts';
import {judgeMember} from './profile-sections/members.ts';
import {judgeOutcome} from './profile-sections/outcomes.ts';
import {judgePager, judgeRows} from './profile-sections/pages.ts';
import {judgePath} from './profile-sections/paths.ts';
import {judgeRequest} from './profile-sections/requests.ts';
import {judgeTool} from './profile-sections/tools.ts';

const JUDGES: Record<keyof Profile, EntryJudge> = {
  members: judgeMember,
  rows: judgeRows,
  pager: judgePager,
  requests: judgeRequest,
  paths: judgePath,
  outcomes: judgeOutcome,
  choices: judgeChoice,
  encodings: judgeEncoding,
  tools: judgeTool,
};

/** The sections of a profile. */
export const PROFILE_SECTIONS = Object.keys(JUDGES);

const isSection = (name: string): name is keyof Profile => PROFILE_SECTIONS.includes(name);

/**
 * Reads and validates a profile.
 * @param value the content of the file; an empty file is an empty profile
 * @param file named in every message
 * @param lineOf file and line of the value at a JSON Pointer of the profile, if known
 * @param points ids of the document's open points; without them any id of that form is accepted
 * @throws UsageError for an unknown section or key, a point that is not open, or a value that the document does not
 * permit
 */
export function readProfile(
  value: unknown,
  contract: Contract,
  file: string,
  lineOf: (pointer: string) => string = () => file,
  points?: string[],
): Profile {
  const profile = openProfile();
  if (value === null || value === undefined) return profile;
  const mistake = (pointer: string, problem: string): UsageError =>
    new UsageError(`${lineOf(pointer)}: ${fieldOf(pointer)}: ${problem}`);
  if (!isObject(value))
    throw mistake('', `has to be a mapping with any of ${PROFILE_SECTIONS.join(', ')}`);
  const sections = Object.entries(value);
  const mistakes = sections.flatMap(([section, entries]) =>
    problemsIn(section, entries, {contract, points}).map(([pointer, problem]) =>
      mistake(pointer, problem),
    ),
  );
  if (mistakes.length) throw asOneError(mistakes);
  for (const [section, entries] of sections)
    Object.assign(profile[section as keyof Profile], entries);
  const twice = repeatedPath(profile);
  if (twice)
    throw mistake(`/paths/${twice[1]}`, `${twice[0]} has the same path; give each its own`);
  return profile;
}

/** What is wrong in a section of a profile, each with its JSON Pointer. */
function problemsIn(
  section: string,
  entries: unknown,
  context: Parameters<EntryJudge>[2],
): [pointer: string, problem: string][] {
  const pointer = `/${section}`;
  if (!isSection(section))
    return [[pointer, `there is no such section; there are ${PROFILE_SECTIONS.join(', ')}`]];
  if (!isObject(entries)) return [[pointer, 'has to be a mapping']];
  return Object.entries(entries).flatMap(([key, entry]): [string, string][] => {
    const problem = JUDGES[section](key, entry, context);
    return problem === undefined ? [] : [[`${pointer}/${escapeToken(key)}`, problem]];
  });
}

/**
 * Finds two operations to which a profile gives the same path and both of which only read: the same template, or the
 * same `kind` of a header's URL, of which the second would replace the first.
 */
function repeatedPath({paths}: Profile): [operation: string, other: string] | undefined {
  const byPath = new Map<string, string>();
  for (const [operation, choice] of Object.entries(paths)) {
    const path = 'template' in choice ? choice.template : `kind ${choice.followed.kind}`;
    const other = byPath.get(path);
    if (other !== undefined) return [other, operation];
    byPath.set(path, operation);
  }
  return undefined;
}

/** A JSON Pointer of the profile in the notation of people: `members.Account#/plan`. */
function fieldOf(pointer: string): string {
  if (pointer === '') return 'the profile';
  return pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/');
}
