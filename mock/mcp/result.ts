import type {CallToolResult} from '@modelcontextprotocol/sdk/types.js';
import {isObject} from '../../spec/json.ts';
import type {PreparedResponse} from '../http/prepared-response.ts';

/**
 * An operation's answer as a tool's result (Conventions 4). A refusal is a tool error whose text is
 * the API's own failure, `reason` included; it carries no structured content, for clients hold that
 * against the output schema of successes.
 */
export function resultOf({status, headers, body}: PreparedResponse): CallToolResult {
  if (status >= 400)
    return {
      isError: true,
      content: [
        {type: 'text', text: body ?? JSON.stringify({error: `Answered ${status}.`, reason: null})},
      ],
    };
  const said: unknown =
    status >= 300
      ? {location: headers.location ?? headers.Location}
      : body === undefined
        ? {}
        : JSON.parse(body);
  const structured = isObject(said) ? said : {value: said};
  return {
    content: [{type: 'text', text: JSON.stringify(structured)}],
    structuredContent: structured,
  };
}
