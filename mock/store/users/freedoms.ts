import type {Freedoms} from '../../chapter.ts';

/** What the document leaves open about users. */
export const freedoms: Freedoms = {
  'users.update_answers': {
    values: [200, 204],
    meaning: 'Status of an update: 200 with the user, or 204 without a body.',
    open: ['NS-ST-10'],
  },
  'users.uniqueness': {
    values: ['after_existence', 'before_existence'],
    meaning:
      '`before_existence`: an update of an unknown id with a taken email is refused with 422, not 404.',
    open: ['NS-ST-79'],
  },
  'users.unlisted_moves': {
    values: ['refused', 'answered'],
    meaning:
      'The response to a change of state that the document does not list: `refused`, or a success that changes nothing (`answered`).',
    open: ['NS-ST-15'],
  },
  'users.foreign': {
    values: ['not_found', 'forbidden'],
    meaning: 'Response for a user of another store: 404 (`not_found`) or 403 (`forbidden`).',
    open: ['NS-ST-78'],
  },
  'users.ids_counted': {
    values: ['per_world', 'per_store'],
    meaning:
      'Ids of new users are counted for the whole world (`per_world`) or for each store (`per_store`).',
  },
  'users.listed_flag': {
    values: ['boolean', 'number'],
    meaning: 'Type of `only_sees_readable` in lists: `boolean`, or `number` (1 or 0).',
    open: ['NS-ST-06'],
  },
  'users.lists': {
    values: ['everyone', 'active'],
    meaning:
      'Users in lists: `everyone`, or only the `active` ones, except in the list of the deactivated users.',
  },
  'users.anonymized_listed': {
    values: [true, false],
    meaning: 'Whether lists contain anonymized users.',
    open: ['NS-ST-16'],
  },
  'users.name_shown': {
    values: [true, false],
    meaning: 'Whether users have the members `name` and `anonymized`.',
    open: ['NS-ST-02'],
  },
  'users.picture': {
    values: ['url', 'null'],
    meaning: 'The member `picture`: a `url`, or `null`.',
    open: ['NS-ST-03'],
  },
  'users.deleted_at': {
    values: ['iso', 'object', 'number'],
    meaning: 'The form of `deleted_at`: `iso`, `object` or `number`.',
    open: ['NS-ST-05'],
  },
  'users.order': {
    values: ['newest', 'oldest'],
    meaning: 'Order of lists: `newest` or `oldest` first.',
    open: ['NS-ST-07'],
  },
  'users.after_the_last_page': {
    values: ['not_found', 'empty', 'everyone'],
    meaning:
      'The response for a page after the last one: `not_found`, an `empty` page, or the whole list where pages are not supported (`everyone`).',
    open: ['NS-ST-07'],
  },
};
