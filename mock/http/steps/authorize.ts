import type {IssuedCredential, RefusedRequest} from '../api-interface.ts';
import type {OperationContext} from '../request-context.ts';
import type {Step} from '../step.ts';

/** Checks that the credential has the ability that the operation needs (Abilities); 403 without it. */
export const authorize: Step<OperationContext> = ({credential, operation: {ability}}) =>
  ability === undefined || credential?.abilities?.includes(ability)
    ? undefined
    : forbidden(ability, credential);

/** The refusal of a credential without the required ability. */
export const forbidden = (
  ability: string,
  credential: IssuedCredential | undefined,
): RefusedRequest => ({
  refused: 'forbidden',
  why: {
    expected: `a key with ${ability}`,
    got: credential?.abilities?.join(', ') || 'none',
    todo: 'use a key that carries the ability',
  },
});
