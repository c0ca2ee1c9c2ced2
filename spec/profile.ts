import type {Contract, Operation, Pager, Schema} from './contract.ts';
import {escapeToken, isObject} from './json.ts';
import {resolve} from './schema.ts';

/** Where a deployment keeps a member that the document does not name. */
export type MemberLocation =
  | {at: string; absent?: 'null' | 'absent'}
  | {header: string; take?: 'last-segment' | 'whole'};

/** How a deployment writes a value whose form is open. */
export type Encoding =
  | 'bool-as-int'
  | 'number-as-string'
  | 'epoch-seconds'
  | 'epoch-milliseconds'
  | 'pairs'
  | Record<string, string>;

/**
 * A deployment's answers to the open points, and nothing else: a profile can settle what the
 * document leaves open, it cannot weaken a `must`. Keys: `Component#/pointer` for members,
 * `operation` for rows, requests, paths and tools, `situation` or `operation.situation` for
 * outcomes, open-point ids for choices.
 */
export interface Profile {
  members: Record<string, MemberLocation>;
  rows: Record<string, {at: string; unwrap?: string}>;
  pager: Record<string, Partial<Pager>>;
  requests: Record<string, Record<string, string>>;
  paths: Record<
    string,
    {template: string} | {followed: {kind: string; from: string; header: string}}
  >;
  outcomes: Record<string, {status?: number[]; reason?: string | string[]}>;
  choices: Record<string, string | number | boolean | null>;
  encodings: Record<string, Encoding>;
  /**
   * The tool of an operation, where its name or its arguments are not the contract's own in some
   * spelling.
   */
  tools: Record<string, {name: string; arguments?: Record<string, string>}>;
}

/** A profile that settles nothing: canonical names, every documented freedom left open. */
export const openProfile = (): Profile => ({
  members: {},
  rows: {},
  pager: {},
  requests: {},
  paths: {},
  outcomes: {},
  choices: {},
  encodings: {},
  tools: {},
});

/**
 * Whether the name and form of a member are known: the document names it, or the profile says where
 * it stands, or that it stands where the contract has it (`choices`).
 * @param key `Component#/pointer`
 */
export function isSettled(
  contract: Contract,
  profile: Profile,
  key: string,
  schema: Schema,
): boolean {
  const point = schema['x-open'];
  const names = (contract.document['x-open-names'] ?? []) as string[];
  return (
    point === undefined ||
    !names.includes(point) ||
    point in profile.choices ||
    key in profile.members ||
    key in profile.encodings
  );
}

const SECTIONS = Object.keys(openProfile()) as (keyof Profile)[];

/**
 * A profile, configuration or command line that is not usable; the message names file and field and
 * what would be right.
 */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Refuses what stands at a JSON Pointer of the profile, and says what would be right. */
type Refuse = (pointer: string, right: string) => never;

/**
 * Reads and judges a profile.
 * @param file named in every complaint
 * @param where file and line of the value at a JSON Pointer of the profile, when known
 * @param points ids of the document's open points; without them any id of that form is taken
 * @throws UsageError for an unknown section or key, a place that is not open, or a value that the
 * document rules out
 */
export function readProfile(
  said: unknown,
  contract: Contract,
  file: string,
  where: (pointer: string) => string = () => file,
  points?: string[],
): Profile {
  const refuse: Refuse = (pointer, right) => {
    throw new UsageError(
      `${where(pointer)}: ${pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/') || 'the profile'}: ${right}`,
    );
  };
  const profile = openProfile();
  if (said === null || said === undefined) return profile;
  if (!isObject(said)) return refuse('', `a mapping with any of ${SECTIONS.join(', ')}`);
  for (const [section, entries] of Object.entries(said)) {
    if (!(SECTIONS as string[]).includes(section))
      refuse(`/${section}`, `there is no such section; there are ${SECTIONS.join(', ')}`);
    if (!isObject(entries)) return refuse(`/${section}`, 'a mapping');
    for (const [key, value] of Object.entries(entries)) {
      const at = `/${section}/${escapeToken(key)}`;
      const right = SHAPES[section as keyof Profile](value);
      if (right) refuse(at, right);
      judgeKey(section as keyof Profile, key, value, {
        contract,
        points,
        refuse: (more) => refuse(at, more),
      });
    }
    Object.assign(profile[section as keyof Profile], entries);
  }
  return profile;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isPointer = (value: unknown): boolean => isText(value) && /^(\/[^/]*)+$/.test(value);
const isMapping = (
  value: unknown,
  of: Record<string, (member: unknown) => boolean>,
  needs: string[] = [],
): value is Record<string, unknown> =>
  isObject(value) &&
  needs.every((name) => Object.hasOwn(value, name)) &&
  Object.entries(value).every(([name, member]) => Object.hasOwn(of, name) && of[name]!(member));
const isListOf = (value: unknown, is: (member: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(is);
const ENCODINGS = [
  'bool-as-int',
  'number-as-string',
  'epoch-seconds',
  'epoch-milliseconds',
  'pairs',
];

/** What would be right where a value has not the form that its section asks for. */
const SHAPES: Record<keyof Profile, (value: unknown) => string | undefined> = {
  members: (value) =>
    isMapping(value, {at: isPointer, absent: (said) => said === 'null' || said === 'absent'}, [
      'at',
    ]) ||
    isMapping(
      value,
      {header: isText, take: (said) => said === 'last-segment' || said === 'whole'},
      ['header'],
    )
      ? undefined
      : 'either {at: /json/pointer, absent: null or absent} or {header: Name, take: last-segment or whole}',
  rows: (value) =>
    isMapping(value, {at: (said) => said === '' || isPointer(said), unwrap: isPointer}, ['at'])
      ? undefined
      : '{at: /json/pointer, unwrap: /pointer/in/a/row}',
  pager: (value) =>
    isMapping(value, {
      kind: (said) => ['cursor', 'page', 'next-link'].includes(said as string),
      param: isText,
      next: isPointer,
      more: isPointer,
      rows: isPointer,
    })
      ? undefined
      : 'a mapping with any of kind (cursor, page, next-link), param, next, more, rows; the last three are JSON Pointers',
  requests: (value) =>
    isObject(value) && Object.values(value).every(isText)
      ? undefined
      : 'a mapping of canonical names to names or JSON Pointers',
  paths: (value) =>
    isMapping(value, {template: (said) => isText(said) && said.startsWith('/')}, ['template']) ||
    isMapping(
      value,
      {
        followed: (said) =>
          isMapping(said, {kind: isText, from: isText, header: isText}, ['kind', 'from', 'header']),
      },
      ['followed'],
    )
      ? undefined
      : 'either {template: /path/{name}} or {followed: {kind, from, header}}',
  outcomes: (value) =>
    isMapping(value, {
      status: (said) => isListOf(said, Number.isInteger),
      reason: (said) => isText(said) || isListOf(said, isText),
    })
      ? undefined
      : '{status: [400, ...], reason: text or list of texts}',
  choices: (value) =>
    value === null || ['string', 'number', 'boolean'].includes(typeof value)
      ? undefined
      : 'a text, a number, true, false or null',
  encodings: (value) =>
    ENCODINGS.includes(value as string) || (isObject(value) && Object.values(value).every(isText))
      ? undefined
      : `one of ${ENCODINGS.join(', ')}, or a mapping of canonical to spelt values`,
  tools: (value) =>
    isMapping(
      value,
      {name: isText, arguments: (said) => isObject(said) && Object.values(said).every(isText)},
      ['name'],
    )
      ? undefined
      : '{name: tool, arguments: {canonical name: name}}',
};

interface Judging {
  contract: Contract;
  points: string[] | undefined;
  refuse: (right: string) => never;
}

/** Refuses a key that names nothing, or a place that the document does not leave open. */
function judgeKey(
  section: keyof Profile,
  key: string,
  value: unknown,
  {contract, points, refuse}: Judging,
): void {
  if (section === 'members' || section === 'encodings') {
    const member = mustBeOpen(contract, key, refuse);
    const own = key.slice(key.indexOf('#') + 1);
    if (
      section === 'members' &&
      !nameIsOpen(contract, member) &&
      (value as {at?: string}).at !== own
    )
      refuse(`the document names this member, and leaves only its value open: it stands at ${own}`);
    return;
  }
  if (section === 'outcomes')
    return narrowable(contract, key, value as Profile['outcomes'][string], refuse);
  if (section === 'choices') {
    if (points ? !points.includes(key) : !/^NS-[A-Z]+-\d+$/.test(key))
      refuse(
        `the document leaves no such point open${points ? `; there are ${points.join(', ')}` : ''}`,
      );
    return;
  }
  const {operations} = contract;
  const operation = Object.hasOwn(operations, key)
    ? operations[key]!
    : refuse(`no operation; there are ${Object.keys(operations).join(', ')}`);
  if (section === 'pager' && !operation.pager) refuse('no list: it has no pages');
  if (section === 'rows' || section === 'pager')
    mustNotMove(
      contract,
      operation,
      section === 'rows' ? {rows: (value as {at: string}).at} : (value as Partial<Pager>),
      refuse,
    );
  if (section === 'paths' && operation.pathOpen === undefined)
    refuse(
      `the document names its path, ${operation.path}; a profile settles only what it leaves open`,
    );
  if (section === 'tools') {
    const names = [
      ...operation.parameters.map((parameter) => parameter.name),
      ...Object.keys(bodyOf(contract, operation)),
    ];
    const stranger = Object.keys((value as Profile['tools'][string]).arguments ?? {}).find(
      (name) => !names.includes(name),
    );
    if (stranger !== undefined)
      refuse(`\`${stranger}\` is nothing that it takes; there are ${names.join(', ') || 'none'}`);
  }
  if (section === 'requests') {
    const asked = bodyOf(contract, operation);
    for (const name of Object.keys(value as object)) {
      const member = Object.hasOwn(asked, name)
        ? asked[name]!
        : refuse(
            `\`${name}\` is no member of its body; there are ${Object.keys(asked).join(', ') || 'none'}`,
          );
      if (
        !(resolve(contract.document as any, member as any) as Schema)['x-open'] &&
        !member['x-open']
      )
        refuse(
          `the document names the member \`${name}\`; a profile settles only what it leaves open`,
        );
    }
  }
}

const bodyOf = ({document}: Contract, {request}: Operation): Record<string, Schema> =>
  (request && (resolve(document as any, request as any) as Schema).properties) ?? {};

/** The rows of a page, and what leads from page to page, stand where the document shows them. */
function mustNotMove(
  contract: Contract,
  {pager, parameters, outcomes, success}: Operation,
  said: Partial<Pager>,
  refuse: (right: string) => never,
): void {
  const body = outcomes.find(({situation}) => situation === success)?.schema;
  for (const part of ['param', 'next', 'more', 'rows'] as const) {
    const shown = pager?.[part];
    if (!shown || said[part] === undefined || said[part] === shown) continue;
    const schema =
      part === 'param'
        ? parameters.find(({name}) => name === shown)?.schema
        : memberOf(contract, body, shown);
    if (schema && !nameIsOpen(contract, schema))
      refuse(`the document shows ${shown}; a profile settles only what it leaves open`);
  }
}

/**
 * Where a contract lists the points that are about names, the others leave a value open, not its
 * name.
 */
function nameIsOpen(contract: Contract, schema: Schema): boolean {
  const names = contract.document['x-open-names'] as string[] | undefined;
  return (
    schema['x-open'] !== undefined && (names === undefined || names.includes(schema['x-open']))
  );
}

function memberOf(
  contract: Contract,
  schema: Schema | undefined,
  pointer: string,
): Schema | undefined {
  let node = schema;
  for (const token of pointer.slice(1).split('/'))
    node = node && (resolve(contract.document as any, node as any) as Schema).properties?.[token];
  return node;
}

function mustBeOpen(contract: Contract, key: string, refuse: (right: string) => never): Schema {
  const [component = '', pointer] = key.split('#');
  const schemas = (contract.document as any).components.schemas as Record<string, Schema>;
  if (!Object.hasOwn(schemas, component) || !pointer?.startsWith('/'))
    refuse(
      `\`${component}\` is no component; write Component#/member with one of ${Object.keys(schemas).join(', ')}`,
    );
  let node: Schema | undefined = schemas[component];
  for (const token of pointer!.slice(1).split('/')) {
    const {properties} = resolve(contract.document as any, node as any) as Schema;
    node =
      properties && Object.hasOwn(properties, token)
        ? properties[token]
        : refuse(`${component} has no member ${pointer}`);
  }
  if (!node!['x-open'])
    refuse('the document names this member; a profile settles only what it leaves open');
  return node!;
}

function narrowable(
  contract: Contract,
  key: string,
  said: Profile['outcomes'][string],
  refuse: (right: string) => never,
): void {
  const [first, second] = key.split('.');
  const found = Object.values(contract.operations)
    .filter((operation) => second === undefined || operation.id === first)
    .flatMap((operation) => operation.outcomes)
    .filter((outcome) => outcome.situation === (second ?? first));
  if (!found.length) refuse('no operation documents this situation');
  for (const outcome of found) {
    const stranger = [said.reason ?? []]
      .flat()
      .find((reason) => outcome.reason !== undefined && reason !== outcome.reason);
    if (stranger !== undefined)
      refuse(`the document says the reason \`${outcome.reason}\`, not \`${stranger}\``);
    for (const status of said.status ?? [])
      if (!outcome.statuses.includes(status))
        refuse(`the document allows the status ${outcome.statuses.join(', ')}, not ${status}`);
  }
}
