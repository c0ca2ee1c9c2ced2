import type {Exchange} from '../../../spec/exchange.ts';
import {ageAt, sideOf} from '../../values/ages.ts';
import {toText} from '../../../spec/json.ts';
import {quantity} from '../../../spec/quantity.ts';
import {urlAsSent} from '../../../spec/request-target.ts';
import {isClientError} from '../../../spec/status.ts';
import type {PassiveViolation} from './passive-result.ts';
import {areRaced, begunBefore, recordedBefore, type SceneHistory} from './scene-history.ts';

/** Milliseconds after which a registration must see bytes that replaced other ones. */
const SEEN_AFTER_MS = 5000;

/** Milliseconds that an upload link is valid; the state of a reservation afterwards is open (NS-WS-35). */
const LIFETIME_MS = 30 * 60_000;

/**
 * Registrations that contradict what the scene itself stored: refused as incomplete although the
 * declared number of bytes is stored, or accepted with another number (Errors, upload_incomplete).
 */
export function unfitRegistration(exchange: Exchange, history: SceneHistory): PassiveViolation[] {
  if (exchange.op !== 'createPublication') return [];
  const size = storedFor(exchange, history);
  const declared: unknown = exchange.requestBody?.size_bytes;
  if (size === undefined || typeof declared !== 'number') return [];
  const {situations} = exchange;
  if (situations.length === 1 && situations[0] === 'incomplete' && size === declared)
    return [violation('a whole file is incomplete', 'the registration to go on', exchange, size)];
  if (situations.includes('registered') && size !== declared)
    return [violation('another size is registered', 'upload_incomplete', exchange, size)];
  return [];
}

/**
 * The number of stored bytes of the upload that a registration names; undefined if that is not certain,
 * or if the registration declares another size than was reserved.
 */
function storedFor(exchange: Exchange, history: SceneHistory): number | undefined {
  const {publication_id: id, key} = exchange.requestBody ?? {};
  const earlier = recordedBefore(exchange, history.exchanges);
  const reservedIt = ({body}: Exchange): boolean =>
    body?.publication_id === id && body?.key === key;
  const reservation = earlier.find(
    (one) => one.op === 'createUpload' && one.situations.includes('reserved') && reservedIt(one),
  );
  if (!reservation || sideOf(ageAt(exchange, reservation), LIFETIME_MS) !== 'before')
    return undefined;
  if (reservation.requestBody?.size_bytes !== exchange.requestBody?.size_bytes) return undefined;
  // Bytes for a registered publication may be refused or stored elsewhere (NS-WS-36).
  const isRegistration = ({op, status, requestBody}: Exchange): boolean =>
    op === 'createPublication' && requestBody?.publication_id === id && !isClientError(status);
  if (history.exchanges.some((one) => one !== exchange && isRegistration(one))) return undefined;
  const url: unknown = reservation.body?.upload_url;
  const sent = begunBefore(exchange, history).filter(
    (one) => one.op === 'PUT upload_url' && one.sent.url === urlAsSent(toText(url)),
  );
  if (sent.some((one) => areRaced(one, exchange, history))) return undefined;
  return sizeAfter(sent, exchange);
}

/** The number of bytes that uploads left, if all of them had ended and the last one was stored. */
function sizeAfter(sent: Exchange[], exchange: Exchange): number | undefined {
  const last = sent.at(-1);
  const isOver = sent.every(({gotAt, situations}) => gotAt <= exchange.sentAt && situations.length);
  const sizes = new Set(sent.map(({requestBody}) => requestBody?.size as unknown));
  if (!last?.situations.includes('stored') || !isOver) return undefined;
  if (sizes.size > 1 && sideOf(ageAt(exchange, last), SEEN_AFTER_MS) !== 'after') return undefined;
  const size: unknown = last.requestBody?.size;
  return typeof size === 'number' ? size : undefined;
}

const violation = (
  branch: string,
  expected: string,
  {step, op, status, body}: Exchange,
  size: number,
): PassiveViolation => ({
  rule: 'workspace.uploads.registration-needs-every-byte',
  place: '*',
  violation: {
    branch,
    expected: `${expected} (${quantity(size, 'byte')} stored)`,
    got: [status, body?.reason].filter(Boolean).join(' '),
    step,
    op,
  },
});
