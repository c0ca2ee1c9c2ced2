import express, {type NextFunction, type Request, type RequestHandler} from 'express';
import {hasInfiniteNumber} from '../http/infinite-number.ts';
import {noteBody} from '../http/recorded.ts';
import type {McpResponse} from './mcp-request.ts';
import {checkMessage, requestIdOf} from './message.ts';
import {McpRefusal, RPC} from './refusal.ts';

const METHODS = ['GET', 'POST', 'DELETE'];

const JSON_TYPE = /^application\/json *(;|$)/i;

/**
 * Step 4: reads the body as text, whatever its type: JSON that cannot be parsed has to be refused
 * as a JSON-RPC error, not as Express would do it.
 */
export const readText = (): RequestHandler =>
  express.text({type: () => true, limit: '1mb', defaultCharset: 'utf-8', verify: noteBody});

/** Step 5: refuses methods and content types that Streamable HTTP does not have. */
export function checkMethod(request: Request, _response: McpResponse, next: NextFunction): void {
  const {method, headers} = request;
  if (!METHODS.includes(method))
    throw new McpRefusal({
      status: 405,
      code: RPC.invalidRequest,
      message: `the method ${method} is not allowed`,
      todo: `use ${METHODS.join(', ')}`,
      headers: {Allow: METHODS.join(', ')},
    });
  if (method === 'POST' && !JSON_TYPE.test(headers['content-type'] ?? ''))
    throw new McpRefusal({
      status: 415,
      code: RPC.invalidRequest,
      message: 'a message is JSON: send Content-Type: application/json',
    });
  next();
}

/**
 * Step 6: the JSON-RPC message, or batch of messages, of a POST. It becomes `request.body`, which
 * is undefined for GET and DELETE.
 */
export function readMessage(request: Request, _response: McpResponse, next: NextFunction): void {
  if (request.method !== 'POST') {
    request.body = undefined;
    return next();
  }
  const message = parsed(request.body);
  const version = request.headers['mcp-protocol-version'];
  const refusal = checkMessage(message, version === undefined ? undefined : String(version));
  if (refusal) throw new McpRefusal({...refusal, id: requestIdOf(message)});
  request.body = message;
  next();
}

function parsed(text: unknown): unknown {
  try {
    const message: unknown = JSON.parse(typeof text === 'string' ? text : '');
    if (hasInfiniteNumber(message))
      throw new RangeError('a number is larger than a double can hold');
    return message;
  } catch (error) {
    throw new McpRefusal({
      status: 400,
      code: RPC.parseError,
      message: `Parse error: ${(error as Error).message}`,
    });
  }
}
