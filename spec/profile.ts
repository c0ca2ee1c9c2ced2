import type {Contract, Pager, Schema} from './contract.ts';
import {isObject} from './json.ts';
import {resolve} from './read-contract.ts';

/** Where a deployment keeps a member that the document does not name. */
export type MemberPlace =
  | {at: string; absent?: 'null' | 'absent'}
  | {header: string; take?: 'last-segment' | 'whole'};

/** How a deployment writes a value whose form is open. */
export type Encoding = 'bool-as-int' | 'number-as-string' | 'epoch-seconds' | 'epoch-milliseconds' | 'pairs' | Record<string, string>;

/**
 * A deployment's answers to the open points, and nothing else: a profile can settle what the document leaves open, it
 * cannot weaken a `must`. Keys: `Component#/pointer` for members, `operation` for rows, requests and paths,
 * `situation` or `operation.situation` for outcomes, open-point ids for choices.
 */
export interface Profile {
  members: Record<string, MemberPlace>;
  rows: Record<string, {at: string; unwrap?: string}>;
  pager: Record<string, Partial<Pager>>;
  requests: Record<string, Record<string, string>>;
  paths: Record<string, {template: string} | {followed: {kind: string; from: string; header: string}}>;
  outcomes: Record<string, {status?: number[]; reason?: string | string[]}>;
  choices: Record<string, string | number | boolean | null>;
  encodings: Record<string, Encoding>;
}

/** A profile that settles nothing: canonical names, every documented freedom left open. */
export const openProfile = (): Profile => ({
  members: {}, rows: {}, pager: {}, requests: {}, paths: {}, outcomes: {}, choices: {}, encodings: {},
});

/**
 * Whether the name and form of a member are known: the document names it, or the profile says where it stands, or that it
 * stands where the contract has it (`choices`).
 * @param key `Component#/pointer`
 */
export function isSettled(contract: Contract, profile: Profile, key: string, schema: Schema): boolean {
  const point = schema['x-open'];
  const names = (contract.document['x-open-names'] ?? []) as string[];
  return point === undefined || !names.includes(point) || point in profile.choices || key in profile.members || key in profile.encodings;
}

const SECTIONS = Object.keys(openProfile()) as (keyof Profile)[];

/** A profile, configuration or command line that is not usable; the message names file and field and what would be right. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/**
 * Reads and judges a profile.
 * @param file named in every complaint
 * @throws UsageError for an unknown section or key, a place that is not open, or a value that the document rules out
 */
export function readProfile(said: unknown, contract: Contract, file: string): Profile {
  const profile = openProfile();
  if (said === null || said === undefined) return profile;
  if (!isObject(said)) throw new UsageError(`${file}: a profile is a mapping with any of ${SECTIONS.join(', ')}`);
  for (const [section, entries] of Object.entries(said)) {
    if (!(SECTIONS as string[]).includes(section))
      throw new UsageError(`${file}: unknown section \`${section}\`; there are ${SECTIONS.join(', ')}`);
    if (!isObject(entries)) throw new UsageError(`${file}: \`${section}\` is a mapping`);
    Object.assign(profile[section as keyof Profile], entries);
  }
  for (const [key, place] of Object.entries(profile.members)) {
    mustBeOpen(contract, file, 'members', key);
    if (!isObject(place) || !('at' in place || 'header' in place))
      throw new UsageError(`${file}: members.${key} says either \`at: /pointer\` or \`header: Name\``);
    if ('at' in place && !/^(\/[^/]*)+$/.test(String(place.at)))
      throw new UsageError(`${file}: members.${key}.at is a JSON Pointer such as /data/name, not \`${String(place.at)}\``);
  }
  for (const key of Object.keys(profile.encodings)) mustBeOpen(contract, file, 'encodings', key);
  for (const [key, outcome] of Object.entries(profile.outcomes)) narrowable(contract, file, key, outcome);
  for (const key of [...Object.keys(profile.requests), ...Object.keys(profile.rows), ...Object.keys(profile.paths), ...Object.keys(profile.pager)])
    if (!contract.operations[key])
      throw new UsageError(`${file}: \`${key}\` is no operation; there are ${Object.keys(contract.operations).join(', ')}`);
  return profile;
}

function mustBeOpen(contract: Contract, file: string, section: string, key: string): void {
  const [component, pointer] = key.split('#');
  const schemas = (contract.document as any).components.schemas as Record<string, Schema>;
  const schema = schemas[component ?? ''];
  if (!schema || !pointer)
    throw new UsageError(`${file}: ${section}.${key}: \`${component}\` is no component; there are ${Object.keys(schemas).join(', ')}`);
  let node: Schema | undefined = schema;
  for (const token of pointer.slice(1).split('/'))
    node = node && (resolve(contract.document as any, node as any) as Schema).properties?.[token];
  if (!node) throw new UsageError(`${file}: ${section}.${key}: ${component} has no member ${pointer}`);
  if (!node['x-open'])
    throw new UsageError(`${file}: ${section}.${key}: the document names this member; a profile settles only what it leaves open`);
}

function narrowable(contract: Contract, file: string, key: string, said: Profile['outcomes'][string]): void {
  const [first, second] = key.split('.');
  const found = Object.values(contract.operations)
    .filter((operation) => second === undefined || operation.id === first)
    .flatMap((operation) => operation.outcomes)
    .filter((outcome) => outcome.situation === (second ?? first));
  if (!found.length) throw new UsageError(`${file}: outcomes.${key}: no operation documents this situation`);
  for (const outcome of found) {
    if (said.reason !== undefined && outcome.reason !== undefined && ![said.reason].flat().includes(outcome.reason))
      throw new UsageError(`${file}: outcomes.${key}.reason: the document says \`${outcome.reason}\``);
    for (const status of said.status ?? [])
      if (!outcome.statuses.includes(status))
        throw new UsageError(`${file}: outcomes.${key}.status: the document allows ${outcome.statuses.join(', ')}, not ${status}`);
  }
}
