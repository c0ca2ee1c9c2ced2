import type {IncomingMessage} from 'node:http';
import type {Specification} from '../../spec/specification.ts';
import type {Chapter} from '../chapter.ts';
import type {Why} from '../operation.ts';
import type {Row} from '../world/change.ts';
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

/** What the limits say to one request. */
export interface Admission {
  /** Headers of the answer, whatever it is. */
  headers?: Record<string, string>;
  refused?: {situation: string; why: Why; headers?: Record<string, string>};
}

/** What is answered when a request is refused. */
export interface Refusal {
  status: number;
  message: string;
  reason?: string;
  /** Field name to messages. */
  errors?: Record<string, string[]>;
}

/**
 * How one API looks at its edge: where the credential stands, what limits there are, what a failure
 * looks like.
 */
export interface ApiInterface {
  specification: Specification;
  chapters: readonly Chapter[];
  /** Table of credentials, found by its index `secret`. */
  credentials: string;
  /** Condition of a secret that is no credential here: the contract's word. */
  unknown: string;
  /** Credentials of other doors, to name the mistake. */
  others: readonly {table: string; condition: string; name: string}[];
  present(request: IncomingMessage): Presented;
  /** Counts the request, or refuses it. `skips`: situations whose check is skipped. */
  admit(
    world: World,
    credential: IssuedCredential,
    request: {method: string; version: string; operation: string | undefined},
    skips: ReadonlySet<string>,
  ): Admission;
  /** The body of a failure. */
  failure(refusal: Refusal): unknown;
  /** Headers of every answer. */
  headers: Record<string, string>;
  /** A read outside the document that moves the counters of another version. */
  stub?: {path: string; body: string};
}
