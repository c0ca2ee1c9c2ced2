import {isObject, parseJson} from '../../../spec/json.ts';
import type {Api} from '../../../spec/rule.ts';

/** A base address of a configuration at which nothing of its API is found. */
interface WrongAddress {
  api: Api;
  /** The address, without the prefix of its API. */
  base: string;
  /** The texts between the base address of an API and its paths. */
  prefixes: Record<Api, string>;
  /** The API whose form the errors there have. */
  formOf?: Api | undefined;
}

/** Says what seems to be wrong with a base address. */
export function addressHint({api, base, prefixes, formOf}: WrongAddress): string {
  const field = `\`${api}.base_url\``;
  const other = api === 'workspace' ? 'store' : 'workspace';
  const {pathname} = new URL(base);
  if (pathname.endsWith(prefixes[other]) || formOf === other)
    return `${field} seems to be the address of the ${other} API`;
  if (pathname !== '/') return `${field} ends in ${pathname}; presscheck appends ${prefixes[api]}`;
  return `perhaps ${field} is wrong: it must be the part of the URL before ${prefixes[api]}`;
}

/** The API whose documented form of an error a response has; undefined for another form. */
export function formOfError(text: string): Api | undefined {
  const body = parseJson(text);
  if (!isObject(body)) return undefined;
  if (body.CODE === 'error') return 'store';
  return typeof body.error === 'string' && 'reason' in body ? 'workspace' : undefined;
}
