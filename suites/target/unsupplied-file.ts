import {isObject, toText} from '../../spec/json.ts';
import type {Exchange} from '../../spec/exchange.ts';

/**
 * Where a URL leads that stands for a file of which the target names none: nowhere, for no name below
 * `.example` resolves.
 */
export const UNSUPPLIED = 'https://files.presscheck.example/unsupplied/';

/** Statuses with which a deployment refuses a URL that it cannot fetch. */
const STATUSES = [400, 409, 422];

/** Members of a request that may be such a URL, with words of the names that a refusal gives them. */
const MEMBERS: [member: string, named: RegExp][] = [
  ['file_url', /file|url/i],
  ['cover', /cover/i],
];

/**
 * The member with which a request named a file that nobody can fetch, where it may have been refused
 * for that: a deployment that fetches first is not wrong.
 * @returns undefined where it was not refused, or was refused for other members alone
 */
export function unfetchedFile({
  status,
  body,
  requestBody,
}: Pick<Exchange, 'status' | 'body' | 'requestBody'>): string | undefined {
  if (!STATUSES.includes(status) || !isObject(requestBody)) return undefined;
  const errors: unknown = isObject(body) ? body.errors : undefined;
  const fields = isObject(errors) ? Object.keys(errors) : [];
  const isNamed = (name: RegExp): boolean =>
    fields.length === 0 || fields.some((field) => name.test(field));
  const isUnsupplied = (member: string): boolean =>
    toText(requestBody[member]).startsWith(UNSUPPLIED);
  return MEMBERS.find(([member, name]) => isUnsupplied(member) && isNamed(name))?.[0];
}
