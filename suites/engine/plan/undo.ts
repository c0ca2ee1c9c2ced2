import {describedVerb, type ControlVerb} from '../../../spec/control.ts';
import type {Json} from '../../../spec/json.ts';
import type {Step} from '../../../spec/step.ts';
import type {HookArgs, Undo} from '../../target/undo-store.ts';
import {everyStep} from './steps.ts';

/**
 * Whether a call of a verb changes the target so that it has to be undone: the verb has an undo, and the
 * call is neither that undo nor a question.
 */
export function takesAway(verb: ControlVerb, args: HookArgs): boolean {
  const {undo} = describedVerb(verb);
  if (!undo) return false;
  const {arg} = undo;
  if ('responseMember' in undo) return arg in args;
  return !(arg in args) || JSON.stringify(args[arg]) !== JSON.stringify(undo.value);
}

/** Whether one of the steps has to be undone. */
export const someTakesAway = (steps: Step[]): boolean =>
  [...everyStep(steps)].some(
    (step) => step.step === 'control' && takesAway(step.verb as ControlVerb, step.args),
  );

/** The subject of a call: the verb with all arguments except that of its undo. */
export function subjectOf(verb: ControlVerb, args: HookArgs): HookArgs {
  const arg = describedVerb(verb).undo?.arg;
  return Object.fromEntries(Object.entries(args).filter(([name]) => name !== arg));
}

/**
 * The call that undoes a call.
 * @param answered the earlier answer of the target to a call without the argument, if the undo needs it
 * @returns undefined if the undo needs a value that is missing in the answer
 */
export function undoOf(verb: ControlVerb, args: HookArgs, answered: unknown): Undo | undefined {
  const {undo} = describedVerb(verb);
  if (!undo) return undefined;
  const value = 'responseMember' in undo ? memberOf(answered, undo.responseMember) : undo.value;
  if (value === undefined) return undefined;
  return {verb, args: {...subjectOf(verb, args), [undo.arg]: value}};
}

/** Whether the undo of a verb needs the answer to a call without its argument. */
export function needsAnswer(verb: ControlVerb): boolean {
  const {undo} = describedVerb(verb);
  return undo !== undefined && 'responseMember' in undo;
}

const memberOf = (answered: unknown, name: string): Json | undefined =>
  (answered as Record<string, Json> | null | undefined)?.[name];
