import type {Operation} from '../../../spec/contract.ts';
import {defined} from '../../../spec/defined.ts';
import type {OperationContext} from '../request-context.ts';
import type {Invalid, RequestSchemas} from '../request-schemas.ts';
import type {Step} from '../step.ts';

/** Judges body and query by the contract's schemas (Errors); 400 or 422 where they do not fit. */
export const validate =
  (schemas: RequestSchemas): Step<OperationContext> =>
  ({operation: {contract}, input}) => {
    const situation = contract.invalid;
    if (situation === undefined) return undefined;
    const {body, query} = defined(input, 'the input of the operation');
    const invalid = bodyProblem(schemas, contract, body) ?? schemas.query(contract, query);
    if (!invalid) return undefined;
    // A body that is refused has two forms: not readable, and not valid.
    const form = situation === 'body-refused' ? 1 : 0;
    return {refused: situation, why: invalid.why, form, errors: invalid.errors};
  };

/** A body that may be left out, and is, breaks nothing. */
const bodyProblem = (
  schemas: RequestSchemas,
  contract: Operation,
  body: unknown,
): Invalid | undefined =>
  contract.bodyOptional === true && body === undefined ? undefined : schemas.body(contract, body);
