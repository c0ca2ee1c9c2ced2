import type {Foundation} from '../../foundation.ts';
import {within} from '../within.ts';

/** The keys of the rules about the members of a publication. */
export const PUBLICATION_MEMBERS = [
  'has-id',
  'has-type',
  'has-status',
  'has-title',
  'has-original-size',
  'has-working-file-id',
  'has-working-file-size',
  'has-creation-time',
];

/** The rules that compare the allowance before and after registrations. */
const AFTER_REGISTRATIONS = [
  ...within('uploads', [
    'repetition-spends-nothing',
    'parallel-registrations-stay-within-allowance',
  ]),
  'workspace.account.allowance-left-is-what-can-be-registered',
  'workspace.mcp.publications-count-in-one-allowance',
];

/** What their judges see where a registration spends more or less than one place, or earlier. */
const SPENT_OTHERWISE = [
  'first-not-one',
  'later-not-one-each',
  'refusal-spent',
  'race-spent-twice',
  'allowance-below-or-above-zero',
  'not-one-of-two',
  'something-left',
  'last-place-refused',
  'another-allowance',
];

/** Rules about publications and their files without which others cannot be judged. */
export const LIBRARY_FOUNDATIONS: readonly Foundation[] = [
  // A reserved id stands for one that is no publication's.
  {
    rule: 'workspace.uploads.reserved-is-no-publication',
    spoils: [
      'workspace.publications.unknown-is-not-found',
      'workspace.reader.unknown-is-not-found',
      ...within('files', ['list-of-unknown-is-not-found', 'current-of-unknown-is-not-found']),
      ...within('access', [
        'ability-refusal-has-no-effect',
        'foreign-upload-cannot-be-registered',
        'missing-key-comes-first',
        'no-workspace-parameter',
      ]),
      'workspace.limits.refused-has-no-effect',
      'workspace.limits.sixty-a-minute',
      'workspace.mcp.refusals-carry-the-same-reason',
      // What is shown in place of a publication has none of its members.
      ...within('publications', PUBLICATION_MEMBERS),
    ],
  },
  {
    rule: 'workspace.files.no-file-yet-is-not-found',
    spoils: within('files', ['version-has-id', 'current-is-a-boolean']),
  },
  {
    rule: 'workspace.uploads.registration-needs-every-byte',
    spoils: ['workspace.uploads.registration-values-are-the-reserved'],
  },
  // Where nobody looks for the object, nothing has to land, and there is no size to compare.
  {
    rule: 'workspace.uploads.registration-needs-the-object',
    spoils: within('uploads', ['expired-link-lands-nothing', 'registration-needs-every-byte']),
  },
  {
    rule: 'workspace.uploads.registration-refuses-foreign-key',
    spoils: ['workspace.access.foreign-upload-cannot-be-registered'],
    branches: ['registered-with-foreign-key'],
  },
  // A registration that is answered otherwise is not seen to get its place.
  {
    rule: 'workspace.uploads.registration-answers-201',
    spoils: [
      'workspace.uploads.parallel-registrations-stay-within-allowance',
      'workspace.mcp.tool-answers-as-the-operation',
    ],
    branches: ['not-one-of-two', 'no-reservation'],
  },
  // An id that nobody reserved is no worse than one that another workspace did.
  {
    rule: 'workspace.uploads.registration-needs-a-reservation',
    spoils: ['workspace.access.foreign-upload-cannot-be-registered'],
    branches: ['registered-with-foreign-id', 'made-in-the-other'],
  },
  // A publication that is registered under another id than its response shows is not found by it.
  {
    rule: 'workspace.uploads.registration-keeps-the-id',
    spoils: [
      'workspace.uploads.registered-is-listed',
      ...within('publications', ['read-answers-200', 'cursor-is-optional']),
      'workspace.mcp.tool-answers-as-the-operation',
    ],
  },
  {
    rule: 'workspace.uploads.registered-is-readable',
    spoils: [
      'workspace.access.operations-stand-under-the-prefix',
      'workspace.mcp.tool-answers-as-the-operation',
    ],
    branches: ['not-under-the-prefix', 'another-result'],
  },
  // A registration that shows another size differs from every later read.
  {
    rule: 'workspace.uploads.original-size-is-what-was-sent',
    spoils: [
      'workspace.uploads.registered-bytes-stay',
      'workspace.runs.original-is-immutable',
      'workspace.mcp.tool-answers-as-the-operation',
    ],
    branches: ['another-size', 'another-result'],
  },
  // What is downloaded is not what was uploaded, before anything is done to it.
  {
    rule: 'workspace.downloads.link-brings-the-bytes',
    spoils: [
      'workspace.uploads.registered-bytes-stay',
      ...within('runs', [
        'original-is-immutable',
        'failed-run-adds-no-version',
        'versions-add-up',
        'working-size-is-of-the-working-file',
      ]),
    ],
    branches: ['other-bytes', 'another-size', 'another-size-when-listed'],
  },
  // Every scene about the allowance reserves and registers.
  {
    rule: 'workspace.uploads.reservation-spends-nothing',
    spoils: [
      ...within('uploads', ['registration-spends-one', 'refusal-spends-nothing']),
      ...AFTER_REGISTRATIONS,
    ],
    branches: SPENT_OTHERWISE,
  },
  {
    rule: 'workspace.uploads.registration-spends-one',
    spoils: AFTER_REGISTRATIONS,
    branches: SPENT_OTHERWISE,
  },
  {
    rule: 'workspace.account.allowance-left-is-what-can-be-registered',
    spoils: ['workspace.usage.agrees-with-the-account'],
  },
  {
    rule: 'workspace.uploads.registration-needs-allowance',
    spoils: [
      'workspace.uploads.parallel-registrations-stay-within-allowance',
      'workspace.mcp.spent-allowance-refuses-both-faces',
    ],
  },
  // Where the last place is refused, one of a race for it cannot win, nor one through a tool.
  {
    rule: 'workspace.account.allowance-left-is-what-can-be-registered',
    spoils: [
      'workspace.uploads.parallel-registrations-stay-within-allowance',
      'workspace.mcp.spent-allowance-refuses-both-faces',
    ],
  },
  {
    rule: 'workspace.uploads.reservation-needs-allowance',
    spoils: ['workspace.mcp.spent-allowance-refuses-both-faces'],
  },
  {
    rule: 'workspace.uploads.link-needs-no-key',
    spoils: within('uploads', [
      'link-lives-30-minutes',
      'registration-answers-201',
      'registration-needs-allowance',
      'moves-are-the-listed-ones',
    ]),
  },
  // A link that nobody can use is not seen to live, nor to bring a version.
  {
    rule: 'workspace.downloads.link-needs-no-key',
    spoils: [
      ...within('downloads', ['link-lives-10-minutes', 'listed-version-downloads']),
      'workspace.mcp.download-link-lives-10-minutes',
    ],
    branches: ['dead-before-10-minutes', 'nothing-behind-the-link'],
  },
  // A response with the bytes is no redirect, and they are no JSON.
  {
    rule: 'workspace.downloads.bytes-do-not-pass-the-api',
    spoils: [
      'workspace.downloads.download-answers-302',
      'workspace.downloads.redirect-has-location',
      'workspace.access.success-is-json',
    ],
    alike: 'operation',
  },
  {
    rule: 'workspace.uploads.link-lives-30-minutes',
    spoils: ['workspace.uploads.expired-link-lands-nothing'],
  },
  ...['one-row-a-mirror', 'mirror-says-which'].map((key) => ({
    rule: `workspace.reader.${key}`,
    spoils: ['workspace.reader.mirrors-differ'],
  })),
  ...['key-is-optional', 'started-run-has-id'].map((key) => ({
    rule: `workspace.runs.${key}`,
    spoils: ['workspace.mcp.tool-answers-as-the-operation'],
  })),
  {
    rule: 'workspace.publications.page-holds-at-most-50',
    spoils: ['workspace.publications.page-holds-50-while-more-remain'],
  },
  // A list that refuses the first page answers none.
  {
    rule: 'workspace.publications.cursor-is-optional',
    spoils: ['workspace.publications.list-answers-200'],
    alike: 'response',
  },
  // Without a cursor nothing follows a page that says that more does.
  {
    rule: 'workspace.publications.page-has-next-cursor',
    spoils: within('publications', ['has-more-is-exact', 'cursor-leads-to-the-next-page']),
  },
  // A cursor that leads elsewhere leads every walk there.
  {
    rule: 'workspace.publications.cursor-leads-to-the-next-page',
    spoils: within('publications', ['walk-visits-each-once', 'newest-first', 'page-is-stable']),
  },
  // A second page moves while others register.
  {
    rule: 'workspace.publications.page-is-stable',
    spoils: ['workspace.mcp.tool-answers-as-the-operation'],
    operations: ['listPublications'],
  },
  // What a walk leaves out is missing whatever is registered meanwhile.
  {
    rule: 'workspace.publications.walk-visits-each-once',
    spoils: ['workspace.publications.page-is-stable'],
  },
  // A walk ends where `has_more` says so.
  ...['page-has-has-more', 'has-more-is-exact'].map((key) => ({
    rule: `workspace.publications.${key}`,
    spoils: [
      'workspace.publications.walk-visits-each-once',
      ...(key === 'page-has-has-more' ? ['workspace.publications.has-more-is-exact'] : []),
    ],
  })),
  // A list without the original flags nothing before the first run.
  {
    rule: 'workspace.files.list-has-the-original',
    spoils: [
      ...within('files', [
        'exactly-one-is-current',
        'current-file-id-is-the-flagged',
        'current-is-the-flagged',
      ]),
      ...within('runs', ['original-is-immutable', 'versions-add-up']),
    ],
    branches: [
      'not-one-current',
      'another-id',
      'another-before-any-run',
      'original-not-listed',
      'an-earlier-one-gone',
    ],
  },
  {
    rule: 'workspace.files.exactly-one-is-current',
    spoils: [
      ...within('files', [
        'current-file-id-is-the-flagged',
        'current-is-the-flagged',
        'publication-names-the-current',
      ]),
      'workspace.runs.versions-add-up',
    ],
  },
  {
    rule: 'workspace.files.current-is-the-flagged',
    spoils: within('runs', [
      'replacing-moves-current',
      'other-tools-keep-current',
      'versions-add-up',
    ]),
  },
  ...['current-file-id-is-the-flagged', 'publication-names-the-current'].map((key) => ({
    rule: `workspace.files.${key}`,
    spoils: within('runs', ['replacing-moves-current', 'other-tools-keep-current']),
  })),
  {
    rule: 'workspace.runs.metered-spends-one',
    spoils: [
      ...within('runs', ['used-counts-all-keys', 'used-rolls']),
      'workspace.mcp.runs-count-in-one-usage',
    ],
  },
];
