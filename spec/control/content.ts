import {type HookValue, flag, id, listOf, objectOf, orNull, text} from './hook-value.ts';
import {STORE_ROLE, type VerbDescription} from './verb-description.ts';

/** A day; null where a subscription renews. */
const DAY: HookValue = {
  is: 'the last day; null where it renews',
  schema: {type: 'string', format: 'date'},
  example: '2026-03-31',
};

/** Verbs for the catalog of a store, and for the subscriptions of its users. */
export const CONTENT_VERBS = {
  'seed-collection': {
    does: 'adds a collection of titles to the store',
    args: {role: STORE_ROLE},
    answer: {collection: text('its name', 'Classics')},
    shownBy: {named: 'collection', in: 'listCollections'},
  },
  'switch-content': {
    does: 'switches the content feature of the store off or on',
    args: {role: STORE_ROLE, on: flag('false; true: on again', false)},
    undo: {arg: 'on', value: true},
  },
  'switch-physical': {
    does: 'disables or enables the sale of physical books in the store',
    args: {role: STORE_ROLE, on: flag('false; true: enabled again', false)},
    undo: {arg: 'on', value: true},
  },
  'defer-conversion': {
    does: 'lets the conversion of content that is under way wait (the filter `deferred`)',
    args: {role: STORE_ROLE, issue: id('the id', 4071)},
  },
  'resume-conversion': {
    does: 'lets a conversion that waits begin',
    args: {role: STORE_ROLE, issue: id('the id', 4071)},
  },
  'list-subscriptions': {
    does: 'lists the subscriptions that a user of the store has now',
    args: {role: STORE_ROLE, user: id('the id', 7340043)},
    answer: {
      subscriptions: listOf(
        'the subscriptions',
        objectOf('one', {
          plan: id('the id', 88120),
          last_day: orNull(DAY),
          name: orNull(text('under which the user has it', 'Monthly')),
        }),
      ),
    },
  },
} as const satisfies Record<string, VerbDescription>;
