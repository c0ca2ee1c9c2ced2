import type {ControlVerb} from '../../spec/control.ts';

/** Says that a hook does not do, or does not answer, what its verb describes. */
export class BrokenHook extends Error {
  readonly verb: ControlVerb;
  /** What is wrong, in words. */
  readonly problem: string;

  constructor(verb: ControlVerb, problem: string) {
    super(`the hook ${verb} is broken: ${problem}`);
    this.verb = verb;
    this.problem = problem;
  }
}
