import type {Exchange} from '../../spec/exchange.ts';
import type {Api, RuleId} from '../../spec/rule.ts';
import type {AnyProperty, Check, Judgement} from './check.ts';
import type {AnyModel} from './model.ts';
import type {Provocation, Visit} from './provocation.ts';
import type {Args, Handle, Script} from './script.ts';

/** A chapter of the suite. */
export interface Chapter {
  chapter: string;
  visits: Visit[];
  provocations: Provocation[];
  checks: Check[];
  /** Checks that are made from a table of the document, like those of marks. */
  tables?: Check[];
  models?: AnyModel[];
  properties?: AnyProperty[];
  counted?: Counted[];
  writes?: Write[];
  reads?: Read[];
}

/** Checks that depend on a number: their scenes make or do something so often, or take the plan of this number. */
export interface Counted {
  /** The first number is that of standard effort, each other one that of a further round of deep effort. */
  counts: readonly [number, ...number[]];
  /** The checks with one of the numbers; those of all numbers decide the same rules at the same places. */
  checks(count: number): Check[];
}

/**
 * How the effect of a write is seen. With it, every member and parameter of the operation is tried
 * with values of every class that its contract describes (`suites/contract/checks/request-values.ts`).
 */
export interface Write {
  api: Api;
  op: string;
  rules: {
    /** A refused request changes nothing. */
    refused: RuleId;
    /** A wrong request is no reason for a server error. */
    noServerError?: RuleId;
  };
  /** Draws that a shared target gets at most, unless it is a deployment for tests; 3 without it. */
  maxDrawsOnShared?: number;
  /**
   * Records what the requests need.
   * @returns the arguments of each request, except one part that is edited; and the read that shows
   * what they did
   */
  act(s: Script): {
    args: Args;
    /** The creation of what the requests act on; absent where they create. */
    made?: Handle;
    /** The same read before them, where it takes two to see what they did. */
    before?: Handle;
    read(): Handle;
  };
  /**
   * Judges what was read after requests that were all refused. Without it the read is a list whose
   * rows are compared with what the contract says of them (`x-repeats`, `x-shows`).
   */
  untouched?(seen: {made?: Exchange; before?: Exchange; read: Exchange}): Judgement;
}

/** A read whose parameters are tried with values of every class that its contract describes. */
export interface Read {
  api: Api;
  op: string;
  /** The rule that is broken by another answer. */
  rule: RuleId;
  /** The situations that any value may be answered with; without it all but a server error. */
  allowed?: string[];
}
