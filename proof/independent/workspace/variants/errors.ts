import {randomUUID} from 'node:crypto';
import type {Json} from '../http.ts';
import type {World} from '../world.ts';

const REASONS: Readonly<Record<string, readonly [string, string]>> = {
  'reasons-of-validation-renamed': ['invalid_fields', 'validation.failed'],
  'reason-of-rate-renamed': ['slow_down', 'RateLimitExceeded'],
};

const TEXTS: Readonly<Record<string, (text: string) => string>> = {
  'error-texts-vary': (text) => `${text} (ref ${randomUUID()})`,
  'error-texts-in-spanish': () => '¡La petición no se puede realizar! «Más» en la documentación.',
  'error-texts-long': (text) => `${text} ${'For more, see the manual. '.repeat(200)}`,
};

const DETAILS: Readonly<Record<string, (detail: unknown) => unknown>> = {
  'detail-never': () => undefined,
  'detail-null': (detail) => detail ?? null,
  'detail-text': (detail) => (detail === undefined ? 'nothing more' : JSON.stringify(detail)),
  'detail-list': (detail) => (detail === undefined ? [] : [detail]),
  'detail-with-request-id': (detail) => ({...Object(detail), request: randomUUID()}),
};

/** The error envelope as a variant writes it. */
export function shapedError(w: World, body: Json): Json {
  const v = w.variants;
  const one = {...body};
  for (const [name, [from, to]] of Object.entries(REASONS)) {
    if (v.has(name) && one['reason'] === from) one['reason'] = to;
  }
  for (const [name, write] of Object.entries(TEXTS)) {
    if (v.has(name)) one['error'] = write(String(one['error']));
  }
  for (const [name, write] of Object.entries(DETAILS)) {
    if (v.has(name)) one['detail'] = write(one['detail']);
  }
  if (one['detail'] === undefined) delete one['detail'];
  if (v.has('reason-null-of-validation') && one['reason'] === 'invalid_fields')
    one['reason'] = null;
  if (v.has('error-with-more-members')) Object.assign(one, {code: 1, docs: null, request: {}});
  return v.has('members-in-reverse') ? Object.fromEntries(Object.entries(one).reverse()) : one;
}
