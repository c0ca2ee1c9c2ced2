import {brotliCompressSync, deflateSync, gzipSync} from 'node:zlib';
import {walked, jsonOf, type Outgoing, type Variants} from './types.ts';

function renamed(headers: Record<string, string>, edit: (name: string) => string) {
  const entries = Object.entries(headers).map(([name, value]) => [edit(name), value]);
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Writes the JSON of an answer otherwise; other texts stay. */
function json(edit: (value: unknown) => string): (outgoing: Outgoing) => void {
  return (outgoing) => {
    if (!outgoing.text.startsWith('{')) return;
    outgoing.text = edit(JSON.parse(outgoing.text));
  };
}

function typed(type: string): (outgoing: Outgoing) => void {
  return ({headers}) => {
    if (headers['Content-Type']?.startsWith('application/json')) headers['Content-Type'] = type;
  };
}

function reversed(value: unknown): unknown {
  return walked(value, (one) => {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).toReversed());
  });
}

function escaped(text: string): string {
  const code = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replaceAll('/', '\\/').replaceAll(/[^\x20-\x7e]/g, code);
}

/** Adds members that nobody knows to every object that has an id, and to the whole. */
function enlarged(value: unknown): unknown {
  const whole = walked(value, (one, key) => {
    const known = jsonOf(one);
    if (key === 'prices' || key === 'errors' || !('id' in known || 'uuid' in known)) return one;
    return {...known, _etag: 'W/"7"', tags: [], x_internal: {shard: 3, flags: null}, ok: true};
  });
  return {...jsonOf(whole), took_ms: 12, request_id: '0192-aa', debug: null, links: []};
}

const EXTRAS = {
  'X-Request-Id': '01HF3B7V3Q',
  ETag: 'W/"5d-xyz"',
  Vary: 'Origin, Accept-Encoding',
  Via: '1.1 edge-3',
  Deprecation: '@1767139200',
  Sunset: 'Thu, 31 Dec 2026 23:59:59 GMT',
  Link: '</api/v3>; rel="successor-version"',
  'Set-Cookie': 'XSRF-TOKEN=abc; Path=/; SameSite=Lax',
  'Content-Security-Policy': "default-src 'none'",
  'Access-Control-Allow-Origin': '*',
  'X-Frame-Options': 'SAMEORIGIN',
};

/** How answers may be written: nothing of it is in the document. */
export const WIRE: Variants = {
  'type-plain': {write: typed('application/json')},
  'type-utf8': {write: typed('application/json; charset=utf-8')},
  'type-quoted': {write: typed('Application/JSON; charset="UTF-8"')},
  'answers-compressed-by-preference': {
    write: ({headers}) => {
      headers.Vary = 'Accept-Encoding';
    },
  },
  chunked: {
    write: ({headers}) => {
      delete headers['Content-Length'];
    },
  },
  'header-names-lower-case': {
    write: (outgoing) => {
      outgoing.headers = renamed(outgoing.headers, (name) => name.toLowerCase());
    },
  },
  'header-names-upper-case': {
    write: (outgoing) => {
      outgoing.headers = renamed(outgoing.headers, (name) => name.toUpperCase());
    },
  },
  'connection-closed': {
    write: ({headers}) => {
      headers.Connection = 'close';
    },
  },
  'headers-extra': {write: ({headers}) => void Object.assign(headers, EXTRAS)},
  'headers-few': {
    write: ({headers}) => {
      delete headers['Cache-Control'];
      delete headers['X-Served-By'];
      delete headers['X-Resource-Id'];
    },
  },
  'no-date-header': {
    write: ({headers}) => {
      delete headers.Date;
    },
  },
  'members-extra': {write: json((value) => JSON.stringify(enlarged(value)))},
  'members-reversed': {write: json((value) => JSON.stringify(reversed(value)))},
  'json-indented': {write: json((value) => `\n${JSON.stringify(value, null, 4)}\r\n`)},
  'json-escaped': {write: json((value) => escaped(JSON.stringify(value)))},
  'security-headers-twice': {
    write: ({headers}) => {
      headers['X-Content-Type-Options'] = 'nosniff, nosniff';
      headers['X-XSS-Protection'] = '1, 1';
    },
  },
  'bodiless-with-type': {
    write: ({text, headers}) => {
      if (text === '' || text === '{}') headers['Content-Type'] ??= 'application/json';
    },
  },
  'json-in-ascii-with-capital-digits': {
    write: json((value) =>
      JSON.stringify(value).replaceAll(/[^\x20-\x7e]/g, (sign) => {
        return `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
      }),
    ),
  },
  'integers-as-floats': {
    write: json((value) => JSON.stringify(value).replaceAll(/(":)(-?\d+)(?=[,}\]])/g, '$1$2.0')),
  },
  'times-in-nanoseconds': {
    write: json((value) =>
      JSON.stringify(value).replaceAll(
        /("(?:created|updated)_at":"[^"]*:\d\d)([+-]\d\d:\d\d|Z)"/g,
        '$1.123456789$2"',
      ),
    ),
  },
  'prices-as-decimals': {
    write: json((value) =>
      JSON.stringify(value).replaceAll(/("unit_price":)(\d+)(?=[,}])/g, '$1$2.0'),
    ),
  },
};

const CODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  br: (text) => brotliCompressSync(text),
  deflate: (text) => deflateSync(text),
  gzip: (text) => gzipSync(text),
};

/** How much a client wants a coding, from 0 to 1 (RFC 9110 12.5.3). */
function wish(accepted: string, coding: string): number {
  const parts = accepted.split(',').map((part) =>
    part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q=/),
  );
  const found = parts.find(([name]) => name === coding) ?? parts.find(([name]) => name === '*');
  return found === undefined ? 0 : Number(found[1] ?? 1);
}

/** The content coding of an answer; null when it has none. */
export function codingOf(variants: ReadonlySet<string>, accepted: string): string | null {
  if (variants.has('answers-compressed')) return /\bgzip\b/.test(accepted) ? 'gzip' : null;
  if (!variants.has('answers-compressed-by-preference')) return null;
  const [best] = Object.keys(CODINGS).toSorted((a, b) => wish(accepted, b) - wish(accepted, a));
  return best !== undefined && wish(accepted, best) > 0 ? best : null;
}

/** The bytes of a body as they go over the wire. */
export function packed(text: string, coding: string | null): Buffer {
  return CODINGS[coding ?? '']?.(text) ?? Buffer.from(text);
}
