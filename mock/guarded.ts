import type {Done, Input, Refused, Transition, View} from './operation.ts';

/**
 * A precondition of an operation. Guards are evaluated in the order of their list, and the first one with an outcome
 * ends the operation: usually with a refusal, sometimes with a success (the run that an `Idempotency-Key` has already
 * started).
 */
export interface Guard<S> {
  /** The situation of its outcome, for example `oversize`. */
  situation: string;
  /**
   * Situations of later guards that this guard makes unreachable, because it refuses first: "not as reserved" also
   * catches a key outside the namespace (`key-outside`). When `without` removes one of these situations, it removes
   * this guard as well.
   */
  covers?: readonly string[];
  /** `without` never removes this guard, usually because it looks up a row without which the work cannot be done. */
  fixed?: true;
  judge(subject: S, view: View, input: Input): Done | Refused | undefined;
}

/** Error messages by the field of the body that they concern. */
export type FieldErrors = Record<string, string[]>;

/** A precondition on a field of the body. */
export interface FieldGuard<S> {
  situation: string;
  errors(subject: S, view: View): FieldErrors;
}

/** Preconditions on fields: all of them are evaluated, and reported together in one response. */
export interface FieldGuards<S> {
  fields: readonly FieldGuard<S>[];
  /** Whether the fields are checked for this request. Default: always. */
  when?(subject: S, view: View): boolean;
  refuse(errors: FieldErrors, subject: S, view: View): Refused;
}

/** An operation as a list of guards followed by its work. */
export interface GuardedWork<S> {
  /** Looks up the data that guards and work need, once for each request. */
  find(view: View, input: Input): S;
  guards: readonly (Guard<S> | FieldGuards<S>)[];
  perform(subject: S, view: View, input: Input): Done | Refused;
}

/** A transition whose guards can be listed and removed. */
export interface GuardedTransition extends Transition {
  /** Situations of the guards that `without` can remove. */
  readonly guards: readonly string[];
  /** Returns the operation without the guards for some situations. Defects use this. */
  without(removed: (situation: string) => boolean): GuardedTransition;
}

/** Makes a transition that evaluates the guards in order and then does the work. */
export function guarded<S>(work: GuardedWork<S>): GuardedTransition {
  const {find, guards, perform} = work;
  const transition: Transition = (view, input) => {
    const subject = find(view, input);
    for (const guard of guards) {
      const outcome =
        'fields' in guard ? judgeFields(guard, subject, view) : guard.judge(subject, view, input);
      if (outcome) return outcome;
    }
    return perform(subject, view, input);
  };
  return Object.assign(transition, {
    guards: guards.flatMap(namesOf),
    without: (removed: (situation: string) => boolean) =>
      guarded({...work, guards: guards.flatMap((guard) => remaining(guard, removed))}),
  });
}

/** Whether a transition was made by `guarded`. */
export const isGuarded = (transition: Transition): transition is GuardedTransition =>
  'without' in transition;

function judgeFields<S>(
  {fields, when, refuse}: FieldGuards<S>,
  subject: S,
  view: View,
): Refused | undefined {
  if (when && !when(subject, view)) return undefined;
  const errors: FieldErrors = {};
  for (const field of fields) Object.assign(errors, field.errors(subject, view));
  return Object.keys(errors).length ? refuse(errors, subject, view) : undefined;
}

function namesOf<S>(guard: Guard<S> | FieldGuards<S>): string[] {
  if ('fields' in guard) return guard.fields.map(({situation}) => situation);
  return guard.fixed ? [] : [guard.situation, ...(guard.covers ?? [])];
}

/** Returns a guard without its parts for the removed situations; undefined when nothing is left of it. */
function remaining<S>(
  guard: Guard<S> | FieldGuards<S>,
  removed: (situation: string) => boolean,
): (Guard<S> | FieldGuards<S>)[] {
  if ('fields' in guard)
    return [{...guard, fields: guard.fields.filter(({situation}) => !removed(situation))}];
  return namesOf(guard).some(removed) ? [] : [guard];
}
