import type {Api} from '../../spec/rule.ts';
import type {MayBeEmpty, Scene, Setup} from './check.ts';
import type {Args, Handle, Script} from './script.ts';

/**
 * How an operation is brought to its success: `args` records everything before the call on the
 * script and returns what the call itself carries. The generic checks send that call as it is, in
 * the name of other roles, and with one edit of its body.
 */
export interface Visit {
  api: Api;
  op: string;
  args(s: Script): Args;
}

/** The steps of a provocation that a judge reads. */
type ProvocationSteps = {
  subject: Handle<unknown>;
  control?: Handle;
  otherControl?: Handle;
  means?: Handle;
};

/**
 * How a condition is brought about under which an operation has to give a certain response, for
 * example `unknown` or `allowance-spent`.
 */
export interface Provocation<G = unknown> {
  api: Api;
  op: string;
  condition: string;
  given?: Setup<G>;
  /** As in a scene. */
  exhausts?: true;
  /**
   * Other situations that an open point allows here: seeing one decides nothing, and the reason
   * names the point.
   */
  orElse?: Record<string, string>;
  /** A scene of the chapter's own checks that brings it about too: its act returns a `subject`. */
  scene?: Scene;
  /** As in a scene. */
  mayBeEmpty?: MayBeEmpty;
  /**
   * What the response to `means` has to be for the condition to come about. Where it is a refusal, the
   * condition does not exist on the deployment, for the reason `otherwise`.
   */
  means?: {situation: string; otherwise: string};
  /**
   * `control` differs from `subject` in the one property that the rule is about, and succeeds; so does
   * `otherControl`, where it is not known which of two values a deployment accepts.
   */
  act(s: Script, made: G): ProvocationSteps;
}

/** Declares a provocation whose act uses what its set-up made. */
export const provocation = <G>(declaration: Provocation<G>): Provocation =>
  declaration as Provocation;
