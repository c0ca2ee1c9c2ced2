import type {IncomingMessage} from 'node:http';
import {ALLOWED, type Rate} from '../limits.ts';
import {MINUTE} from '../time.ts';
import type {Scene} from '../types.ts';

/** An answer whose headers are about to be written. */
interface Heading {
  req: IncomingMessage;
  rate: Rate;
  headers: Record<string, string>;
}

/** Writes headers as a server that is configured path by path, or method by method. */
export function misheaded(scene: Scene, {req, rate, headers}: Heading): void {
  const {faults} = scene;
  const old = req.url?.startsWith('/api/v1/') === true;
  if (old && faults.has('sts-missing-below-old-prefix')) {
    delete headers['Strict-Transport-Security'];
  }
  const writes = req.method !== 'GET' && req.method !== 'HEAD';
  if (writes && faults.has('rate-headers-missing-on-writes')) {
    delete headers['X-RateLimit-Limit'];
    delete headers['X-RateLimit-Remaining'];
    delete headers['X-RateLimit-Reset'];
  }
  if (faults.has('reset-before-exhausted') && rate.used >= ALLOWED.minute - 5) {
    headers['X-RateLimit-Reset'] ??= String(Math.ceil((scene.now() + MINUTE) / 1000));
  }
}

/** A text without as much of its end as it has bytes more than characters. */
export function cutShort(text: string): string {
  const extra = Buffer.byteLength(text) - text.length;
  return text.slice(0, text.length - extra);
}
