import type {KeyRecord} from '../model.ts';
import {MINUTE, SECOND} from '../time.ts';
import type {World} from '../world.ts';

const RATE = 60;

/** The start of the window that counts now, where a window does not slide. */
export function windowStart(w: World, hits: KeyRecord['hits']): number | undefined {
  const now = w.now();
  if (w.variants.has('rate-calendar-minute')) return Math.floor(now / MINUTE) * MINUTE - 1;
  if (!w.variants.has('rate-window-from-first')) return undefined;
  const first = hits[0]?.at;
  if (first === undefined || first <= now - MINUTE) return now - 1;
  return first - 1;
}

/** Whether refused requests count, too. */
export const countsRefused = (w: World): boolean => w.variants.has('rate-counts-refused');

/** The header of a 429: when to try again. */
export function retryHeaders(w: World, milliseconds: number): Record<string, string> {
  const seconds = milliseconds / SECOND;
  const v = w.variants;
  if (v.has('retry-after-absent')) return {};
  if (v.has('retry-after-date')) {
    const rounded = Math.ceil((w.now() + milliseconds) / SECOND) * SECOND;
    return {'Retry-After': new Date(rounded).toUTCString()};
  }
  if (v.has('retry-after-rounded-down')) return {'Retry-After': String(Math.floor(seconds))};
  if (v.has('retry-after-a-minute')) return {'Retry-After': '60'};
  return {'Retry-After': String(Math.max(1, Math.ceil(seconds)))};
}

/** Headers that tell about the rate on every response. */
export function rateHeaders(w: World, key: KeyRecord): Record<string, string> {
  const v = w.variants;
  const first = key.hits[0]?.at ?? w.now();
  const remaining = String(Math.max(0, RATE - key.hits.length));
  const reset = Math.max(0, first + MINUTE - w.now()) / SECOND;
  if (v.has('rate-headers-rounded-down')) {
    return rateLines(remaining, String(Math.floor(reset)));
  }
  if (v.has('rate-headers-as-epoch')) {
    return rateLines(remaining, String(Math.ceil((first + MINUTE) / SECOND)));
  }
  if (!v.has('rate-headers-of-draft')) return {};
  return {
    RateLimit: `"default";r=${remaining};t=${Math.ceil(reset)}`,
    'RateLimit-Policy': '"default";q=60;w=60',
  };
}

function rateLines(remaining: string, reset: string): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(RATE),
    'X-RateLimit-Remaining': remaining,
    'X-RateLimit-Reset': reset,
  };
}
