import type {Foundation} from '../../../language/foundation.ts';
import {foundationsOf} from '../../../language/foundations-of.ts';

/** Rules, and those that cannot be judged while one of them is broken. */
const foundation = foundationsOf('store.content');

/** The rules that responses show the values of an upload. */
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

/** Rules whose checks need the values that an issue shows later. */
const AFTERWARDS = [
  'update-is-kept',
  'update-changes-what-it-names-only',
  'every-term-that-is-sent-is-kept',
  'taxonomy-is-replaced',
  'upload-changes-no-other',
];

/** Rules whose checks need a refused upload. */
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

/** Rules whose checks send an upload without optional members. */
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
  // If a value is stored wrongly, it is wrong in every response.
  foundation(KEPT, AFTERWARDS),
  foundation('name-is-as-given', ['read-gives-the-issue', 'name-finds-the-issue']),
  // If references are stored in another form, they may no longer differ, and reads by reference do
  // not find them.
  foundation('external-id-is-as-given', ['external-id-is-unique', 'reference-finds-the-issue']),
  // Two issues with the same id cannot be distinguished.
  foundation('each-has-its-own-id', [
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
  ]),
  // If refused uploads have a wrong status, these refusals do, too.
  foundation('invalid-create-answers-422', REFUSED),
  // If valid values of these members are refused, any upload may be refused.
  foundation(
    [
      'extensions-are-accepted',
      'bisac-is-accepted',
      'taxonomy-is-accepted',
      'listed-currencies-are-accepted',
    ],
    ['create-answers-201', 'external-id-is-unique'],
  ),
  foundation('create-needs-no-optional-member', BARE),
].flat();
