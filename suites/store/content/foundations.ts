import type {Foundation} from '../../language/foundation.ts';
import {foundationsOf, rulesOf} from '../../language/foundations-of.ts';

const inContent = (keys: readonly string[]): string[] => rulesOf('store.content', keys);

/** A rule of content, and those that cannot be judged while it is broken. */
const foundation = foundationsOf('store.content');

const MODEL = 'moves-are-the-listed-ones';

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
  MODEL,
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
  foundation('read-gives-the-issue', READ),
  foundation('id-finds-the-issue', READ),
  foundation('name-finds-the-issue', FOUND_BY_NAME),
  // These checks read an issue by its present or former external_id.
  {
    ...foundation('reference-finds-the-issue', [
      'external-id-is-unique',
      'update-is-kept',
      'update-changes-what-it-names-only',
      'deleted-is-gone',
      MODEL,
    ]),
    operations: ['getIssue'],
  },
  // Both compare ids of rows, which have to have the documented form.
  foundation('list-has-issues', [
    'refused-create-makes-nothing',
    'refused-update-changes-nothing',
    'name-finds-the-issue',
    'list-item-has-prefixed-members',
  ]),
  foundation('has-id', [
    'id-finds-the-issue',
    'update-answers-204',
    'each-has-its-own-id',
    'list-item-has-prefixed-members',
  ]),
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
  // The model needs a complete list, which needs a correct walk, which needs correct links.
  foundation('list-shows-every-issue', [MODEL]),
  foundation('outer-pages-have-no-link-outwards', [
    'walk-visits-each-once',
    'list-shows-every-issue',
    MODEL,
  ]),
  foundation('walk-visits-each-once', [MODEL]),
  {
    ...foundation('number-finds-the-issue', ['search-leaves-others-out', MODEL]),
    operations: ['listIssues'],
  },
  // If updates store wrong values, every rule that reads an updated issue fails, too.
  foundation('update-is-kept', [...CHANGED, MODEL]),
  foundation('update-answers-204', [...UPDATED, 'external-id-is-unique', MODEL]),
  foundation('update-changes-what-it-names-only', [MODEL, 'file-type-stays']),
  foundation('refused-update-changes-nothing', ['external-id-is-unique', MODEL]),
  foundation('external-id-is-unique', [MODEL]),
  foundation('publication-date-is-a-day', [MODEL]),
  // If refused updates have a wrong status, these refusals do, too.
  foundation('invalid-update-answers-422', ['external-id-is-unique', 'publication-date-is-a-day']),
  foundation('deleted-is-gone', ['external-id-may-delete', 'deletion-keeps-the-others', MODEL]),
  foundation('delete-answers-200', ['deleted-is-gone', 'deletion-keeps-the-others', MODEL]),
  foundation('deletion-keeps-the-others', [MODEL]),
  foundation('file-type-stays', ['file-stays']),
  foundation('conversion-ends-done', [
    'converting-lists-what-is-converted',
    'deferred-lists-what-waits',
  ]),
  // If a foreign store can write, external ids collide across stores.
  {
    rule: 'store.access.foreign-write-has-no-effect',
    spoils: inContent(['external-id-is-unique']),
  },
];
