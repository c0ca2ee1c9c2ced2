import {isObject} from '../../../spec/json.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Check, Judgement} from '../../check.ts';
import type {Codec} from '../../target/codec.ts';
import type {Responses} from '../attempts/scene-run.ts';

/** Another reading of the responses of one API: that of a profile with other lines. */
export interface ProfileVariant {
  api: Api;
  codec: Codec;
}

/** The responses that a check has judged, decoded again by another profile. */
export const readAgain = (reading: ProfileVariant, responses: Responses): Responses =>
  Object.fromEntries(
    Object.entries(responses).map(([name, seen]) => [name, seenAgain(reading, seen)]),
  );

/** The judgement of a check for other responses; undefined if it cannot read them. */
export function judgeAgain(check: Check, responses: Responses): Judgement | undefined {
  try {
    return check.judge(responses as never);
  } catch {
    return undefined;
  }
}

/** The exchanges under one name of a check, decoded again; the same object if nothing changes. */
export function seenAgain(reading: ProfileVariant, seen: Responses[string]): Responses[string] {
  if (!Array.isArray(seen)) return seen && exchangeAgain(reading, seen);
  const again = seen.map((exchange) => exchangeAgain(reading, exchange));
  return again.every((exchange, index) => exchange === seen[index]) ? seen : again;
}

/** A response, decoded by other lines; the same object if they change nothing. */
function exchangeAgain({api, codec}: ProfileVariant, exchange: Exchange): Exchange {
  const {op, status, headers, wire, body, path, elsewhere, interface: via} = exchange;
  const isRead = isObject(wire) || Array.isArray(wire);
  if (!isRead || elsewhere || status >= 400 || !codec.has(op)) return exchange;
  if (codec.operation(op).api !== api) return exchange;
  const decoded = via
    ? codec.decodeTool(op, false, wire, path)
    : codec.decode(op, status, headers, wire, path);
  const isSame = JSON.stringify(decoded.body) === JSON.stringify(body);
  return isSame
    ? exchange
    : {...exchange, body: decoded.body, suspectLines: decoded.suspectLines ?? []};
}
