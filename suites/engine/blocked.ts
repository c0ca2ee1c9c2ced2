import type {Exchange} from '../../spec/step.ts';

/**
 * A set-up or control step that did not bring what it had to: the check is blocked, nobody is
 * blamed.
 */
export class Blocked extends Error {
  override name = 'Blocked';
  readonly exchange?: Exchange;
  /** A reference led nowhere: nothing was sent. */
  unresolved?: boolean;
  readonly expected?: string;
  constructor(message: string, exchange?: Exchange, expected?: string) {
    super(message);
    if (exchange) this.exchange = exchange;
    if (expected) this.expected = expected;
  }
}

/** The exchange, if it is what a step needs of it. @throws Blocked when it is not */
export function expected(exchange: Exchange, expects: string | undefined): Exchange {
  if (!expects || exchange.situations.includes(expects)) return exchange;
  const reason = exchange.body?.reason ? ` ${exchange.body.reason}` : '';
  const mismatch = exchange.profileMismatch
    ? `; the profile may be wrong: ${exchange.profileMismatch.line}`
    : '';
  throw new Blocked(
    `${exchange.op} was answered ${exchange.status || exchange.problem?.text}${reason} where ${expects} was needed${mismatch}`,
    exchange,
    expects,
  );
}
