import type {Operation} from '../../../spec/contract.ts';
import {defined} from '../../../spec/defined.ts';
import type {OperationContext} from '../request-context.ts';
import type {Invalid, RequestSchemas} from '../request-schemas.ts';
import type {Step} from '../step.ts';

/** Validates body and query against the contract's schemas (Errors); 400 or 422 when they are invalid. */
export const validate =
  (schemas: RequestSchemas): Step<OperationContext> =>
  ({operation: {contract}, input}) => {
    const situation = contract.invalid;
    if (situation === undefined) return undefined;
    const {body, query} = defined(input, 'the input of the operation');
    const invalid = bodyProblem(schemas, contract, body) ?? schemas.query(contract, query);
    if (!invalid) return undefined;
    // The refusal of a body has two forms: malformed, and invalid.
    const form = situation === 'body-refused' ? 1 : 0;
    return {refused: situation, why: invalid.why, form, errors: invalid.errors};
  };

/** Whether an optional body is absent, which is valid. */
const bodyProblem = (
  schemas: RequestSchemas,
  contract: Operation,
  body: unknown,
): Invalid | undefined =>
  contract.bodyOptional === true && body === undefined ? undefined : schemas.body(contract, body);
