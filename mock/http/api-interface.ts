import type {IncomingMessage} from 'node:http';
import type {Operation} from '../../spec/contract.ts';
import type {Specification} from '../../spec/specification.ts';
import type {Chapter} from '../chapter.ts';
import type {Refused, Why} from '../operation.ts';
import type {Row} from '../world/change.ts';
import type {Facets} from '../world/counter.ts';
import type {World} from '../world/world.ts';

/** A key or token. */
export interface IssuedCredential extends Row {
  secret: string;
  abilities?: string[];
}

/** A credential as it was presented: a secret, or the condition under which none was. */
export interface Presented {
  /** What could be taken for a secret, even where it does not count. */
  secret?: string;
  /**
   * Set when the secret does not count: the contract's condition (`no-key`, `other-scheme`, ...).
   */
  condition?: string;
  why?: Why;
}

/** A request that a step refuses, by situation. */
export interface RefusedRequest extends Refused {
  /** The contract's condition behind the refusal, for example `foreign` or `no-key`. */
  condition?: string | undefined;
  /** Headers of this refusal besides those of every response. */
  headers?: Record<string, string>;
}

/** One limit of an API. */
export interface Limit {
  /** The situation that it refuses with, for example `rate-limited`. */
  situation: string;
  /** It only counts requests: another limit reads the count and refuses. */
  countsOnly?: true;
  /** Counts a request, or refuses it. */
  admit(world: World, facets: Facets): RefusedRequest | undefined;
}

/** A refusal as the failure shape of an API shows it. */
export interface Refusal {
  status: number;
  message: string;
  reason?: string;
  /** Field name to messages. */
  errors?: Record<string, string[]>;
}

/**
 * What differs between the two APIs: where the credential stands, which limits there are, what a
 * failure looks like.
 */
export interface ApiInterface {
  specification: Specification;
  chapters: readonly Chapter[];
  /** Table of credentials, found by its index `secret`. */
  credentials: string;
  /** The contract's condition of a secret that is no credential of this API. */
  unknown: string;
  /** Credentials of other APIs, to name the mistake. */
  others: readonly {table: string; condition: string; name: string}[];
  present(request: IncomingMessage): Presented;
  /** Limits in the order in which a request is counted. */
  limits: readonly Limit[];
  /** Headers that show how much of the limits is left. @param refused the refusal by a limit */
  limitHeaders?(world: World, facets: Facets, refused?: RefusedRequest): Record<string, string>;
  /**
   * The body of a failure.
   * @param operation the one that refuses, where one is known: some have a failure shape of their
   * own
   */
  failure(refusal: Refusal, operation?: Operation): unknown;
  /** The name of the contract's schema for the body of a failure. */
  failureSchema(status: number, operation?: Operation): string;
  /** Headers of every response. */
  headers: Record<string, string>;
  /** A read outside the document that moves the counters of another version. */
  stub?: {path: string; body: string};
}
