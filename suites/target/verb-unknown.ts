import type {ControlVerb} from '../../spec/control.ts';

/** A hook of a deployment does not do what a verb says: it is as if there were no hook for it. */
export class VerbUnknown extends Error {
  override name = 'VerbUnknown';
  readonly verb: ControlVerb;

  /** @param how what the hook did, in words */
  constructor(verb: ControlVerb, how: string) {
    super(`the hook of the configuration does not know the verb ${verb}: ${how}`);
    this.verb = verb;
  }
}
