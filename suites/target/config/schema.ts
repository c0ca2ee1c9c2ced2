import {CONTROL_VERBS, type ControlVerb} from '../../../spec/control.ts';
import {FEATURES} from '../../../spec/features.ts';
import {RANKS} from '../../../spec/ranks.ts';
import {SAMPLES, type SampleKind} from '../../../spec/samples.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Role} from '../../../spec/step.ts';
import type {Expectation} from '../config.ts';
import {SPENDINGS, type Spending} from '../target.ts';
import {CREDENTIAL_ROLES} from '../roles.ts';

/** Where a secret is: `{env: NAME}` or `{file: PATH}`. */
export type SecretReference = {env: string} | {file: string};

/** Client credentials as they are written in a configuration. */
export interface ClientReference {
  client_id: string | SecretReference;
  client_secret: SecretReference;
  token_url?: string;
  scope?: string;
}

/** A credential as it is written in a configuration. */
export type CredentialReference = SecretReference | ClientReference;

/** A hook as it is written in a configuration; the schema allows both members, and none. */
export interface HookSection {
  command?: string[];
  url?: string;
  token?: SecretReference;
}

/** A sample as it is written in a configuration. */
export type SampleSection =
  | string
  | number
  | {file?: string; filename?: string; format?: string; size_bytes?: number};

/** An API of the deployment; `profile` is the path of a profile, or the profile itself. */
export interface ApiSection {
  base_url: string;
  profile?: string | object;
  unique_ids?: boolean;
}

/** A configuration file's content, once it satisfies `CONFIG_SCHEMA`. */
export interface ConfigDocument extends Partial<Record<Api, ApiSection>> {
  name: string;
  vendor?: string;
  product?: string;
  version?: string;
  build?: string;
  features?: Record<string, 'absent'> | null;
  credentials: Partial<Record<Role, CredentialReference | CredentialReference[]>>;
  samples?: Record<string, SampleSection> | null;
  tool_limit?: number;
  spend?: Spending[];
  max_wait?: number;
  timeout?: number;
  hooks?: Partial<Record<ControlVerb, HookSection>> | null;
  undo_file?: string;
  must_try?: Record<string, string>;
  forms?: 'documented';
  expected?: Expectation[];
}

/** An object of these members and no others. */
const record = (properties: Record<string, object>, required: string[] = []): object => ({
  type: 'object',
  required,
  additionalProperties: false,
  properties,
});

const text = {type: 'string', minLength: 1};
/** The description of a field with a pattern is the complaint about what does not match. */
const url = {
  type: 'string',
  pattern: '^https?://',
  description: 'has to begin with http:// or https://',
};

const SECRET = {anyOf: [record({env: text}, ['env']), record({file: text}, ['file'])]};

/** OAuth scopes with a space between them (RFC 6749, section 3.3); empty for none. */
const SCOPES = String.raw`^([\x21\x23-\x5B\x5D-\x7E]+( [\x21\x23-\x5B\x5D-\x7E]+)*)?$`;

const CLIENT = record(
  {
    client_id: {
      type: ['string', 'object'],
      minLength: 1,
      anyOf: [{type: 'string'}, ...SECRET.anyOf],
    },
    client_secret: SECRET,
    token_url: url,
    scope: {
      type: 'string',
      pattern: SCOPES,
      description: 'has to be OAuth scopes with one space between them',
    },
  },
  ['client_id', 'client_secret'],
);

/** A credential with any member of a client is read as a client, so that complaints fit. */
const CREDENTIAL = {
  type: 'object',
  dependentSchemas: {client_id: CLIENT, client_secret: CLIENT},
  anyOf: [...SECRET.anyOf, {required: ['client_id']}, {required: ['client_secret']}],
};

const ONE_OR_MORE_CREDENTIALS = {
  ...CREDENTIAL,
  type: ['object', 'array'],
  anyOf: [...CREDENTIAL.anyOf, {type: 'array'}],
  minItems: 1,
  items: CREDENTIAL,
};

const API = record(
  {
    base_url: url,
    profile: {anyOf: [{type: 'string'}, {type: 'object'}]},
    unique_ids: {type: 'boolean'},
  },
  ['base_url'],
);

const FILE_SAMPLE = {
  ...record({
    file: text,
    filename: text,
    format: {type: 'string'},
    size_bytes: {type: 'integer', minimum: 0},
  }),
  minProperties: 1,
  description: 'has to be {file: PATH}, or {filename: NAME} for a small file that is made up',
};

/** The schema of a sample of each kind. */
const SAMPLE_KINDS: Readonly<Record<SampleKind, object>> = {
  file: FILE_SAMPLE,
  text,
  number: {type: 'integer'},
  'text or number': {type: ['integer', 'string'], minLength: 1},
};

const SAMPLE_SCHEMAS = Object.fromEntries(
  Object.entries(SAMPLES).map(([name, {kind}]) => [name, SAMPLE_KINDS[kind]]),
);

const HOOK = record({
  command: {type: 'array', items: {type: 'string'}, minItems: 1},
  url,
  token: SECRET,
});

const SHARE = {
  type: 'string',
  pattern: '^(100|[1-9]?[0-9]) ?%$',
  description: 'has to be a share such as 90 %',
};

const EXPECTATION = record(
  {
    rule: {type: 'string'},
    reason: {type: 'string', minLength: 3},
    until: {
      type: 'string',
      pattern: String.raw`^\d{4}-\d{2}-\d{2}$`,
      description: 'has to be a date such as 2099-12-31',
    },
    verdict: {enum: ['failed', 'not-exercised', 'inconclusive', 'not-applicable']},
  },
  ['rule', 'verdict', 'reason', 'until'],
);

/** The same schema for each of these names. */
const each = (names: readonly string[], schema: object): Record<string, object> =>
  Object.fromEntries(names.map((name) => [name, schema]));

/** A section whose entries may all be commented out: YAML reads that as null. */
const orEmpty = (section: object): object => ({...section, type: ['object', 'null']});

/** The JSON Schema of a configuration file. */
export const CONFIG_SCHEMA = record(
  {
    name: text,
    vendor: text,
    product: text,
    version: text,
    build: text,
    workspace: API,
    store: API,
    credentials: {...record(each(CREDENTIAL_ROLES, ONE_OR_MORE_CREDENTIALS)), minProperties: 1},
    samples: orEmpty(record(SAMPLE_SCHEMAS)),
    features: orEmpty(record(each(Object.keys(FEATURES), {enum: ['absent']}))),
    tool_limit: {type: 'integer', minimum: 1},
    spend: {type: 'array', items: {enum: [...SPENDINGS]}},
    max_wait: {type: 'integer', minimum: 0},
    timeout: {type: 'integer', minimum: 1, maximum: 600},
    hooks: orEmpty(record(each(Object.keys(CONTROL_VERBS), HOOK))),
    undo_file: text,
    must_try: {...record(each(RANKS, SHARE)), minProperties: 1},
    forms: {enum: ['documented']},
    expected: {type: 'array', items: EXPECTATION},
  },
  ['name', 'credentials'],
);
