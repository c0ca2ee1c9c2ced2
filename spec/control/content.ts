import {STORE_ROLE, type VerbDescription} from './verb-description.ts';

/** Verbs for the catalog of a store, and for the subscriptions of its users. */
export const CONTENT_VERBS = {
  'seed-collection': {
    does: 'adds a collection of titles to the store',
    args: {role: STORE_ROLE},
    response: '`collection`: its name',
  },
  'switch-content': {
    does: 'switches the content feature of the store off or on',
    args: {role: STORE_ROLE, on: 'false; true: on again'},
    undo: {arg: 'on', value: true},
  },
  'switch-physical': {
    does: 'disables or enables the sale of physical books in the store',
    args: {role: STORE_ROLE, on: 'false; true: enabled again'},
    undo: {arg: 'on', value: true},
  },
  'defer-conversion': {
    does: 'lets the conversion of content that is under way wait (the filter `deferred`)',
    args: {role: STORE_ROLE, issue: 'the id'},
  },
  'resume-conversion': {
    does: 'lets a conversion that waits begin',
    args: {role: STORE_ROLE, issue: 'the id'},
  },
  'list-subscriptions': {
    does: 'lists the subscriptions that a user of the store has now',
    args: {role: STORE_ROLE, user: 'the id'},
    response:
      '`subscriptions`: a list of `plan` (the id), `last_day` (YYYY-MM-DD, null where it renews) and ' +
      '`name` (under which the user has it)',
  },
} as const satisfies Record<string, VerbDescription>;
