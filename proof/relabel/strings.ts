import {isBody} from './adapter.ts';

/** A JSON value with every string in it mapped. */
export function mapStrings(value: unknown, of: (text: string) => string): unknown {
  if (typeof value === 'string') return of(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, of));
  if (!isBody(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mapStrings(member, of)]),
  );
}
