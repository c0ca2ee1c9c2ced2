import type {Freedoms} from '../../chapter.ts';

/** What the document leaves open about reading sessions. */
export const freedoms: Freedoms = {
  'reading.order': {
    values: ['newest', 'oldest'],
    meaning: 'Order of the list by creation: `newest` or `oldest` first.',
    open: ['NS-ST-23'],
  },
  'reading.dates': {
    values: ['text', 'iso', 'object'],
    meaning: 'Form of datetimes: a `text` in the zone of the store, `iso`, or an `object`.',
    open: ['NS-ST-23'],
  },
  'reading.current_page': {
    values: ['counted', 'null'],
    meaning: '`current_page`: the pages are `counted`, or it is `null`.',
    open: ['NS-ST-23'],
  },
  'reading.dates_of': {
    values: ['started', 'processed'],
    meaning:
      'The instant that filters by date compare: when a session `started` or was `processed`.',
    open: ['NS-ST-25'],
  },
  'reading.last_day': {
    values: ['included', 'excluded'],
    meaning: 'Whether the day `to_date` is part of the period: `included` or `excluded`.',
    open: ['NS-ST-25'],
  },
  'reading.unknown_cursor': {
    values: ['refused', 'first_page', 'empty_page'],
    meaning: 'The response to an unknown cursor: `refused`, `first_page` or `empty_page`.',
    open: ['NS-ST-100'],
  },
  'reading.unknown_filter': {
    values: ['empty_page', 'refused'],
    meaning:
      'The response to a filter by something that does not exist: an `empty_page`, or `refused`.',
    open: ['NS-ST-101'],
  },
  'reading.url_filters': {
    values: [true, false],
    meaning: 'Whether the URLs of other pages repeat the filters.',
    open: ['NS-ST-102'],
  },
  'reading.people': {
    values: ['as_they_are', 'as_they_were'],
    meaning: 'The users in old sessions: `as_they_are`, or `as_they_were` at the time.',
    open: ['NS-ST-103'],
  },
};
