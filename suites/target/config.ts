import {readFileSync} from 'node:fs';
import {basename, dirname, resolve as resolvePath} from 'node:path';
import {Ajv2020, type ValidateFunction} from 'ajv/dist/2020.js';
import {CONTROL_VERBS, type ControlVerb} from '../../spec/control.ts';
import type {Specification} from '../../spec/specification.ts';
import {openProfile, readProfile, UsageError, type Profile} from '../../spec/profile.ts';
import type {Api} from '../../spec/rule.ts';
import type {Verdict} from '../../spec/run-record.ts';
import type {Role} from '../../spec/step.ts';
import {
  AGENT_ROLES,
  clientOf,
  clientSchema,
  mayCarrySecret,
  type OauthClient,
} from './oauth-client.ts';
import {SPENDINGS, type Spending} from './target.ts';
import {readYaml} from './yaml-file.ts';

/** A hook of a deployment: does what the APIs cannot. Its input is JSON, its output too. */
export type Hook = {command: string[]} | {url: string; token?: string};

/** A row of what a run is expected to find short of green. */
export interface Expectation {
  rule: string;
  verdict: Verdict;
  reason: string;
  /** Last day on which the row is accepted, YYYY-MM-DD. */
  until: string;
}

/** A deployment under test, as its configuration file describes it. */
export interface Config {
  name: string;
  bases: Partial<Record<Api, string>>;
  profiles: Record<Api, Profile>;
  /** Secrets, or clients with which access tokens are fetched. */
  credentials: Partial<Record<Role, (string | OauthClient)[]>>;
  samples: Record<string, unknown>;
  spend: Spending[];
  /** APIs whose tenants never share an id: a change of a foreign id cannot touch anybody. */
  uniqueIds: Api[];
  /** Seconds that an `advance` may wait. */
  maxWait: number;
  /** Milliseconds that the deployment has for one answer. */
  timeout: number;
  hooks: Partial<Record<ControlVerb, Hook>>;
  expected: Expectation[];
}

const ROLES = [
  'full',
  'other-key',
  'read-only',
  'write-only',
  'tools-only',
  'second-workspace',
  'agent',
  'second-agent',
  'scopeless-agent',
  'admin',
  'second-admin',
  'second-store',
];
const SECRET = {
  anyOf: [
    {
      type: 'object',
      required: ['env'],
      properties: {env: {type: 'string', minLength: 1}},
      additionalProperties: false,
    },
    {
      type: 'object',
      required: ['file'],
      properties: {file: {type: 'string', minLength: 1}},
      additionalProperties: false,
    },
  ],
};
/** Whoever says a client's part means client credentials. */
const CLIENT = clientSchema(SECRET);
const CREDENTIAL = {
  type: 'object',
  dependentSchemas: {client_id: CLIENT, client_secret: CLIENT},
  anyOf: [...SECRET.anyOf, {required: ['client_id']}, {required: ['client_secret']}],
};
const CREDENTIALS = {
  ...CREDENTIAL,
  type: ['object', 'array'],
  anyOf: [...CREDENTIAL.anyOf, {type: 'array'}],
  minItems: 1,
  items: CREDENTIAL,
};
const API = {
  type: 'object',
  required: ['base_url'],
  additionalProperties: false,
  properties: {
    base_url: {type: 'string', pattern: '^https?://'},
    profile: {anyOf: [{type: 'string'}, {type: 'object'}]},
    unique_ids: {type: 'boolean'},
  },
};
const SCHEMA = {
  type: 'object',
  required: ['name', 'credentials'],
  additionalProperties: false,
  properties: {
    name: {type: 'string', minLength: 1},
    workspace: API,
    store: API,
    credentials: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      properties: Object.fromEntries(ROLES.map((role) => [role, CREDENTIALS])),
    },
    samples: {
      type: 'object',
      additionalProperties: {
        anyOf: [
          {type: ['integer', 'string']},
          {
            type: 'object',
            additionalProperties: false,
            properties: {
              file: {type: 'string', minLength: 1},
              filename: {type: 'string', minLength: 1},
              format: {type: 'string'},
              size_bytes: {type: 'integer', minimum: 0},
            },
          },
        ],
      },
    },
    spend: {type: 'array', items: {enum: [...SPENDINGS]}},
    max_wait: {type: 'integer', minimum: 0},
    timeout: {type: 'integer', minimum: 1, maximum: 600},
    hooks: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(
        Object.keys(CONTROL_VERBS).map((verb) => [
          verb,
          {
            type: 'object',
            additionalProperties: false,
            properties: {
              command: {type: 'array', items: {type: 'string'}, minItems: 1},
              url: {type: 'string', pattern: '^https?://'},
              token: SECRET,
            },
          },
        ]),
      ),
    },
    expected: {
      type: 'array',
      items: {
        type: 'object',
        required: ['rule', 'verdict', 'reason', 'until'],
        additionalProperties: false,
        properties: {
          rule: {type: 'string'},
          reason: {type: 'string', minLength: 3},
          until: {type: 'string', pattern: String.raw`^\d{4}-\d{2}-\d{2}$`},
          verdict: {enum: ['failed', 'not-exercised', 'inconclusive', 'not-applicable']},
        },
      },
    },
  },
};

/**
 * Reads a target's configuration.
 * @param env where `{env: NAME}` secrets come from
 * @throws UsageError that names file, line and field, and what would be right
 */
export const readConfig = (
  file: string,
  specifications: Record<Api, Specification>,
  env: Env,
): Config => configReader(specifications)(file, env);

type Env = Record<string, string | undefined>;

/** Gives a reader of configurations: see readConfig. */
export function configReader(
  specifications: Record<Api, Specification>,
): (file: string, env: Env) => Config {
  const validate = new Ajv2020({allErrors: false, strict: false}).compile(SCHEMA);
  return (file, env) => read(file, specifications, env, validate);
}

function read(
  file: string,
  specifications: Record<Api, Specification>,
  env: Env,
  validate: ValidateFunction,
): Config {
  const {value: said, at} = readYaml(file);
  if (!validate(said)) {
    const [error] = validate.errors!;
    const unknown = (error!.params as {additionalProperty?: string}).additionalProperty;
    const field =
      `${error!.instancePath}${unknown ? `/${unknown}` : ''}`.slice(1).replaceAll('/', '.') ||
      'the file';
    const allowed = (error!.params as {allowedValues?: string[]}).allowedValues;
    throw new UsageError(
      `${at(`${error!.instancePath}${unknown ? `/${unknown}` : ''}`)}: ${field} ${
        unknown ? 'is not a field here' : error!.message
      }${allowed ? `: ${allowed.join(', ')}` : ''}${field.startsWith('credentials') ? '; secrets are written as {env: NAME} or {file: PATH}, never plainly' : ''}`,
    );
  }
  const config = said as any;
  const refuse = (pointer: string, right: string): never => {
    throw new UsageError(`${at(pointer)}: ${pointer.slice(1).replaceAll('/', '.')}: ${right}`);
  };
  if (!config.workspace && !config.store)
    throw new UsageError(
      `${file}: names neither \`workspace\` nor \`store\`; give one of them a \`base_url\``,
    );
  for (const api of ['workspace', 'store'] as const)
    if (config[api]) judgeAddress(config[api].base_url, `/${api}/base_url`, refuse);
  for (const [verb, hook] of Object.entries<any>(config.hooks ?? {})) {
    if (Boolean(hook.command) === Boolean(hook.url))
      refuse(`/hooks/${verb}`, 'either `command` (a list of words) or `url`');
    if (hook.url) judgeAddress(hook.url, `/hooks/${verb}/url`, refuse, true);
    if (hook.token && !hook.url) refuse(`/hooks/${verb}/token`, 'goes with `url` only');
  }
  judgeExpected(config.expected ?? [], specifications, refuse);
  const near = (path: string): string => resolvePath(dirname(file), path);
  const visible = (text: string, field: string): string =>
    /^[\x21-\x7E]+$/.test(text)
      ? text
      : refuse(
          field,
          `the ${field.endsWith('client_id') ? 'id' : 'secret'} has characters that no header can carry: one line of ASCII without spaces`,
        );
  const secret = (value: {env?: string; file?: string}, field: string): string => {
    const found = (
      value.env === undefined
        ? readSecret(near(value.file!), at(field))
        : Object.hasOwn(env, value.env)
          ? env[value.env]!
          : ''
    ).trim();
    if (found === '')
      throw new UsageError(
        `${at(field)}: ${value.env === undefined ? `the secret's file ${value.file} is empty` : `the environment variable ${value.env} is not set`}`,
      );
    return visible(found, field);
  };
  const credential = (role: Role, value: any): string | OauthClient => {
    const field = `/credentials/${role}`;
    if (value.client_id === undefined) return secret(value, field);
    if (!AGENT_ROLES.includes(role))
      refuse(
        field,
        `a client is given access tokens, which ${AGENT_ROLES.join(', ')} have; this role's credential is written as {env: NAME} or {file: PATH}`,
      );
    if (!config.workspace)
      refuse(field, 'a client of the MCP server, which goes with `workspace` only');
    if (value.token_url) {
      judgeAddress(value.token_url, `${field}/token_url`, refuse, true);
      if (!mayCarrySecret(new URL(value.token_url), new URL(config.workspace.base_url).origin))
        refuse(
          `${field}/token_url`,
          'would carry the client secret where others read along: an https address',
        );
    }
    const id =
      typeof value.client_id === 'string'
        ? visible(value.client_id, `${field}/client_id`)
        : secret(value.client_id, `${field}/client_id`);
    return clientOf(role, {
      ...value,
      client_id: id,
      client_secret: secret(value.client_secret, `${field}/client_secret`),
    });
  };
  const profile = (api: Api): Profile => {
    const named = config[api]?.profile;
    if (named === undefined) return openProfile();
    const points = specifications[api].openPoints.map(({id}) => id);
    if (typeof named !== 'string')
      return readProfile(
        named,
        specifications[api].contract,
        file,
        (pointer) => at(`/${api}/profile${pointer}`),
        points,
      );
    const own = readYaml(near(named));
    return readProfile(own.value, specifications[api].contract, named, own.at, points);
  };
  const credentials: Config['credentials'] = Object.fromEntries(
    Object.entries<any>(config.credentials).map(([role, value]) => [
      role,
      [value].flat().map((one) => credential(role as Role, one)),
    ]),
  );
  judgeDistinct(credentials, refuse);
  return {
    name: config.name,
    bases: Object.fromEntries(
      (['workspace', 'store'] as const)
        .filter((api) => config[api])
        .map((api) => [api, baseOf(config[api].base_url, specifications[api].contract.prefix)]),
    ),
    profiles: {workspace: profile('workspace'), store: profile('store')},
    credentials,
    samples: Object.fromEntries(
      Object.entries<any>(config.samples ?? {}).map(([name, value]) => [
        name,
        value?.file ? withBytes(value, near(value.file), at(`/samples/${name}`)) : value,
      ]),
    ),
    spend: config.spend ?? ['reads'],
    uniqueIds: (['workspace', 'store'] as const).filter((api) => config[api]?.unique_ids === true),
    maxWait: config.max_wait ?? 0,
    timeout: (config.timeout ?? 15) * 1000,
    hooks: Object.fromEntries(
      Object.entries<any>(config.hooks ?? {}).map(([verb, hook]) => [
        verb,
        hook.token ? {...hook, token: secret(hook.token, `/hooks/${verb}/token`)} : hook,
      ]),
    ),
    expected: config.expected ?? [],
  };
}

type Refuse = (pointer: string, right: string) => never;

function judgeAddress(said: string, pointer: string, refuse: Refuse, query = false): void {
  if (!URL.canParse(said))
    return refuse(pointer, `\`${said}\` is no address; one looks like https://host/path`);
  const {username, password, search, hash} = new URL(said);
  if (username || password)
    refuse(
      pointer,
      'carries a user name or a password; secrets are written as {env: NAME} or {file: PATH}, never plainly',
    );
  if (hash || (search && !query)) refuse(pointer, 'ends before `?` and `#`');
}

/**
 * One credential in two roles would make the pacing wrong, and most judgements about tenants and
 * abilities.
 */
function judgeDistinct(credentials: Config['credentials'], refuse: Refuse): void {
  const known = new Map<string, string>();
  for (const [role, secrets] of Object.entries(credentials))
    for (const one of secrets) {
      const key = typeof one === 'string' ? one : `${one.id} ${one.scope} ${one.tokenUrl ?? ''}`;
      if (known.has(key))
        refuse(
          `/credentials/${role}`,
          `the same credential as in \`${known.get(key)}\`; each role has its own`,
        );
      known.set(key, role);
    }
}

function judgeExpected(
  rows: Expectation[],
  specifications: Record<Api, Specification>,
  refuse: Refuse,
): void {
  const rules = new Set(
    Object.values(specifications).flatMap((specification) =>
      specification.rules.map((rule) => rule.id),
    ),
  );
  const seen = new Set<string>();
  rows.forEach(({rule, until}, index) => {
    if (!rules.has(rule))
      refuse(`/expected/${index}/rule`, `\`${rule}\` is none of the catalogue (presscheck rules)`);
    if (seen.has(rule)) refuse(`/expected/${index}/rule`, `\`${rule}\` stands here twice`);
    if (Number.isNaN(Date.parse(until)) || new Date(until).toISOString().slice(0, 10) !== until)
      refuse(`/expected/${index}/until`, `\`${until}\` is no day; one looks like 2030-12-31`);
    seen.add(rule);
  });
}

/**
 * A base address below which paths begin with the API's prefix: the store's document counts the
 * prefix to its own, so both are taken.
 */
function baseOf(said: string, prefix: string): string {
  const base = said.replace(/\/+$/, '');
  return base.endsWith(prefix) ? base.slice(0, -prefix.length) : base;
}

function readSecret(file: string, field: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(
      `${field}: the secret's file ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`,
    );
  }
}

function withBytes(sample: any, path: string, field: string): unknown {
  try {
    const bytes = readFileSync(path);
    return {
      filename: basename(path),
      ...sample,
      bytes: new Uint8Array(bytes),
      size_bytes: bytes.length,
    };
  } catch (error) {
    throw new UsageError(
      `${field}: the sample's file ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`,
    );
  }
}
