import {isBody} from './adapter.ts';

/** Applies a function to every string in a JSON value. */
export function mapStrings(value: unknown, of: (text: string) => string): unknown {
  if (typeof value === 'string') return of(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, of));
  if (!isBody(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mapStrings(member, of)]),
  );
}
