import {at} from './json.ts';

/** A value within another, and the JSON Pointer that leads to it. */
export interface Located {
  pointer: string;
  value: unknown;
}

/** The values at a JSON Pointer in which `*` stands for every item of a list. */
export function* locatedAt(value: unknown, pattern: string): Generator<Located> {
  const star = pattern.indexOf('/*');
  if (star < 0) {
    const found = at(value, pattern);
    if (found !== undefined) yield {pointer: pattern, value: found};
    return;
  }
  const toList = pattern.slice(0, star);
  const inItem = pattern.slice(star + '/*'.length);
  const list = at(value, toList);
  if (!Array.isArray(list)) return;
  for (const [index, item] of list.entries())
    for (const one of locatedAt(item, inItem))
      yield {...one, pointer: `${toList}/${index}${one.pointer}`};
}

/** The values at such a pointer, without where they are. */
export const valuesAt = (value: unknown, pattern: string): unknown[] =>
  [...locatedAt(value, pattern)].map((one) => one.value);
