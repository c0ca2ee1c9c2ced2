import type {CallToolResult} from '@modelcontextprotocol/server';
import {isObject} from '../../spec/json.ts';
import type {PreparedResponse} from '../http/prepared-response.ts';

/**
 * Turns the response of an operation into the result of its tool (Rule 4).
 *
 * A refusal becomes a tool error: its text is the failure of the API with its `reason`. It has no
 * structured content, which clients would validate against the output schema of successes.
 */
export function resultOf(response: PreparedResponse): CallToolResult {
  const {status, body} = response;
  if (status >= 400) {
    const text = body ?? JSON.stringify({error: `Answered ${status}.`, reason: null});
    return {isError: true, content: [{type: 'text', text}]};
  }
  const value = valueOf(response);
  const structuredContent = isObject(value) ? value : {value};
  return {
    content: [{type: 'text', text: JSON.stringify(structuredContent)}],
    structuredContent,
  };
}

/** What a success hands out: the link of a redirect, else the JSON of the body. */
function valueOf({status, headers, body}: PreparedResponse): unknown {
  if (status >= 300) return {location: headers.location ?? headers.Location};
  return body === undefined ? {} : JSON.parse(body);
}
