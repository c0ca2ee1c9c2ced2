import type {Foundation} from '../../foundation.ts';

const rules = (...keys: string[]): string[] => keys.map((key) => `store.content.${key}`);

/** A rule of content, and those that cannot be judged while it is broken. */
const foundation = (key: string, ...spoils: string[]): Foundation => ({
  rule: `store.content.${key}`,
  spoils: rules(...spoils),
});

/** The rules that what an upload gives is what responses show. */
const KEPT = [
  'name-is-as-given',
  'external-id-is-as-given',
  'lang-is-as-given',
  'free-is-as-given',
  'description-is-as-given',
  'publication-is-as-given',
  'prices-are-as-given',
  'terms-are-as-given',
];

/** What is judged by what an issue is shown with later. */
const AFTERWARDS = [
  'update-is-kept',
  'update-changes-what-it-names-only',
  'every-term-that-is-sent-is-kept',
  'taxonomy-is-replaced',
  'upload-changes-no-other',
];

/** What is judged by a refusal of an upload. */
const REFUSED = [
  'extension-is-required',
  'file-url-is-required',
  'physical-is-said-by-its-type',
  'physical-measures-are-integers',
  'external-id-is-unique',
  'collections-exist',
  'other-covers-are-refused',
  'extension-is-one-of-four',
  'file-url-is-a-url',
  'lang-is-iso-639-1',
];

/** What is judged with an upload that has no optional member. */
const BARE = [
  'create-answers-201',
  'extensions-are-accepted',
  'bisac-is-accepted',
  'taxonomy-is-accepted',
  'collection-is-accepted',
  'listed-currencies-are-accepted',
  'table-of-contents-is-accepted',
  'covers-are-accepted',
  'physical-needs-no-file',
  'feature-has-to-be-on',
  'refused-create-makes-nothing',
  ...REFUSED,
];

/** The rules of content without which others cannot be judged: how it is uploaded. */
export const UPLOAD_FOUNDATIONS: readonly Foundation[] = [
  // A value that is stored otherwise than it was given is another one in every response.
  ...KEPT.map((key) => foundation(key, ...AFTERWARDS)),
  foundation('name-is-as-given', 'read-gives-the-issue', 'name-finds-the-issue'),
  // References that are stored in another form are no longer the ones that differ, or are looked for.
  foundation('external-id-is-as-given', 'external-id-is-unique', 'reference-finds-the-issue'),
  // Of two issues with one id nobody knows which is which.
  foundation(
    'each-has-its-own-id',
    ...KEPT,
    ...AFTERWARDS,
    'refused-create-makes-nothing',
    'issue-description-names-the-issue',
    'parts-name-the-issue',
    'read-gives-the-issue',
    'reference-finds-the-issue',
    'name-finds-the-issue',
    'walk-visits-each-once',
    'deferred-lists-what-waits',
    'refused-update-changes-nothing',
    'external-id-may-delete',
    'deleted-is-gone',
    'deletion-keeps-the-others',
    'delete-needs-permission',
  ),
  // What is refused for one member is refused with the status of every refusal.
  foundation('invalid-create-answers-422', ...REFUSED),
  // Any upload may have the member that is refused.
  ...[
    'extensions-are-accepted',
    'bisac-is-accepted',
    'taxonomy-is-accepted',
    'listed-currencies-are-accepted',
  ].map((key) => foundation(key, 'create-answers-201', 'external-id-is-unique')),
  foundation('create-needs-no-optional-member', ...BARE),
];
