import type {ApiInterface} from './api-interface.ts';
import type {RawRefusal} from './listen.ts';
import type {OutcomeTable} from './outcome-table.ts';
import {JSON_TYPE} from './prepared-response.ts';

const SITUATIONS: Record<number, string> = {
  405: 'method-not-allowed',
  431: 'headers-too-large',
};

/** Refusals by Node's HTTP parser, in the failure shape of an API. */
export const apiRefusal =
  (api: ApiInterface, outcomes: OutcomeTable): RawRefusal =>
  (status) => {
    const refusal = outcomes.refusal(undefined, SITUATIONS[status] ?? 'request-malformed');
    return {
      type: JSON_TYPE['content-type'],
      body: JSON.stringify(api.failure(refusal)),
      headers: api.headers,
    };
  };

/** The same for object storage, in the format of storage services. */
export const storageRefusal: RawRefusal = () => ({
  type: 'application/xml',
  body:
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<Error><Code>BadRequest</Code><Message>The request cannot be read.</Message></Error>\n',
});

/** The same for the control plane. */
export const controlRefusal: RawRefusal = () => ({
  type: JSON_TYPE['content-type'],
  body: JSON.stringify({
    error: 'The request cannot be read.',
    what_to_do: 'Send well-formed HTTP.',
  }),
});
