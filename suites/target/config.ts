import {readFileSync} from 'node:fs';
import {basename, dirname, resolve as resolvePath} from 'node:path';
import {Ajv2020} from 'ajv/dist/2020.js';
import {CONTROL_VERBS, type ControlVerb} from '../../spec/control.ts';
import type {Law} from '../../spec/law.ts';
import {openProfile, readProfile, UsageError, type Profile} from '../../spec/profile.ts';
import type {Api} from '../../spec/rule.ts';
import type {Verdict} from '../../spec/run-record.ts';
import type {Role} from '../../spec/step.ts';
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
  credentials: Partial<Record<Role, string[]>>;
  samples: Record<string, unknown>;
  spend: Spending[];
  /** Seconds that an `advance` may wait. */
  maxWait: number;
  /** Milliseconds that the deployment has for one answer. */
  timeout: number;
  hooks: Partial<Record<ControlVerb, Hook>>;
  expected: Expectation[];
}

const ROLES = ['full', 'other-key', 'read-only', 'write-only', 'tools-only', 'second-workspace', 'admin', 'second-admin', 'second-store'];
const SECRET = {
  anyOf: [
    {type: 'object', required: ['env'], properties: {env: {type: 'string'}}, additionalProperties: false},
    {type: 'object', required: ['file'], properties: {file: {type: 'string'}}, additionalProperties: false},
  ],
};
const API = {
  type: 'object', required: ['base_url'], additionalProperties: false,
  properties: {base_url: {type: 'string', pattern: '^https?://'}, profile: {anyOf: [{type: 'string'}, {type: 'object'}]}},
};
const SCHEMA = {
  type: 'object', required: ['name', 'credentials'], additionalProperties: false,
  properties: {
    name: {type: 'string', minLength: 1},
    workspace: API,
    store: API,
    credentials: {
      type: 'object', additionalProperties: false, minProperties: 1,
      properties: Object.fromEntries(ROLES.map((role) => [role, {anyOf: [...SECRET.anyOf, {type: 'array', minItems: 1, items: SECRET}]}])),
    },
    samples: {type: 'object', additionalProperties: {anyOf: [{type: 'object'}, {type: 'integer'}, {type: 'string'}]}},
    spend: {type: 'array', items: {enum: [...SPENDINGS]}},
    max_wait: {type: 'integer', minimum: 0},
    timeout: {type: 'integer', minimum: 1, maximum: 600},
    hooks: {
      type: 'object', additionalProperties: false,
      properties: Object.fromEntries(
        Object.keys(CONTROL_VERBS).map((verb) => [
          verb,
          {
            type: 'object', additionalProperties: false,
            properties: {command: {type: 'array', items: {type: 'string'}, minItems: 1}, url: {type: 'string', pattern: '^https?://'}, token: SECRET},
          },
        ]),
      ),
    },
    expected: {
      type: 'array',
      items: {
        type: 'object', required: ['rule', 'verdict', 'reason', 'until'], additionalProperties: false,
        properties: {
          rule: {type: 'string'}, reason: {type: 'string', minLength: 3}, until: {type: 'string', pattern: String.raw`^\d{4}-\d{2}-\d{2}$`},
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
export function readConfig(file: string, laws: Record<Api, Law>, env: Record<string, string | undefined>): Config {
  const {said, at} = readYaml(file);
  const ajv = new Ajv2020({allErrors: false, strict: false});
  if (!ajv.validate(SCHEMA, said)) {
    const [error] = ajv.errors!;
    const unknown = (error!.params as {additionalProperty?: string}).additionalProperty;
    const field = `${error!.instancePath}${unknown ? `/${unknown}` : ''}`.slice(1).replaceAll('/', '.') || 'the file';
    const allowed = (error!.params as {allowedValues?: string[]}).allowedValues;
    throw new UsageError(
      `${at(`${error!.instancePath}${unknown ? `/${unknown}` : ''}`)}: ${field} ${
        unknown ? 'is not a field here' : error!.message
      }${allowed ? `: ${allowed.join(', ')}` : ''}${field.startsWith('credentials') ? '; secrets are written as {env: NAME} or {file: PATH}, never plainly' : ''}`,
    );
  }
  const config = said as any;
  if (!config.workspace && !config.store)
    throw new UsageError(`${file}: names neither \`workspace\` nor \`store\`; give one of them a \`base_url\``);
  const near = (path: string): string => resolvePath(dirname(file), path);
  const secret = (value: {env?: string; file?: string}, field: string): string => {
    const found = value.env ? env[value.env] : readSecret(near(value.file!), at(field));
    if (!found) throw new UsageError(`${at(field)}: the environment variable ${value.env} is not set`);
    return found.trim();
  };
  const profile = (api: Api): Profile => {
    const named = config[api]?.profile;
    if (named === undefined) return openProfile();
    if (typeof named !== 'string') return readProfile(named, laws[api].contract, `${file}: ${api}.profile`);
    return readProfile(readYaml(near(named)).said, laws[api].contract, named);
  };
  return {
    name: config.name,
    bases: Object.fromEntries((['workspace', 'store'] as const).filter((api) => config[api]).map((api) => [api, baseOf(config[api].base_url, laws[api].contract.prefix)])),
    profiles: {workspace: profile('workspace'), store: profile('store')},
    credentials: Object.fromEntries(
      Object.entries<any>(config.credentials).map(([role, value]) => [role, [value].flat().map((one) => secret(one, `/credentials/${role}`))]),
    ),
    samples: Object.fromEntries(
      Object.entries<any>(config.samples ?? {}).map(([name, value]) => [name, value?.file ? withBytes(value, near(value.file), at(`/samples/${name}`)) : value]),
    ),
    spend: config.spend ?? ['reads'],
    maxWait: config.max_wait ?? 0,
    timeout: (config.timeout ?? 15) * 1000,
    hooks: Object.fromEntries(
      Object.entries<any>(config.hooks ?? {}).map(([verb, hook]) => [verb, hook.token ? {...hook, token: secret(hook.token, `/hooks/${verb}/token`)} : hook]),
    ),
    expected: config.expected ?? [],
  };
}

/** A base address below which paths begin with the API's prefix: the store's document counts the prefix to its own, so both are taken. */
function baseOf(said: string, prefix: string): string {
  const base = said.replace(/\/+$/, '');
  return base.endsWith(prefix) ? base.slice(0, -prefix.length) : base;
}

function readSecret(file: string, field: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${field}: the secret's file ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function withBytes(sample: any, path: string, field: string): unknown {
  try {
    const bytes = readFileSync(path);
    return {filename: basename(path), ...sample, bytes: new Uint8Array(bytes), size_bytes: bytes.length};
  } catch (error) {
    throw new UsageError(`${field}: the sample's file ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
