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

/**
 * What the profile has to say about a refusal that may come from the limit on requests or from something else,
 * as the limit on runs; undefined where the refusal can have only one of these causes.
 */
export function linesThatDecide({op, situations, body, ...rest}: Refusal): string | undefined {
  const others = situations.filter((situation) => !LIMITS.includes(situation));
  if (!limited({situations, ...rest}) || !others.length) return undefined;
  const choice = `{status: [${rest.status}], reason: ${JSON.stringify(body?.reason ?? null)}}`;
  const lines = others.map((situation) => `outcomes.${op}.${situation}: ${choice}`);
  return (
    `${op} was answered ${rest.status}, by the limit on requests or not: add ${lines.join(' or ')} to the ` +
    'profile, or outcomes.rate-limited: {reason: ...} with the reason of the limit on requests'
  );
}

/** A refusal, as far as its cause depends on it. */
type Refusal = Pick<Exchange, 'op' | 'status' | 'situations' | 'body' | 'probablyFromGateway'>;
