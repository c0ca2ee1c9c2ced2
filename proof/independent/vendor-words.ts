import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parse, stringify} from 'yaml';
import type {Config} from '../../suites/target/config.ts';
import {projectFile} from '../root.ts';
import type {Api} from '../../spec/rule.ts';
import {wordsOfVariants as ofStore} from './store/variants/all.ts';
import {wordsOfVariants as ofWorkspace} from './workspace/variants/words.ts';

/**
 * What a vendor says of a variant: `named` has the lines of the profile that fit it, `silent` leaves
 * them out, `speechless` has no profile at all.
 */
export type Words = 'named' | 'silent' | 'speechless';

/** Reads a configuration, with the environment variables of its secrets. */
export type ReadConfig = (file: string, env: Record<string, string>) => Config;

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON object with changes: what is null there is taken away. */
function patched(document: Json, patch: Json): Json {
  const result = {...document};
  for (const [name, value] of Object.entries(patch)) {
    const before = result[name];
    if (value === null) delete result[name];
    else result[name] = isObject(value) && isObject(before) ? patched(before, value) : value;
  }
  return result;
}

/** A patch that takes away what another patch changes: lists and values as a whole. */
function removal(patch: Json, depth: number): Json {
  const members = Object.entries(patch).map(([name, value]) => {
    return [name, depth > 0 && isObject(value) ? removal(value, depth - 1) : null];
  });
  return Object.fromEntries(members);
}

function read(api: Api, name: string): Json {
  const file = projectFile(`proof/independent/${api}/${name}`);
  const value: unknown = parse(readFileSync(file, 'utf8'));
  return isObject(value) ? value : {};
}

/** The configuration of a server with variants, as its vendor writes it. */
export function configOfVariants(
  api: Api,
  variants: string[],
  words: Words,
  readConfig: ReadConfig,
  env: Record<string, string>,
): Config {
  const {config, profile} = (api === 'store' ? ofStore : ofWorkspace)(variants);
  const folder = mkdtempSync(join(tmpdir(), 'vendor-'));
  try {
    const document = config.reduce(patched, read(api, 'presscheck.yaml'));
    const said = profile.map((one) => (words === 'silent' ? removal(one, 1) : one));
    const lines = words === 'speechless' ? {} : said.reduce(patched, read(api, 'profile.yaml'));
    const file = join(folder, 'presscheck.yaml');
    writeFileSync(file, stringify(document));
    writeFileSync(join(folder, 'profile.yaml'), stringify(lines));
    return readConfig(file, env);
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}
