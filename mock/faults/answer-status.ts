import {STATUS_CODES, type OutgoingHttpHeaders} from 'node:http';
import {errorPage} from '../http/page-frame.ts';
import {JSON_TYPE} from '../http/prepared-response.ts';
import type {FaultAct} from './fault-rule.ts';
import type {FaultPlace, GatedRequest} from './gate.ts';

/** Answers a request with the status of an act, as a server or gateway that has failed. */
export function answerStatus(
  place: FaultPlace,
  {request, response}: GatedRequest,
  {status = 503, retry_after: retryAfter, body: given}: FaultAct,
): void {
  const {type, body} = given === undefined ? bodyOf(place, status) : bodyOfRule(given);
  const headers: OutgoingHttpHeaders = {...type, 'content-length': Buffer.byteLength(body)};
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
  response.writeHead(status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

interface TypedBody {
  type: {'content-type': string};
  body: string;
}

const bodyOfRule = (given: unknown): TypedBody =>
  typeof given === 'string'
    ? {type: {'content-type': 'text/plain; charset=utf-8'}, body: given}
    : {type: JSON_TYPE, body: JSON.stringify(given)};

/** A body in the failure shape of the interface. */
function bodyOf({interface: at, parts}: FaultPlace, status: number): TypedBody {
  const message = STATUS_CODES[status] ?? 'Failure';
  if (parts) return {type: JSON_TYPE, body: JSON.stringify(parts.api.failure({status, message}))};
  if (at === 'mcp') {
    const failure = {jsonrpc: '2.0', error: {code: -32_603, message}, id: null};
    return {type: JSON_TYPE, body: JSON.stringify(failure)};
  }
  if (at === 'storage')
    return {type: {'content-type': 'application/xml'}, body: storageError(message)};
  return {
    type: {'content-type': 'text/html; charset=utf-8'},
    body: errorPage(message, 'Try again later.'),
  };
}

const storageError = (message: string): string =>
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  `<Error><Code>${message.replaceAll(/[^A-Za-z]/g, '')}</Code><Message>${message}</Message></Error>\n`;
