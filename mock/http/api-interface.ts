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
  /** The role of the credential in the template; absent for those that were made later. */
  role?: string;
}

/** A credential as a request presented it: a secret, or the condition under which it counts as missing. */
export interface Presented {
  /** The text that might be a secret, even if it was sent where it is not valid. */
  secret?: string;
  /** Set when the secret is not valid as presented: the contract's condition (`no-key`, `other-scheme`, ...). */
  condition?: string;
  why?: Why;
}

/** A refusal by a step. */
export interface RefusedRequest extends Refused {
  /** The contract's condition behind the refusal, for example `foreign` or `no-key`. */
  condition?: string | undefined;
  /** Headers of this refusal in addition to those of every response. */
  headers?: Record<string, string>;
}

/** One limit of an API. */
export interface Limit {
  /** The situation of its refusals, for example `rate-limited`. */
  situation: string;
  /** It counts requests but refuses none: another limit reads the count and refuses. */
  countsOnly?: true;
  /** Counts a request, or refuses it. */
  admit(world: World, facets: Facets): RefusedRequest | undefined;
}

/** The data of a refusal that an API writes into its failure shape. */
export interface Refusal {
  status: number;
  message: string;
  reason?: string;
  /** Field name to messages. */
  errors?: Record<string, string[]>;
}

/** What differs between the two APIs: how credentials are presented, the limits, the shape of failures. */
export interface ApiInterface {
  specification: Specification;
  chapters: readonly Chapter[];
  /** The table of credentials. Its index `secret` finds them. */
  credentials: string;
  /** The contract's condition for a secret that is no credential of this API. */
  unknown: string;
  /** Credentials of other APIs, to explain a mistake. */
  others: readonly {table: string; condition: string; name: string}[];
  /** The header in which a credential is presented. */
  credentialHeader: string;
  present(request: IncomingMessage): Presented;
  /** The limits, in the order in which a request is counted. */
  limits: readonly Limit[];
  /** Headers that show what remains of the limits. @param refused the refusal by a limit */
  limitHeaders?(world: World, facets: Facets, refused?: RefusedRequest): Record<string, string>;
  /**
   * Makes the body of a failure.
   * @param operation the operation that refuses, if there is one: some have a failure shape of their own
   */
  failure(refusal: Refusal, operation?: Operation): unknown;
  /** The name of the contract's schema for the body of a failure. */
  failureSchema(status: number, operation?: Operation): string;
  /** Headers of every response. */
  headers: Record<string, string>;
  /** Paths beside the operations that are served on the port of this API, to suggest the one that was meant. */
  besides: readonly string[];
  /** A read outside the document that increments the read counts of another version. */
  stub?: {path: string; body: string};
}
