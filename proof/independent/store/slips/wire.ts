import type {IncomingMessage} from 'node:http';
import {ALLOWED, type Rate} from '../limits.ts';
import {MINUTE} from '../time.ts';
import type {Faults} from '../types.ts';

/** The media type of every answer. */
export const JSON_TYPE = 'application/json;charset=UTF-8';

/** An answer whose headers are about to be written. */
interface Heading {
  req: IncomingMessage;
  status: number;
  rate: Rate;
  headers: Record<string, string>;
  now: number;
}

type Slip = (heading: Heading) => unknown;

const STS = 'Strict-Transport-Security';
const NOSNIFF = 'X-Content-Type-Options';
const XSS = 'X-XSS-Protection';
const LIMIT = 'X-RateLimit-Limit';
const REMAINING = 'X-RateLimit-Remaining';
const RESET = 'X-RateLimit-Reset';
const RATE = [LIMIT, REMAINING, RESET];

/** Leaves headers out, of some answers or of all. */
const without =
  (names: string[], isMeant: (heading: Heading) => boolean = () => true): Slip =>
  (heading) => {
    if (isMeant(heading)) for (const name of names) delete heading.headers[name];
  };

/** Writes a header otherwise. */
const set =
  (name: string, value: string): Slip =>
  ({headers}) =>
    (headers[name] = value);

/** Writes the reset otherwise, where there is one. */
const reset =
  (edit: (seconds: number, heading: Heading) => string): Slip =>
  (heading) => {
    const seconds = heading.headers[RESET];
    if (seconds !== undefined) heading.headers[RESET] = edit(Number(seconds), heading);
  };

/** Tells a reset that is a minute away, where there is none. */
const early =
  (isMeant: (heading: Heading) => boolean): Slip =>
  (heading) => {
    const seconds = String(Math.ceil((heading.now + MINUTE) / 1000));
    if (isMeant(heading)) heading.headers[RESET] ??= seconds;
  };

const isError = ({status}: Heading): boolean => status >= 400;

/** How headers are miswritten, by the name of the fault. */
const SLIPS: Record<string, Slip> = {
  'sts-missing': without([STS]),
  'sts-missing-on-401': without([STS], ({status}) => status === 401),
  'sts-missing-on-head': without([STS], ({req}) => req.method === 'HEAD'),
  'sts-missing-below-old-prefix': without(
    [STS],
    ({req}) => req.url?.startsWith('/api/v1/') === true,
  ),
  'sts-without-subdomains': set(STS, 'max-age=31536000'),
  'sts-half-year': set(STS, 'max-age=15552000; includeSubdomains'),
  'nosniff-missing-on-errors': without([NOSNIFF], isError),
  'nosniff-missing-on-204': without([NOSNIFF], ({status}) => status === 204),
  'nosniff-misspelt': set(NOSNIFF, 'no-sniff'),
  'xss-missing-on-429': without([XSS], ({status}) => status === 429),
  'xss-protection-0': set(XSS, '0'),
  'xss-mode-block': set(XSS, '1; mode=block'),
  'rate-missing-on-errors': without(RATE, isError),
  'rate-headers-missing-on-writes': without(
    RATE,
    ({req}) => req.method !== 'GET' && req.method !== 'HEAD',
  ),
  'limit-header-1000': set(LIMIT, '1000'),
  'limit-header-missing': without([LIMIT]),
  'remaining-constant': set(REMAINING, String(ALLOWED.minute - 1)),
  'remaining-missing': without([REMAINING]),
  'remaining-negative': ({headers, rate}) => rate.limited && (headers[REMAINING] = '-1'),
  'remaining-with-limit': ({headers}) => (headers[REMAINING] += `/${ALLOWED.minute}`),
  'reset-always': early(() => true),
  'reset-before-exhausted': early(({rate}) => rate.used >= ALLOWED.minute - 5),
  'reset-never': without([RESET]),
  'reset-in-seconds': reset((_, {rate, now}) =>
    String(Math.ceil(((rate.resetAt ?? now) - now) / 1000)),
  ),
  'reset-as-date': reset((seconds) => new Date(seconds * 1000).toUTCString()),
  'reset-in-milliseconds': reset((seconds) => `${seconds}000`),
  'success-as-html': ({headers, status}) =>
    status < 300 &&
    headers['Content-Type'] === JSON_TYPE &&
    (headers['Content-Type'] = 'text/html'),
};

/** Writes headers as the faults do that are switched on. */
export function misheaded(faults: Faults, heading: Heading): void {
  for (const name of faults) SLIPS[name]?.(heading);
}

/** A text without as much of its end as it has bytes more than characters. */
export function cutShort(text: string): string {
  const extra = Buffer.byteLength(text) - text.length;
  return text.slice(0, text.length - extra);
}
