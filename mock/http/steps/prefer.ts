import type {Operation} from '../../../spec/contract.ts';
import {defined} from '../../../spec/defined.ts';
import {signed} from '../../world/signed-link.ts';
import {isObject} from '../../../spec/json.ts';
import type {Why} from '../../operation.ts';
import type {ApiInterface, RefusedRequest} from '../api-interface.ts';
import type {Origins} from '../origins.ts';
import {
  hasUnknownPreference,
  linkToAnyObject,
  preferenceOf,
  type PreferredResponse,
  type PreferredResponses,
  type UnknownPreference,
} from '../preferred.ts';
import {JSON_TYPE, type PreparedResponse} from '../prepared-response.ts';
import type {OperationContext} from '../request-context.ts';
import type {Step} from '../step.ts';

/**
 * Responds with the documented response that the client requested with the header `Prefer` (RFC 7240). The rest of the
 * request is ignored, and nothing changes.
 */
export const prefer =
  (api: ApiInterface, preferred: PreferredResponses, origins: Origins): Step<OperationContext> =>
  (context) => {
    const {request, tool} = context;
    const header = tool ? undefined : request.headers['prefer'];
    const preference = preferenceOf(header);
    if (!preference) {
      if (header !== undefined && hasUnknownPreference(String(header)))
        context.notes = [...(context.notes ?? []), withoutEffect(String(header))];
      return undefined;
    }
    const operation = context.operation.contract;
    const unknown = preferred.unknown(context.world, operation, preference);
    if (unknown) return preferenceUnknown(operation, unknown);
    const link = (): string => linkFor(context, origins);
    const response = preferred.response(context.world, operation, preference, link);
    if (response.status >= 400) context.why = asRequested(header, response);
    return prepared(response, api, context);
  };

/** The reason of a requested refusal, for the journal: the request itself may have been valid. */
const asRequested = (header: unknown, {status, body}: PreferredResponse): Why => ({
  expected: 'a request without the header Prefer',
  got: `Prefer: ${String(header)}, which asks for this ${status}${reasonIn(body)}`,
  todo: 'leave the header out for the real response',
});

/** The reason of the requested refusal, appended to the explanation. */
function reasonIn(body: unknown): string {
  const reason = isObject(body) ? (body['reason'] ?? body['message']) : undefined;
  return reason === undefined ? '' : ` (${String(reason)})`;
}

/** A header that asks for no response, for the journal: it may be mistyped, and has no effect. */
const withoutEffect = (header: string): string =>
  `the header Prefer: ${header} has no effect here: ` +
  'send for example `Prefer: code=422`, or leave the header out';

function linkFor(
  {world, worldId, credential, request}: OperationContext,
  origins: Origins,
): string {
  const {tenant} = defined(credential, 'the credential of the request');
  return origins.url('objects', worldId, request) + signed(world, linkToAnyObject(world, tenant));
}

function prepared(
  {status, headers, body: value}: PreferredResponse,
  api: ApiInterface,
  context: OperationContext,
): PreparedResponse {
  const body = value === undefined ? undefined : JSON.stringify(value);
  const type = body && JSON_TYPE;
  return {
    status,
    situation: 'preferred',
    headers: {...headers, ...type, ...api.headers, ...context.headers},
    body,
  };
}

function preferenceUnknown(
  {id}: Operation,
  {requested, documented}: UnknownPreference,
): RefusedRequest {
  const listed = documented.join(', ');
  return {
    refused: 'preference-unknown',
    why: {
      expected: listed || 'no example',
      got: requested,
      todo: 'mend or leave out the header Prefer',
    },
    errors: {
      prefer: [`The document has no ${requested} for ${id}; there are ${listed || 'none'}.`],
    },
  };
}
