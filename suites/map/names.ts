import type {Exchange} from '../../spec/exchange.ts';
import {idText, isObject} from '../../spec/json.ts';

/** What a request names: in its path, its query and its body. */
export const namesAsked = ({path, requestBody, sent}: Exchange): Set<string> =>
  new Set([
    // An id of a response may be a number there.
    ...Object.values(path ?? {}).map(String),
    ...new URL(sent.url, 'http://localhost').searchParams.values(),
    ...namesShown(requestBody),
  ]);

/** Members by which a resource is named. */
const NAMING = /(^|_)(id|uuid|email|reference|name|key|plan)$/;

/** The values of all members of a body, at any depth, that may name a resource. */
export function namesShown(body: unknown): Set<string> {
  const found = new Set<string>();
  const collect = (value: unknown, member: string): void => {
    if (Array.isArray(value)) for (const each of value) collect(each, member);
    else if (isObject(value)) for (const [name, each] of Object.entries(value)) collect(each, name);
    else {
      const text = NAMING.test(member) ? idText(value) : undefined;
      if (text !== undefined) found.add(text);
    }
  };
  collect(body, 'id');
  return found;
}
