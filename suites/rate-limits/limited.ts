import type {Exchange} from '../../spec/exchange.ts';

/** Situations of refusals by a limit on requests. */
export const LIMITS: readonly string[] = ['rate-limited', 'quota-spent'];

/**
 * The limit on requests answered, or perhaps did: a limit on runs may have the same status, with
 * another reason (NS-WS-21).
 */
export const limited = ({
  status,
  situations = [],
  probablyFromGateway,
}: Pick<Exchange, 'status' | 'probablyFromGateway'> & {
  situations?: readonly string[];
}): boolean => {
  if (probablyFromGateway) return false;
  const isNamed = situations.some((situation) => LIMITS.includes(situation));
  return isNamed || (status === 429 && situations.length === 0);
};
