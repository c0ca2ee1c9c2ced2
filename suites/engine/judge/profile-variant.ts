import {isObject} from '../../../spec/json.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Check, Judgement} from '../../language/check.ts';
import type {Codec} from '../../target/codec.ts';
import type {Responses} from '../send/scene-run.ts';

/** A profile of one API with other lines, by which responses are decoded again. */
export interface ProfileVariant {
  api: Api;
  codec: Codec;
}

/** The responses that a check has judged, decoded with other lines. */
export const responsesWith = (variant: ProfileVariant, responses: Responses): Responses =>
  Object.fromEntries(
    Object.entries(responses).map(([name, seen]) => [name, seenWith(variant, seen)]),
  );

/** The judgement of a check for other responses; undefined if it cannot read them. */
export function judgeAgain(check: Check, responses: Responses): Judgement | undefined {
  try {
    return check.judge(responses as never);
  } catch {
    return undefined;
  }
}

/** The exchanges under one name of a check, decoded with other lines; the same object if they change nothing. */
export function seenWith(variant: ProfileVariant, seen: Responses[string]): Responses[string] {
  if (!Array.isArray(seen)) return seen && exchangeWith(variant, seen);
  const decoded = seen.map((exchange) => exchangeWith(variant, exchange));
  return decoded.every((exchange, index) => exchange === seen[index]) ? seen : decoded;
}

/** A response, decoded with other lines; the same object if they change nothing. */
function exchangeWith({api, codec}: ProfileVariant, exchange: Exchange): Exchange {
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
