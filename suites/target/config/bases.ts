import {readAll} from '../../../spec/read-all.ts';
import {UsageError} from '../../../spec/usage-error.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Specification} from '../../../spec/specification.ts';
import {judgeAddress} from './address.ts';
import type {ConfigDocument} from './schema.ts';
import type {ConfigSource} from './source.ts';

/** The APIs that a configuration may name. */
export const APIS: readonly Api[] = ['workspace', 'store'];

/**
 * Reads the base addresses of the APIs: `workspace.base_url` and `store.base_url`.
 * @throws UsageError when there is none, or one is no address
 */
export function readBases(
  source: ConfigSource,
  document: ConfigDocument,
  specifications: Record<Api, Specification>,
): Partial<Record<Api, string>> {
  const readBase = (api: Api): [Api, string][] => {
    const section = document[api];
    if (!section) return [];
    judgeAddress(source, section.base_url, `/${api}/base_url`);
    return [[api, withoutPrefix(section.base_url, specifications[api].contract.prefix)]];
  };
  const bases = readAll(APIS.map((api) => () => readBase(api))).flat();
  if (bases.length) return Object.fromEntries(bases);
  throw new UsageError(
    `${source.file}: names neither \`workspace\` nor \`store\`; give one of them a \`base_url\``,
  );
}

/**
 * A base address below which paths begin with the API's prefix. The store's document counts the
 * prefix to its base address, so addresses with and without it are accepted.
 */
export function withoutPrefix(address: string, prefix: string): string {
  const base = address.replace(/\/+$/, '');
  return base.endsWith(prefix) ? base.slice(0, -prefix.length) : base;
}
