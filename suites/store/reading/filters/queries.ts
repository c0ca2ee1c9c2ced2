/** Queries of the list of sessions, named by their filters: `a user, a reason and its value`. */

import type {Val} from '../../../../spec/value.ts';
import type {Handle} from '../../../language/script.ts';
import {ofUser} from '../reading-steps.ts';

/** The values for filters that find a session. */
export interface Filterable {
  created: Handle;
  issue: Val;
  plan: Val;
}

/** The reason of every session that these filters find. */
export const REASON = 'global_subscription';

const PARTS: Record<string, (of: Filterable) => Record<string, Val>> = {
  'a user': ({created}) => ofUser(created),
  'a content': ({issue}) => ({issue_id: issue}),
  'a reason': () => ({reason_type: REASON}),
  'its value': ({plan}) => ({reason_value: plan}),
  'a period': () => ({from_date: '2007-03-01', to_date: '2007-03-28'}),
};

/** The query of the filters that a name says. */
export const queryNamed = (name: string, of: Filterable): Record<string, Val> =>
  Object.assign({}, ...name.split(/, | and /).map((part) => PARTS[part]?.(of))) as Record<
    string,
    Val
  >;

/** Every filter. */
export const EVERYTHING = 'a user, a content, a reason, its value and a period';

/** Filters that find sessions of a user, a content, a plan and a period; they may also find those of other people. */
export const QUERIES = [
  'a user',
  'a user and a content',
  'a user and a reason',
  'a user, a reason and its value',
  'a user and a period',
  'a content and a period',
  'a period',
  'a reason, its value and a period',
  EVERYTHING,
] as const;
