import {defined} from '../../../spec/defined.ts';
import {Page, type Link} from '../../operation.ts';
import {signed} from '../../world/signed-link.ts';
import type {ApiInterface} from '../api-interface.ts';
import {write} from '../json-body.ts';
import type {Origins} from '../origins.ts';
import type {OutcomeTable} from '../outcome-table.ts';
import {JSON_TYPE, type PreparedResponse} from '../prepared-response.ts';
import type {OperationContext} from '../request-context.ts';

/** Renders the response of a successful operation. */
export type Render = (context: OperationContext) => PreparedResponse;

/** The status comes from contract and profile; links contain the world and its origin. */
export const render =
  (api: ApiInterface, outcomes: OutcomeTable, origins: Origins): Render =>
  (context) => {
    const {world, worldId, request, operation} = context;
    const outcome = defined(context.outcome, 'the outcome of the operation');
    const {situation, form, text} = outcome;
    const url = (link: Link | Page): string =>
      link instanceof Page
        ? origins.url(api.specification.contract.api, worldId, request) + link.path
        : origins.url('objects', worldId, request) + signed(world, link);
    const status = outcomes.status(operation.contract, situation, form);
    const body = outcome.body === undefined ? text?.text : write(outcome.body, url);
    const type = text ? {'content-type': text.type} : JSON_TYPE;
    const headers: Record<string, string> = {
      ...(body && type),
      ...api.headers,
      ...context.headers,
    };
    for (const name in outcome.headers) {
      const value = outcome.headers[name] ?? '';
      headers[name] = typeof value === 'string' ? value : url(value);
    }
    return {status, situation, headers, body};
  };
