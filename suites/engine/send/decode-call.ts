import {markForCut} from '../../language/cut.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {absoluteLocation} from './absolute-location.ts';
import {isRefusedInFront} from '../../target/gateway.ts';
import type {Codec} from '../../target/codec.ts';
import type {Decoded} from '../../target/codec/decoded.ts';
import {pathOf} from '../../../spec/request-target.ts';
import type {FilledCall} from './fill-call.ts';
import {toText} from '../../../spec/json.ts';

/** Decodes the response to a call to canonical names. */
export function decodeCall(received: Exchange, call: FilledCall, codec: Codec): Exchange {
  const exchange = {...received, headers: absoluteLocation(received, call.url)};
  const {step, method, values, elsewhere} = call;
  const pathname = pathOf(call.url);
  const {wire, notJson} = method === 'HEAD' ? {} : jsonOf(toText(exchange.body));
  const {status, headers} = exchange;
  const problem = notJson === undefined ? undefined : {kind: 'not-json' as const, text: notJson};
  const response = {status, wire, ...(problem && {problem})};
  const request = {pathname, values: [values.query, values.body]};
  if (elsewhere === undefined && isRefusedInFront(response, request, codec.document)) {
    const unread = {body: undefined, situations: [], documented: []};
    return {...exchange, ...response, ...unread, refusedInFront: true};
  }
  const decoded = codec.decode(step.op, status, headers, wire, values.path, pathname);
  return {
    ...exchange,
    path: values.path,
    ...(values.body !== undefined && {requestBody: values.body}),
    ...(problem && status !== 0 && {problem}),
    wire,
    // The contract says nothing about the response of another path.
    situations: elsewhere === undefined ? decoded.situations : [],
    documented: decoded.documented,
    body: decoded.body,
    ...(decoded.members !== undefined && {members: decoded.members}),
    ...(decoded.ownError && {ownError: decoded.ownError}),
    ...(elsewhere === undefined ? aboutProfile(decoded) : {elsewhere: true as const}),
  };
}

/** The evidence of a response about the profile. */
const aboutProfile = ({
  profileMismatch,
  suspectLines,
  absent,
  wrongStatus,
}: Decoded): Pick<Exchange, 'profileMismatch' | 'suspectLines' | 'absent' | 'wrongStatus'> => ({
  ...(profileMismatch && {profileMismatch}),
  ...(suspectLines && {suspectLines}),
  ...(absent && {absent}),
  ...(wrongStatus && {wrongStatus}),
});

/** The JSON in a text, or a sentence that says that the text is not JSON. */
function jsonOf(text: string): {wire?: unknown; notJson?: string} {
  if (text === '') return {};
  try {
    return {wire: JSON.parse(text)};
  } catch {
    return {notJson: `the body is not JSON: ${markForCut(text, 60)}`};
  }
}
