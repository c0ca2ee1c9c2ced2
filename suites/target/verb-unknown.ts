import type {ControlVerb} from '../../spec/control.ts';

/**
 * A hook of a deployment does not do what a verb says, or cannot be called at all: it is as if there
 * were no hook for it, and nothing has changed.
 */
export class VerbUnknown extends Error {
  override name = 'VerbUnknown';
  readonly verb: ControlVerb;

  /** @param how what the hook did, in words */
  constructor(verb: ControlVerb, how: string) {
    super(`the hook of the configuration does not do ${verb}: ${how}`);
    this.verb = verb;
  }
}
