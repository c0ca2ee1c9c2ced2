import {basename, dirname, join} from 'node:path';
import {Ajv2020} from 'ajv/dist/2020.js';
import {mapValues} from '../../../spec/map-values.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Specification} from '../../../spec/specification.ts';
import {mistakesOf, readEach} from '../../../spec/read-all.ts';
import type {Profile} from '../../../spec/profile.ts';
import type {Config, Described} from '../config.ts';
import {readYaml} from '../yaml-file.ts';
import {APIS, readBases} from './bases.ts';
import {readCredentials} from './credentials.ts';
import {readExpected} from './expected.ts';
import {absentIn, judgeFeatures, withAbsentFeatures} from './features.ts';
import {readHooks} from './hooks.ts';
import {readProfileOf} from './profiles.ts';
import {readSamples} from './samples.ts';
import {schemaError} from './schema-mistake.ts';
import {readProxies} from '../proxies.ts';
import {withoutErrors} from './without-errors.ts';
import {CONFIG_SCHEMA, type ConfigDocument} from './schema.ts';
import {ConfigSource, type Env} from './source.ts';

const DEFAULT_TIMEOUT_SECONDS = 15;

/**
 * Reads a target's configuration.
 * @param env where `{env: NAME}` secrets come from
 * @param unset collects the variables that are not set, for a plan, which sends nothing; without it each is
 *   a mistake
 * @throws UsageError that names file, line and field of each mistake, and what to do
 */
export const readConfig = (
  file: string,
  specifications: Record<Api, Specification>,
  env: Env,
  unset?: Set<string>,
): Config => configReader(specifications)(file, env, unset);

/** A reader of several configurations, for which the schema is compiled once: see readConfig. */
export function configReader(
  specifications: Record<Api, Specification>,
): (file: string, env: Env, unset?: Set<string>) => Config {
  const ajv = new Ajv2020({allErrors: true, strict: false, verbose: true});
  const satisfiesSchema = ajv.compile<ConfigDocument>(CONFIG_SCHEMA);
  return (file, env, unset) => {
    const {value, at} = readYaml(file);
    const source = new ConfigSource(file, env, at, unset);
    if (satisfiesSchema(value)) return readSections(source, value, specifications);
    const errors = satisfiesSchema.errors ?? [];
    const rest = withoutErrors(value, errors);
    const readRest = (): unknown => rest && readSections(source, rest, specifications);
    const refuse = (): never => {
      throw schemaError(source, errors);
    };
    throw mistakesOf([refuse, readRest]);
  };
}

/**
 * What runs keep on disk: beside the configuration, unless it names another path for the undos. What they created is
 * noted in a folder there.
 */
function keptFilesOf(
  source: ConfigSource,
  {undo_file: path}: ConfigDocument,
): {undoFile: string; creationsFolder: string} {
  const name = basename(source.file).replace(/\.ya?ml$/, '');
  const undoFile = source.pathOf(path ?? `${name}.undo.json`);
  return {undoFile, creationsFolder: join(dirname(undoFile), `${name}.created`)};
}

/** The profile of an API, with what the absence of features means. */
const profileOf = (
  api: Api,
  source: ConfigSource,
  document: ConfigDocument,
  specification: Specification,
): Profile =>
  withAbsentFeatures(readProfileOf(api, source, document, specification), api, source, document);

/** The members that are there. */
const defined = (described: Record<string, string | undefined>): Described =>
  Object.fromEntries(Object.entries(described).filter(([, text]) => text !== undefined));

/**
 * Reads the sections of a document.
 * @throws UsageError with the mistakes of all sections
 */
function readSections(
  source: ConfigSource,
  document: ConfigDocument,
  specifications: Record<Api, Specification>,
): Config {
  const {workspace, store} = specifications;
  const rules = new Set([...workspace.rules, ...store.rules].map(({id}) => id));
  const readProfiles = () =>
    readEach({
      workspace: () => profileOf('workspace', source, document, workspace),
      store: () => profileOf('store', source, document, store),
    });
  const sections = readEach({
    bases: () => readBases(source, document, specifications),
    hooks: () => readHooks(source, document),
    expected: () => readExpected(source, document, rules),
    credentials: () => readCredentials(source, document),
    profiles: readProfiles,
    samples: () => readSamples(source, document),
    features: () => judgeFeatures(source, document),
  });
  const {features: _judged, ...read} = sections;
  const absent = absentIn(source, document, read.profiles);
  const {name, vendor, product, version, build} = document;
  const proxies = readProxies(source.env, Object.values(read.bases));
  return {
    name,
    described: defined({vendor, product, version, build}),
    absentFeatures: Object.keys(absent),
    absenceLines: absent,
    lineOf: source.lineOf,
    ...(proxies && {proxies}),
    ...read,
    unread: source.unread,
    ...keptFilesOf(source, document),
    variables: source.variables,
    ...(document.tool_limit !== undefined && {toolLimit: document.tool_limit}),
    ...(document.spend && {spend: document.spend}),
    ...(document.must_try && {
      mustTry: mapValues(document.must_try, (share) => parseInt(share, 10)),
    }),
    ...(document.forms === 'documented' && {onlyDocumentedForms: true}),
    uniqueIds: APIS.filter((api) => document[api]?.unique_ids === true),
    maxWait: document.max_wait ?? 0,
    timeout: (document.timeout ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
  };
}
