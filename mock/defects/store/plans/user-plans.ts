import {DAY_MS} from '../../../../spec/durations.ts';
import type {Defect, Seam} from '../../../defect.ts';
import type {Input} from '../../../operation.ts';
import {around} from '../../breaking.ts';
import {taken} from '../users/changed-users.ts';
import {subscribing} from './changed-plans.ts';
import {defects} from '../../table.ts';

const CREATE = ['createUser'];
const UPDATE = ['updateUser'];
const END = 'new_plan_custom_valid_to';

/** Ends a plan a day later if its last day is one of some. */
const endingLater = (operation: string[], which: (day: string) => boolean): Seam =>
  subscribing(operation, ({until}) => ({
    until:
      until !== null && which(new Date(until - DAY_MS / 2).toISOString().slice(0, 10))
        ? until + DAY_MS
        : until,
  }));

const endOf = ({body}: Input): string => String((body as Record<string, unknown>)[END] ?? '');

/** Refuses some days as the end of a plan. */
const refusing = (operation: string[], which: (day: string) => boolean): Seam =>
  around(
    operation,
    (next) => (view, input) => (which(endOf(input)) ? taken(END) : next(view, input)),
  );

/** Stores only the first of the names that are given to the plan of a user. */
const keepingFirstName = around(UPDATE, (next) => {
  const named = new Set<string>();
  return (view, input) => {
    const {user_plan_name: name, ...body} = input.body as Record<string, unknown>;
    const user = input.path['id'] ?? '';
    if (name === undefined) return next(view, input);
    const isFirst = !named.has(user);
    named.add(user);
    return next(view, isFirst ? input : {...input, body});
  };
});

/** Defects of the ends and names of the plans of users, that only some days and letters show. */
export const userPlans: Defect[] = defects({
  'store.users.plan-end-is-a-date @ each kind of day': {
    'a day after 2038 is refused on create': refusing(CREATE, (day) => day > '2038-01-19'),
    'a day in October is refused on update': refusing(UPDATE, (day) => day.slice(5, 7) === '10'),
  },
  'store.plans.custom-end-is-kept @ each kind of day': {
    'a plan until the end of a year ends a day later': endingLater(CREATE, (day) =>
      day.endsWith('-12-31'),
    ),
    'a plan until a leap day ends a day later': endingLater(UPDATE, (day) => day === '2096-02-29'),
  },
  'store.plans.user-plan-name-is-taken @ in every script': {
    'the name loses its characters beyond 16 bits': subscribing(UPDATE, ({name}) => ({
      name: name.replaceAll(/[^\0-\uFFFF]/gu, '?'),
    })),
  },
  'store.plans.user-plan-name-is-taken @ a second name': {
    'a second name is ignored': keepingFirstName,
  },
});
