import type {Foundation} from '../../language/foundation.ts';
import {foundationsOf} from '../../language/foundations-of.ts';

/** Rules, and those that cannot be judged while one of them is broken. */
const foundation = foundationsOf('store.content');

/** Rules whose checks need the values of an issue after an accepted update. */
const CHANGED = [
  'update-changes-what-it-names-only',
  'taxonomy-is-replaced',
  'every-term-that-is-sent-is-kept',
  'file-stays',
  'file-type-stays',
];

/** Rules whose checks update an issue. */
const UPDATED = ['update-is-kept', 'refused-update-changes-nothing', ...CHANGED];

/** Rules whose checks read an issue. */
const READ = [
  ...UPDATED,
  'upload-changes-no-other',
  'deletion-keeps-the-others',
  'delete-needs-permission',
  'external-id-may-delete',
  'external-id-is-unique',
  'conversion-ends-done',
  'converting-lists-what-is-converted',
  'deferred-lists-what-waits',
];

/** Rules whose checks search for the name of an issue. */
const FOUND_BY_NAME = [
  ...UPDATED,
  'list-answers-200',
  'search-leaves-others-out',
  'deletion-keeps-the-others',
  'delete-needs-permission',
  'external-id-may-delete',
  'upload-changes-no-other',
  'walk-visits-each-once',
  'paginator-numbers-agree',
  'outer-pages-have-no-link-outwards',
  'links-lead-to-their-pages',
];

/** The rules of content without which others cannot be judged: how it is found, changed and deleted. */
export const ISSUE_FOUNDATIONS: readonly Foundation[] = [
  foundation(['read-gives-the-issue', 'id-finds-the-issue'], READ),
  foundation('name-finds-the-issue', FOUND_BY_NAME),
  // These checks read an issue by its present or former external_id.
  foundation(
    'reference-finds-the-issue',
    [
      'external-id-is-unique',
      'update-is-kept',
      'update-changes-what-it-names-only',
      'deleted-is-gone',
    ],
    {operations: ['getIssue']},
  ),
  // If a search finds too much, these checks find issues that should not be there.
  foundation('search-leaves-others-out', [
    'refused-create-makes-nothing',
    'converting-lists-what-is-converted',
    'deferred-lists-what-waits',
    'deleted-is-gone',
    'walk-visits-each-once',
    'paginator-numbers-agree',
    'outer-pages-have-no-link-outwards',
    'links-lead-to-their-pages',
  ]),
  foundation('search-without-a-match', ['external-id-may-find-the-issue', 'deleted-is-gone']),
  foundation('outer-pages-have-no-link-outwards', [
    'walk-visits-each-once',
    'list-shows-every-issue',
  ]),
  foundation('number-finds-the-issue', ['search-leaves-others-out'], {
    operations: ['listIssues'],
  }),
  // If updates store wrong values, every rule that reads an updated issue fails, too.
  foundation('update-is-kept', CHANGED),
  foundation('update-answers-204', [...UPDATED, 'external-id-is-unique']),
  foundation('update-changes-what-it-names-only', ['file-type-stays']),
  foundation('refused-update-changes-nothing', ['external-id-is-unique']),
  // If refused updates have a wrong status, these refusals do, too.
  foundation('invalid-update-answers-422', ['external-id-is-unique', 'publication-date-is-a-day']),
  foundation('deleted-is-gone', ['external-id-may-delete', 'deletion-keeps-the-others']),
  foundation('delete-answers-200', ['deleted-is-gone', 'deletion-keeps-the-others']),
  foundation('file-type-stays', ['file-stays']),
  foundation('conversion-ends-done', [
    'converting-lists-what-is-converted',
    'deferred-lists-what-waits',
  ]),
  // If a foreign store can write, external ids collide across stores.
  foundation('access.foreign-write-has-no-effect', ['external-id-is-unique']),
].flat();
