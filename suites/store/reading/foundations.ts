import type {Foundation} from '../../language/foundation.ts';
import {foundationsOf} from '../../language/foundations-of.ts';

/** Rules, and those that cannot be judged while one of them is broken. */
const foundation = foundationsOf('store.reading');

/** Rules whose checks combine several filters or add up their results. */
const TOGETHER = ['filters-find-what-all-find', 'totals-add-up'];

/** Rules whose checks need correct filters. */
const FILTERS = [
  'issue-id-filters',
  'user-id-filters',
  'reason-type-filters',
  'reason-value-filters',
  'dates-filter',
  ...TOGETHER,
];

/** Rules whose checks need the positions of sessions on pages. */
const WALKING = [
  'cursor-leads-to-the-next-page',
  'prev-cursor-leads-back',
  'walk-visits-each-once',
  'walk-is-stable',
];

/** Rules whose checks read the row of a recorded session. */
const OF_ROWS = [
  'uuid-is-unique',
  'shows-what-was-read',
  'shows-who-read',
  'guest-has-no-user',
  'shows-how-it-was-read',
  'shows-why-it-may-be-read',
  'reason-value-is-the-plan',
  'online-is-processed-as-it-occurs',
  'offline-is-processed-later',
  'started-at-is-when-it-was-read',
  'counters-are-those-of-the-session',
  'counters-rise-with-the-activity',
  'reading-of-those-who-left',
];

/** The rules of reading sessions without which others cannot be judged. */
export const READING_FOUNDATIONS: readonly Foundation[] = [
  // The checks find the row of a recorded session by its uuid.
  foundation('uuid-is-unique', [...OF_ROWS, ...WALKING, ...FILTERS]),
  // If a page has too many rows, the extra one is a repetition or is not a session.
  foundation('page-holds-at-most-25', [
    'list-has-sessions',
    'uuid-is-unique',
    ...WALKING,
    ...FILTERS,
  ]),
  // A row that shows a wrong value does not match the filter that found it.
  foundation('shows-what-was-read', ['issue-id-filters', ...TOGETHER]),
  foundation('shows-who-read', ['user-id-filters', ...TOGETHER]),
  foundation('shows-why-it-may-be-read', [
    'reason-type-filters',
    'reason-value-filters',
    ...TOGETHER,
  ]),
  foundation('reason-value-is-the-plan', ['reason-value-filters', ...TOGETHER]),
  foundation('counters-are-those-of-the-session', [
    'counters-rise-with-the-activity',
    'totals-add-up',
  ]),
  // If a list without parameters is refused, or shows another store, so do lists with filters.
  foundation('needs-no-parameter', FILTERS),
  foundation('sessions-stay-in-their-store', FILTERS),
  foundation('unknown-reason-type-is-refused', ['reason-type-filters']),
  // A filter that does not work alone does not work with others or across pages.
  foundation('user-id-filters', ['walk-visits-each-once', 'walk-is-stable', ...TOGETHER]),
  foundation('issue-id-filters', TOGETHER),
  foundation('reason-type-filters', [
    'walk-visits-each-once',
    'reason-value-filters',
    'reason-value-needs-reason-type',
    ...TOGETHER,
  ]),
  foundation('reason-value-filters', ['reason-value-needs-reason-type', ...TOGETHER]),
  foundation('dates-filter', ['from-date-needs-to-date', 'to-date-needs-from-date', ...TOGETHER]),
  foundation('filters-find-what-all-find', ['walk-visits-each-once', 'totals-add-up']),
  foundation('cursor-leads-to-the-next-page', [
    'prev-cursor-leads-back',
    'walk-visits-each-once',
    'walk-is-stable',
    'totals-add-up',
  ]),
  foundation('walk-visits-each-once', [
    'walk-is-stable',
    'prev-cursor-leads-back',
    'totals-add-up',
  ]),
].flat();
