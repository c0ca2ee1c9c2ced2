/** Families of defects by which tenants that do the same at the same time get in each other's way. */

import type {Seam} from '../../defect.ts';
import {
  isRefused,
  refuse,
  type Done,
  type Input,
  type Refused,
  type Transition,
  type View,
} from '../../operation.ts';
import {around} from '../breaking.ts';

/** What happens to a request with the name that another tenant's last request had. */
type Instead = (next: Transition, view: View, input: Input, theirs: Done) => Done | Refused;

/**
 * Does something else with a request where the last success of the operation with the same name was another tenant's.
 * @param named what a request names; undefined: nothing
 */
export const afterOtherTenant = (
  operation: string,
  named: (input: Input) => unknown,
  instead: Instead,
): Seam =>
  around([operation], (next) => {
    const last = new Map<string, {tenant: string; done: Done}>();
    return (view, input) => {
      const name = named(input) === undefined ? undefined : JSON.stringify(named(input));
      const former = name === undefined ? undefined : last.get(name);
      const isTheirs = former !== undefined && former.tenant !== view.tenant;
      const outcome = isTheirs ? instead(next, view, input, former.done) : next(view, input);
      if (name !== undefined && !isRefused(outcome))
        last.set(name, {tenant: view.tenant, done: outcome});
      return outcome;
    };
  });

/** Does something else with a request of any tenant but the first one that sent one to the operation. */
export const forLaterTenants = (
  operation: string,
  instead: (next: Transition, view: View, input: Input) => Done | Refused,
): Seam =>
  around([operation], (next) => {
    let first: string | undefined;
    return (view, input) => {
      first ??= view.tenant;
      return view.tenant === first ? next(view, input) : instead(next, view, input);
    };
  });

/** The success is shown and not stored. */
export const unstored = (next: Transition, view: View, input: Input): Done | Refused => {
  const outcome = next(view, input);
  if (isRefused(outcome)) return outcome;
  const {changes: _lost, ...done} = outcome;
  return done;
};

/** The response of the other tenant, in a situation, with nothing done. */
export const theirsAs =
  (situation?: string): Instead =>
  (_next, _view, _input, {changes: _changes, effects: _effects, ...theirs}) => ({
    ...theirs,
    situation: situation ?? theirs.situation,
  });

/** A refusal. */
export const refusedAs =
  (situation: string): Instead =>
  () =>
    refuse(situation, {
      expected: 'a name that no other tenant has',
      got: 'one that another has',
      todo: 'use a world without the defect',
    });
