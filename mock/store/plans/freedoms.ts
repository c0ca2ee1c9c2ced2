import type {Freedoms} from '../../chapter.ts';

/** What the document leaves open about plans. */
export const freedoms: Freedoms = {
  'plans.created_body': {
    values: ['plan', 'code', 'none'],
    meaning: "The body of a creation's response: the `plan`, only its `code`, or `none`.",
    open: ['NS-ST-11'],
  },
  'plans.envelope': {
    values: ['list', 'paginator'],
    meaning: 'The form of the list: `data` is the `list`, or has a `paginator`.',
    open: ['NS-ST-86'],
  },
  'plans.prices': {
    values: ['object', 'records', 'absent'],
    meaning: 'Prices of a listed plan: an `object`, a list of `records`, or `absent`.',
    open: ['NS-ST-69'],
  },
  'plans.nothing_found': {
    values: ['not_found', 'empty'],
    meaning: 'The response to a search without results: 404 (`not_found`) or an `empty` list.',
    open: ['NS-ST-08'],
  },
  'plans.deleted_listed': {
    values: [false, true],
    meaning: 'Whether lists show deleted plans, with `deleted_at`.',
  },
  'plans.omitted': {
    values: ['kept', 'reset', 'demanded'],
    meaning: 'Members that an update omits: `kept`, `reset`, or refused (`demanded`).',
    open: ['NS-ST-87'],
  },
  'plans.unlisted_currency': {
    values: ['refused', 'taken'],
    meaning: 'A price in a currency that is not listed: `refused` or `taken`.',
    open: ['NS-ST-66'],
  },
  'plans.ended_shown': {
    values: [true, false],
    meaning: 'Whether lists of users show plans that have ended.',
    open: ['NS-ST-70'],
  },
};
