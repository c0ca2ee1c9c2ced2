import type {Schema} from '../schema.ts';

const TYPES: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
  null: 'null',
};

/** The type of an argument or answer of a hook, in words: `text or null`. */
export function typeText({
  type,
  enum: words,
  items,
  format,
  properties,
  minimum = 0,
}: Schema): string {
  if (words) return words.map((one) => (one === null ? 'null' : `"${String(one)}"`)).join(' or ');
  const types = [type ?? []].flat();
  if (types.includes('array')) return `list of ${typeText(items ?? {})}`;
  if (types.includes('object')) {
    const names = Object.keys(properties ?? {});
    return names.length ? `object with ${names.map((name) => `\`${name}\``).join(', ')}` : 'object';
  }
  const named = types.map((one) => TYPES[one] ?? one);
  if (format === 'date') return named.join(' or ').replace('text', 'day as YYYY-MM-DD');
  return named.join(' or ') + (minimum > 0 ? ` from ${minimum}` : '');
}
