import {describedVerb, type ControlVerb} from '../../../spec/control.ts';
import type {Json} from '../../../spec/json.ts';
import type {Step} from '../../../spec/step.ts';
import type {HookArgs, Undo} from '../../target/undo-store.ts';
import {everyStep} from '../planning/steps.ts';

/**
 * Whether a call of a verb takes something away from the target: it has an undo, and this is
 * neither that nor a mere question.
 */
export function takesAway(verb: ControlVerb, args: HookArgs): boolean {
  const {undo} = describedVerb(verb);
  if (!undo) return false;
  const {arg} = undo;
  if ('answered' in undo) return arg in args;
  return !(arg in args) || JSON.stringify(args[arg]) !== JSON.stringify(undo.value);
}

/** Whether some of the steps takes something away. */
export const someTakesAway = (steps: Step[]): boolean =>
  [...everyStep(steps)].some(
    (step) => step.step === 'control' && takesAway(step.verb as ControlVerb, step.args),
  );

/** What a call of a verb is about: the verb with all arguments but that of its undo. */
export function subjectOf(verb: ControlVerb, args: HookArgs): HookArgs {
  const arg = describedVerb(verb).undo?.arg;
  return Object.fromEntries(Object.entries(args).filter(([name]) => name !== arg));
}

/**
 * The call that gives back what a call took away.
 * @param answered what the target answered before to a call without the argument, where the undo
 * needs it
 * @returns undefined when the undo needs a value that was not answered
 */
export function undoOf(verb: ControlVerb, args: HookArgs, answered: unknown): Undo | undefined {
  const {undo} = describedVerb(verb);
  if (!undo) return undefined;
  const value = 'answered' in undo ? memberOf(answered, undo.answered) : undo.value;
  if (value === undefined) return undefined;
  return {verb, args: {...subjectOf(verb, args), [undo.arg]: value}};
}

/** Whether the undo of a verb needs what a call without its argument answers. */
export function needsAnswer(verb: ControlVerb): boolean {
  const {undo} = describedVerb(verb);
  return undo !== undefined && 'answered' in undo;
}

const memberOf = (answered: unknown, name: string): Json | undefined =>
  (answered as Record<string, Json> | null | undefined)?.[name];
