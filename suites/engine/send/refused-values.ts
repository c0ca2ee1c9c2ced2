import {at, escapeToken, isObject, toText} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {urlAsSent} from '../../../spec/request-target.ts';
import {isClientError, isSuccessStatus} from '../../../spec/status.ts';
import type {Codec} from '../../target/codec.ts';
import type {Borrowed} from '../../target/codec/request-lines.ts';
import type {ValueOrigin} from '../../target/codec/refused-values.ts';
import type {FilledCall} from './fill-call.ts';

/** Situations of refusals that say nothing about the values of a request, or only about their form. */
const OTHERS = ['body-refused', 'unauthenticated', 'forbidden', 'rate-limited', 'quota-spent'];

/**
 * Records the values of a request that was refused for a reason of its own operation. Two such requests
 * show whether the deployment distinguishes a value that it has given from others.
 * @param lastByStep the earlier exchanges of the scene, by the ids of their steps
 */
export function noteRefusedValues(
  exchange: Exchange,
  {step, values, elsewhere}: FilledCall,
  lastByStep: ReadonlyMap<string, Exchange>,
  codec: Codec,
): void {
  const {op, as, status, situations, body} = exchange;
  const isRefusal = isClientError(status) && situations.length > 0;
  if (!isRefusal || situations.some((one) => OTHERS.includes(one))) return;
  if (elsewhere !== undefined || !isObject(step.body) || !isObject(values.body)) return;
  if (!codec.namesReason(op, situations)) return;
  const written: object = step.body;
  const members = Object.entries(values.body).map(([name, value]): [string, ValueOrigin] => [
    name,
    originOf(at(written, `/${escapeToken(name)}`), value, {as, lastByStep, codec}),
  ]);
  codec.noteRefusal({
    by: `${op} ${as}`,
    members: Object.fromEntries(members),
    refusal: `${status} ${toText(body?.reason)}`,
  });
}

/** The source of a value. For one from a response, this is the response and whether bytes were stored since. */
function originOf(
  written: unknown,
  value: unknown,
  {as, lastByStep, codec}: {as: string; lastByStep: ReadonlyMap<string, Exchange>; codec: Codec},
): ValueOrigin {
  const source = isObject(written) ? lastByStep.get(toText(written.$from)) : undefined;
  if (!source || !isObject(written)) return {from: JSON.stringify(value)};
  const {op, situations, interface: via = 'http'} = source;
  const pointer = toText(written.at);
  const borrowed: Borrowed = {op, situation: situations[0], interface: via, pointer};
  const [line] = codec.borrowedLines([borrowed]);
  const from = JSON.stringify([op, pointer, source.as, isStored(source, lastByStep)]);
  return {from, ...(line && source.as === as && {line: line.line})};
}

/** Whether bytes were successfully sent to the link of a response. */
const isStored = ({body}: Exchange, lastByStep: ReadonlyMap<string, Exchange>): boolean =>
  [...lastByStep.values()].some(
    ({sent, status}) => sent.url === urlAsSent(toText(body?.upload_url)) && isSuccessStatus(status),
  );
