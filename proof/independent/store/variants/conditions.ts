import type {IncomingMessage} from 'node:http';
import {
  digestOf,
  isUnmodified,
  sentSince,
  validatorHeaders,
  type Validators,
} from '../../preconditions.ts';
import type {Scene} from '../types.ts';
import {walked, type Outgoing, type Variant, type Variants} from './types.ts';

/** What a server says of a successful answer; null when nothing, so that it is sent in any case. */
type Told = (outgoing: Outgoing, req: IncomingMessage, scene: Scene) => Validators | null;

/** Members that change while nothing is changed. */
const PASSING = new Set(['last_activity_diff', 'took_ms', 'request_id']);

/** A digest of what is stored, without what only passes; null of a checkout, whose address is new each time. */
function storedDigest(text: string): string | null {
  if (text.includes('external-auth-token')) return null;
  const value = walked(JSON.parse(text), (one, key) => (PASSING.has(key) ? null : one));
  return digestOf(JSON.stringify(value));
}

const readsJson = ({status, text}: Outgoing, {method = ''}: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && status === 200 && /^\s*\{/.test(text);

/** Whose and which representation an answer is. */
const nameOf = ({headers, url = ''}: IncomingMessage): string =>
  `${String(headers['x-user-token'])} ${url}`;

/** Answers 304 to a condition that is false; `more` are headers of both answers. */
function conditional(told: Told, more: Record<string, string>): Variant {
  return {
    write: (outgoing, req, scene) => {
      const validators = readsJson(outgoing, req) ? told(outgoing, req, scene) : null;
      if (validators === null) return;
      const {headers} = outgoing;
      Object.assign(headers, more, validatorHeaders(validators));
      if (!isUnmodified(req.headers, validators)) return;
      outgoing.status = 304;
      outgoing.text = '';
      for (const name of Object.keys(headers)) {
        if (/^content-(type|length)$/i.test(name)) delete headers[name];
      }
    },
  };
}

const SINGLE = /^\/integration-api\/v1\/(orders|dashboard\/issues)\/[^/?]+(\?|$)/;

const REVALIDATED = 'private, no-cache';

/** Conditional requests (RFC 9110 13), which the document does not mention. */
export const CONDITIONS: Variants = {
  'etags-weak-of-what-is-stored': conditional(
    ({text}) => {
      const digest = storedDigest(text);
      return digest === null ? null : {tag: `W/"${digest}"`};
    },
    {'Cache-Control': REVALIDATED},
  ),
  'etags-of-single-reads': conditional(
    ({text}, {url = ''}) => (SINGLE.test(url) ? {tag: `"${digestOf(text)}"`} : null),
    {'Cache-Control': REVALIDATED, Vary: 'X-User-Token, Accept-Encoding, Accept'},
  ),
  'last-modified-in-seconds': conditional(
    ({text}, req, scene) => {
      const digest = storedDigest(text);
      if (digest === null) return null;
      return {modified: sentSince(scene.world.sendings, nameOf(req), digest, scene.now())};
    },
    {'Cache-Control': REVALIDATED},
  ),
};
