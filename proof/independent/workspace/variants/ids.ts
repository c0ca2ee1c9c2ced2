import {randomBytes, randomUUID} from 'node:crypto';
/** What a maker of ids knows: the variants, the time, and counters by name. */
type Source = {variants: ReadonlySet<string>; now(): number; count(name: string): number};

type Kind = 'publication' | 'file' | 'run';

type Maker = (w: Source, kind: Kind) => string | undefined;

const PREFIXES: Readonly<Record<Kind, string>> = {publication: 'pub', file: 'file', run: 'run'};

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A ULID: the time, then chance. */
function ulid(w: Source): string {
  const time = w.now().toString(32).toUpperCase().padStart(10, '0');
  return time + [...randomBytes(16)].map((byte) => LETTERS[byte % 32]).join('');
}

const MAKERS: Readonly<Record<string, Maker>> = {
  'ids-sequential': (w, kind) => String(w.count(`id of ${kind}`)),
  'ids-of-one-sequence': (w) => String(w.count('id')),
  'ids-uuid': () => randomUUID(),
  'ids-uuid-any-case': () => randomUUID(),
  'ids-ulid-with-prefix': (w, kind) => `${PREFIXES[kind]}_${ulid(w)}`,
  'ids-base64': () => `+/${randomBytes(10).toString('base64')}`,
  'ids-urn': (w, kind) => `urn:press:${kind}:${w.count('urn')}`,
  // Beyond 2^53, as a text: the ids of many databases.
  'ids-of-19-digits': (w) => String(3_850_204_761_110_542_389n + BigInt(w.count('id')) * 104_729n),
  'ids-long': () => randomBytes(120).toString('hex'),
  'ids-unicode': (w, kind) => `${kind}-größe-日本-${w.count('unicode')}`,
  'ids-odd-marks': (w) => `-_${w.count('marks')}.~*!()'@$,;=`,
  'ids-short-letters': () => randomBytes(4).toString('base64url').slice(0, 5),
};

/** The id that a variant gives; undefined: the server's own form. */
export function variedId(w: Source, kind: Kind): string | undefined {
  for (const [name, make] of Object.entries(MAKERS)) if (w.variants.has(name)) return make(w, kind);
  return undefined;
}

/** An id of a request as the server looks it up. */
export function soughtId(w: Pick<Source, 'variants'>, given: string): string {
  const id = w.variants.has('ids-trimmed') ? given.trim() : given;
  return w.variants.has('ids-uuid-any-case') ? id.toLowerCase() : id;
}
