import type {StoredObject} from './object-store.ts';

/** Bytes `from` to `to` of an object, inclusive, counted from 0. */
export interface ByteRange {
  from: number;
  to: number;
}

/** The headers of a request for a part of an object. */
export interface RangeHeaders {
  range?: string | undefined;
  'if-range'?: string | string[] | undefined;
}

/**
 * Reads a request for one range of bytes (RFC 9110, section 14).
 * @returns undefined when the whole object is to be sent: without a range, for several ranges, other units or an
 * `If-Range` that does not match; `outside` for a range that contains no byte
 */
export function rangeOf(
  headers: RangeHeaders,
  {size, etag}: Pick<StoredObject, 'size' | 'etag'>,
): ByteRange | 'outside' | undefined {
  const ifRange = headers['if-range'];
  if (ifRange !== undefined && ifRange !== etag) return undefined;
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return within({from: Math.max(0, size - Number(last)), to: size - 1}, size);
  if (last === '') return within({from: Number(first), to: size - 1}, size);
  if (Number(last) < Number(first)) return undefined;
  return within({from: Number(first), to: Math.min(Number(last), size - 1)}, size);
}

const within = (range: ByteRange, size: number): ByteRange | 'outside' =>
  range.from >= size || range.from > range.to ? 'outside' : range;
