import {quantity} from '../../spec/quantity.ts';

/** Names of parameters, headers and members whose values are secrets. */
const SECRET_NAME =
  /key|token|secret|signature|credential|authorization|cookie|passw|pwd|^code_verifier$/i;

/** Names that look like those of secrets: an object in storage, a request that may be repeated. */
const OPEN_NAME = /^(key|idempotency[-_]key|access-control-.*)$/i;

/** A parameter in a URL, or in the query of a path. A name begins at one place only: no text takes quadratic time. */
const PARAMETER = /(?<![^?&=/\s])([^?&=/\s]+)=([^?&\s]*)/g;

/** A string of JSON, and the value after it if it is a name. The last one of a text that was cut has no end. */
const NAMED_VALUE =
  /"((?:[^"\\]|\\.)*)(?:"(\s*:\s*)(?:"((?:[^"\\]|\\.)*)("|\\?$)|([^\s"{}[\],]+))|"|\\?$)/g;

/** Shortens the secrets in the queries of a text. */
const withoutSecrets = (text: string): string =>
  text.replace(PARAMETER, (pair, name: string, value: string, at: number) => {
    // Only in a query a `code` is a secret; in `Prefer: code=422` it is a status.
    const isCode = decoded(name) === 'code' && /[?&]/.test(text.charAt(at - 1));
    return isCode || SECRET_NAME.test(decoded(name)) ? `${name}=${masked(value)}` : pair;
  });

/**
 * Shortens the secrets in the queries of a path or text, also in a URL that is itself the value of a parameter. Values
 * are decoded once: a text can be encoded thousands of times.
 */
export function shortSecrets(text: string): string {
  if (!text.includes('=')) return text;
  return withoutSecrets(text).replace(PARAMETER, (pair, name: string, value: string) => {
    const inner = decoded(value);
    const shown = withoutSecrets(inner);
    return shown === inner ? pair : `${name}=${encodeURIComponent(shown)}`;
  });
}

/** Decodes percent-encoding; a text that is not well-formed stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The first 8 characters of a secret, or the first half of a shorter one than 16. */
export const masked = (secret: string): string =>
  `${secret.slice(0, Math.min(8, Math.floor(secret.length / 2)))}...`;

/** A masked secret with its length, which shows whether it was copied completely. */
export const maskedWithLength = (secret: string): string =>
  `${masked(secret)} (${quantity(secret.length, 'character')})`;

const isSecret = (name: string): boolean => SECRET_NAME.test(name) && !OPEN_NAME.test(name);

/** The value of a header without its secrets: after `Bearer`, in cookies, in the query of a URL. */
export function maskedHeader(name: string, value: string): string {
  if (!isSecret(name)) return shortSecrets(value);
  const [, scheme = '', secret = ''] = /^((?:\w+ +)?)(.*)$/s.exec(value) ?? [];
  if (/cookie/i.test(name))
    return value.replace(/=([^;]*)/, (_, text: string) => `=${masked(text)}`);
  return scheme + masked(secret);
}

/** A body without its secrets, which may be cut anywhere: the values of members, parameters of forms and of URLs. */
export function maskedBody(text: string): string {
  // As if it were a query: in a form, too, a `code` is a secret.
  if (!/^\s*["[{]/.test(text)) return shortSecrets(`?${text}`).slice(1);
  return text.replace(
    NAMED_VALUE,
    (whole, name: string, colon?: string, value?: string, end?: string, bare?: string) => {
      if (colon === undefined) return shortened(whole);
      if (!isSecret(name)) return value === undefined ? whole : shortened(whole);
      if (value === undefined)
        return `"${name}"${colon}${/^(null|true|false)$/.test(bare ?? '') ? bare : '"..."'}`;
      return `"${name}"${colon}"${masked(value)}${end}`;
    },
  );
}

/** A string of JSON with the secrets of the URLs in it shortened. */
const shortened = (json: string): string =>
  json.includes('=') ? json.replace(/[^"]+/g, shortSecrets) : json;
