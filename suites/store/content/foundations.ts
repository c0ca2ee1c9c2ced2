import type {Foundation} from '../../foundation.ts';

const inContent = (keys: readonly string[]): string[] => keys.map((key) => `store.content.${key}`);

/** A rule of content, and those that cannot be judged while it is broken. */
const foundation = (key: string, ...spoils: readonly string[]): Foundation => ({
  rule: `store.content.${key}`,
  spoils: inContent(spoils.filter((one) => one !== key)),
});

const MODEL = 'moves-are-the-listed-ones';

/** What is judged with what an update that was accepted leaves of an issue. */
const CHANGED = [
  'update-changes-what-it-names-only',
  'taxonomy-is-replaced',
  'every-term-that-is-sent-is-kept',
  'file-stays',
  'file-type-stays',
];

/** What is judged with an issue that was updated. */
const UPDATED = ['update-is-kept', 'refused-update-changes-nothing', ...CHANGED];

/** What is judged by a read of an issue. */
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

/** What is judged by a search for the name of an issue. */
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
  foundation('read-gives-the-issue', ...READ),
  foundation('id-finds-the-issue', ...READ),
  foundation('name-finds-the-issue', ...FOUND_BY_NAME),
  // An issue is looked for by the external_id that it has, or had.
  {
    ...foundation(
      'reference-finds-the-issue',
      'external-id-is-unique',
      'update-is-kept',
      'update-changes-what-it-names-only',
      'deleted-is-gone',
      MODEL,
    ),
    operations: ['getIssue'],
  },
  // A search that finds too much finds what it should not.
  foundation(
    'search-leaves-others-out',
    'refused-create-makes-nothing',
    'converting-lists-what-is-converted',
    'deferred-lists-what-waits',
    'deleted-is-gone',
    'walk-visits-each-once',
    'paginator-numbers-agree',
    'outer-pages-have-no-link-outwards',
    'links-lead-to-their-pages',
  ),
  foundation('search-without-a-match', 'external-id-may-find-the-issue', 'deleted-is-gone'),
  // The whole list is known by the walk through its pages, and the walk by its links.
  foundation('list-shows-every-issue', MODEL),
  foundation(
    'outer-pages-have-no-link-outwards',
    'walk-visits-each-once',
    'list-shows-every-issue',
    MODEL,
  ),
  foundation('walk-visits-each-once', MODEL),
  {
    ...foundation('number-finds-the-issue', 'search-leaves-others-out', MODEL),
    operations: ['listIssues'],
  },
  // What an update stores otherwise is otherwise after every update.
  foundation('update-is-kept', ...CHANGED, MODEL),
  foundation('update-answers-204', ...UPDATED, 'external-id-is-unique', MODEL),
  foundation('update-changes-what-it-names-only', MODEL, 'file-type-stays'),
  foundation('refused-update-changes-nothing', 'external-id-is-unique', MODEL),
  foundation('external-id-is-unique', MODEL),
  // That a value is refused at all is the rule of the value.
  foundation('publication-date-is-a-day', MODEL),
  // With the status of every refusal.
  foundation('invalid-update-answers-422', 'external-id-is-unique', 'publication-date-is-a-day'),
  foundation('deleted-is-gone', 'external-id-may-delete', 'deletion-keeps-the-others', MODEL),
  foundation('delete-answers-200', 'deleted-is-gone', 'deletion-keeps-the-others', MODEL),
  foundation('deletion-keeps-the-others', MODEL),
  foundation('file-type-stays', 'file-stays'),
  foundation(
    'conversion-ends-done',
    'converting-lists-what-is-converted',
    'deferred-lists-what-waits',
  ),
  // Where one store changes the content of another, all of it is in one place.
  {
    rule: 'store.access.foreign-write-has-no-effect',
    spoils: inContent(['external-id-is-unique']),
  },
];
