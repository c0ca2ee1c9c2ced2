import type {Operation} from '../../spec/contract.ts';
import {DAY_MS, HOUR_MS, MINUTE_MS} from '../../spec/durations.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {at} from '../../spec/json.ts';
import type {Api} from '../../spec/rule.ts';
import {isWrite} from './pairs.ts';

/** Milliseconds that something lasts: a month is not always as long. */
export interface Lasting {
  least: number;
  most: number;
  /** What it is, where several responses tell of it: it begins with the first of them. */
  toldOf?: string;
}

/** Something that lasts for a time from a successful request on. */
export interface Boundary {
  /** Its name in variations, such as `before the end of a minute`. */
  of: string;
  /** The kinds of resources that it concerns; absent: all. */
  kinds?: readonly string[];
  /** How long it lasts, if the request begins it. */
  begins: (exchange: Exchange, operation: Operation) => Lasting[];
}

const exactly = (ms: number): Lasting => ({least: ms, most: ms});
const from =
  (ops: readonly string[], lasting: Lasting): Boundary['begins'] =>
  ({op}) =>
    ops.includes(op) ? [lasting] : [];

const A_MINUTE: Boundary = {of: 'a minute', begins: () => [exactly(MINUTE_MS)]};
const A_MONTH: Lasting = {least: 28 * DAY_MS, most: 31 * DAY_MS};

/**
 * The durations of both documents. Left out is the cycle of an allowance, which has no documented length, and what an
 * example alone shows.
 */
export const BOUNDARIES: Readonly<Record<Api, readonly Boundary[]>> = {
  workspace: [
    A_MINUTE,
    {
      of: 'an upload link',
      kinds: ['publication'],
      begins: from(['createUpload'], exactly(30 * MINUTE_MS)),
    },
    {
      of: 'a download link',
      kinds: ['version'],
      begins: from(['downloadFile'], exactly(10 * MINUTE_MS)),
    },
    {
      of: 'a rolling day of runs',
      kinds: ['run', 'publication', 'workspace'],
      begins: from(['startRun'], exactly(DAY_MS)),
    },
  ],
  store: [
    A_MINUTE,
    {
      of: 'a rolling day of reads',
      begins: (_, operation) => (isWrite(operation) ? [] : [exactly(DAY_MS)]),
    },
    {of: 'a checkout', kinds: ['order', 'user'], begins: checkouts},
    {of: 'a session', kinds: ['session', 'user'], begins: sessions},
    {
      of: 'a month of a plan',
      kinds: ['plan', 'user', 'order'],
      begins: plans,
    },
  ],
};

/** A checkout says how many seconds it lasts; typically it is an hour (Orders, Fields). */
function checkouts({op, body}: Exchange): Lasting[] {
  if (op !== 'createOrder' || at(body, '/data/checkout/url') === undefined) return [];
  const ttl = at(body, '/data/checkout/ttl');
  return [exactly(typeof ttl === 'number' ? ttl * 1000 : HOUR_MS)];
}

/** A prepaid plan lasts for months from when a user gets it or orders it; that of one month is counted. */
function plans({requestBody}: Exchange): Lasting[] {
  const products = at(requestBody, '/products');
  const ordered = Array.isArray(products) ? products.map((one: unknown) => at(one, '/type')) : [];
  const isTaken = at(requestBody, '/assign_new_plan') != null || ordered.includes('subscription');
  return isTaken ? [A_MONTH] : [];
}

/** A session that was just used says when it expires, in the same zone as its last activity. */
function sessions({op, body}: Exchange): Lasting[] {
  const rows = op === 'listAuthSessions' ? at(body, '/data') : undefined;
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row: unknown) => {
    const end = timeAt(row, '/session_expires_at');
    const ms = end - timeAt(row, '/last_activity');
    return ms > 0 ? [{...exactly(ms), toldOf: `${at(row, '/id')} ${end}`}] : [];
  });
}

const timeAt = (row: unknown, pointer: string): number => Date.parse(`${at(row, pointer)}Z`);

export const variationOf = (side: 'before' | 'after', of: string): string =>
  `${side} the end of ${of}`;

/** Both sides of every end that concerns a kind of resource. */
export const sidesOf = (api: Api, kind: string): string[] =>
  BOUNDARIES[api]
    .filter(({kinds}) => kinds?.includes(kind) ?? true)
    .flatMap(({of}) => [variationOf('before', of), variationOf('after', of)]);
