import type {ApiInterface, Refusal, RefusedRequest} from '../api-interface.ts';
import type {OutcomeTable} from '../outcome-table.ts';
import {JSON_TYPE, type PreparedResponse} from '../prepared-response.ts';
import type {RequestContext} from '../request-context.ts';

/** Renders the response to a refused request. */
export type Refuse = (
  context: RequestContext,
  refused: RefusedRequest,
) => PreparedResponse | Promise<PreparedResponse>;

/** Status, reason and message come from contract, profile and chapters (Errors). */
export const refuse =
  (api: ApiInterface, outcomes: OutcomeTable): Refuse =>
  (context, {refused: situation, form, message, errors}) => {
    const refusal = outcomes.refusal(context.operation?.contract.id, situation, form);
    const more = {...(errors && {errors}), ...(message !== undefined && {message})};
    return failure(api, context, situation, {...refusal, ...more});
  };

/** Writes a refusal in the failure shape of the API. */
export const failure = (
  api: ApiInterface,
  {headers, operation}: RequestContext,
  situation: string,
  refusal: Refusal,
): PreparedResponse => ({
  status: refusal.status,
  situation,
  headers: {...JSON_TYPE, ...api.headers, ...headers},
  body: JSON.stringify(api.failure(refusal, operation?.contract)),
});
