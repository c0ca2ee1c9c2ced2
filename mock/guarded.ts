import type {Done, Input, Refused, Transition, View} from './operation.ts';

/**
 * One reason not to do an operation's work. Guards are judged in the order of their list, and the
 * first that has an outcome ends the operation: mostly with a refusal, sometimes with a success
 * (the run that an `Idempotency-Key` has started already).
 */
export interface Guard<S> {
  /** The situation that it ends the operation with, for example `oversize`. */
  situation: string;
  /**
   * Situations of later guards that this one hides, because it refuses first: "not as reserved"
   * also catches a key outside the namespace (`key-outside`). `without` takes it out for them too.
   */
  covers?: readonly string[];
  /**
   * `without` never takes it out, mostly because the work cannot be done without the row that it
   * looks for.
   */
  fixed?: true;
  judge(subject: S, view: View, input: Input): Done | Refused | undefined;
}

/** Messages by the field of a body that they are about. */
export type FieldErrors = Record<string, string[]>;

/** One reason to refuse a field of the body. */
export interface FieldGuard<S> {
  situation: string;
  errors(subject: S, view: View): FieldErrors;
}

/** Reasons to refuse fields: all of them are judged, and refused together in one response. */
export interface FieldGuards<S> {
  fields: readonly FieldGuard<S>[];
  /** Whether the fields are judged at all. Default: they are. */
  when?(subject: S, view: View): boolean;
  refuse(errors: FieldErrors): Refused;
}

/** An operation as a list of guards before its work. */
export interface GuardedWork<S> {
  /** Looks up once what guards and work are about. */
  find(view: View, input: Input): S;
  guards: readonly (Guard<S> | FieldGuards<S>)[];
  perform(subject: S, view: View, input: Input): Done | Refused;
}

/** A transition whose guards are known by name. */
export interface GuardedTransition extends Transition {
  /** Situations of the guards that `without` can take out. */
  readonly guards: readonly string[];
  /** The same operation without the guards against some situations: what a defect leaves of it. */
  without(removed: (situation: string) => boolean): GuardedTransition;
}

/** The transition that judges the guards in order and then does the work. */
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

/** Whether a transition has guards that are known by name. */
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
  return Object.keys(errors).length ? refuse(errors) : undefined;
}

function namesOf<S>(guard: Guard<S> | FieldGuards<S>): string[] {
  if ('fields' in guard) return guard.fields.map(({situation}) => situation);
  return guard.fixed ? [] : [guard.situation, ...(guard.covers ?? [])];
}

/** What is left of a guard when those against some situations are removed. */
function remaining<S>(
  guard: Guard<S> | FieldGuards<S>,
  removed: (situation: string) => boolean,
): (Guard<S> | FieldGuards<S>)[] {
  if ('fields' in guard)
    return [{...guard, fields: guard.fields.filter(({situation}) => !removed(situation))}];
  return namesOf(guard).some(removed) ? [] : [guard];
}
