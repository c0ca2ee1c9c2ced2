import type {Exchange} from '../../spec/exchange.ts';
import {ageAt} from '../ages.ts';
import {quantity} from '../../spec/quantity.ts';
import {isClientError} from '../../spec/status.ts';
import type {PassiveViolation} from './passive-result.ts';
import {areRaced, begunBefore, recordedBefore, type SceneHistory} from './scene-history.ts';

/** Milliseconds after which a registration surely sees what was stored in the place of other bytes. */
const SEEN = 5000;

/** Milliseconds that an upload link lives: what becomes of a reservation afterwards is open (NS-WS-35). */
const LIFETIME = 30 * 60_000;

/**
 * Registrations that do not fit what the scene itself stored: refused as incomplete though as many
 * bytes landed as are declared, or accepted though there are others (Errors, upload_incomplete).
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
 * How many bytes surely lie behind the upload that a registration names; undefined where that is open,
 * and where the registration declares another size than was reserved.
 */
function storedFor(exchange: Exchange, history: SceneHistory): number | undefined {
  const {publication_id: id, key} = exchange.requestBody ?? {};
  const earlier = recordedBefore(exchange, history.exchanges);
  const isOfIt = ({body}: Exchange): boolean => body?.publication_id === id && body?.key === key;
  const reservation = earlier.find(
    (one) => one.op === 'createUpload' && one.situations.includes('reserved') && isOfIt(one),
  );
  if (!reservation || ageAt(exchange, reservation).most >= LIFETIME) return undefined;
  if (reservation.requestBody?.size_bytes !== exchange.requestBody?.size_bytes) return undefined;
  // Bytes for what is registered already may be refused, or stored elsewhere (NS-WS-36).
  const isRegistration = ({op, status, requestBody}: Exchange): boolean =>
    op === 'createPublication' && requestBody?.publication_id === id && !isClientError(status);
  if (history.exchanges.some((one) => one !== exchange && isRegistration(one))) return undefined;
  const url: unknown = reservation.body?.upload_url;
  const sent = begunBefore(exchange, history).filter(
    (one) => one.op === 'PUT upload_url' && one.sent.url === url,
  );
  if (sent.some((one) => areRaced(one, exchange, history))) return undefined;
  return sizeAfter(sent, exchange);
}

/** How many bytes uploads left, where all of them were over and the last one was stored. */
function sizeAfter(sent: Exchange[], exchange: Exchange): number | undefined {
  const last = sent.at(-1);
  const isOver = sent.every(({gotAt, situations}) => gotAt <= exchange.sentAt && situations.length);
  const sizes = new Set(sent.map(({requestBody}) => requestBody?.size as unknown));
  if (!last?.situations.includes('stored') || !isOver) return undefined;
  if (sizes.size > 1 && ageAt(exchange, last).least < SEEN) return undefined;
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
    expected: `${expected}, for ${quantity(size, 'byte')} landed`,
    got: [status, body?.reason].filter(Boolean).join(' '),
    step,
    op,
  },
});
