import type {Foundation} from '../../language/foundation.ts';
import {rulesOf} from '../../language/foundations-of.ts';

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
  ...rulesOf('workspace.uploads', [
    'repetition-spends-nothing',
    'parallel-registrations-stay-within-allowance',
  ]),
  'workspace.account.allowance-left-is-what-can-be-registered',
  'workspace.mcp.publications-count-in-one-allowance',
];

/**
 * The failures of their judges when a registration uses more or less than one place, or uses it too
 * early.
 */
const SPENT_OTHERWISE = [
  'first-not-one',
  'later-not-one-each',
  'refusal-spent',
  'race-spent-twice',
  'allowance-below-or-above-zero',
  'both-registered',
  'not-one-of-two',
  'something-left',
  'last-place-refused',
  'another-allowance',
];

/** Rules whose checks find a publication by its id. */
const BY_ID = [
  ...rulesOf('workspace.publications', [
    ...PUBLICATION_MEMBERS.filter((key) => key !== 'has-id'),
    'cursor-leads-to-the-next-page',
    'listed-is-readable',
    'walk-visits-each-once',
  ]),
  ...rulesOf('workspace.uploads', [
    'original-size-is-what-was-sent',
    'registered-is-listed',
    'registered-is-readable',
  ]),
  ...rulesOf('workspace.files', ['current-is-the-flagged', 'publication-names-the-current']),
];

/** Rules about publications and their files without which others cannot be judged. */
export const LIBRARY_FOUNDATIONS: readonly Foundation[] = [
  // The checks of these rules use a reserved id as the id of no publication.
  {
    rule: 'workspace.uploads.reserved-is-no-publication',
    spoils: [
      'workspace.publications.unknown-is-not-found',
      'workspace.reader.unknown-is-not-found',
      ...rulesOf('workspace.files', [
        'list-of-unknown-is-not-found',
        'current-of-unknown-is-not-found',
      ]),
      ...rulesOf('workspace.access', [
        'ability-refusal-has-no-effect',
        'foreign-upload-cannot-be-registered',
        'missing-key-comes-first',
        'no-workspace-parameter',
      ]),
      'workspace.limits.refused-has-no-effect',
      'workspace.limits.sixty-a-minute',
      'workspace.mcp.refusals-carry-the-same-reason',
      // If something else is shown instead of a publication, its members are missing.
      ...rulesOf('workspace.publications', PUBLICATION_MEMBERS),
    ],
  },
  {
    rule: 'workspace.files.no-file-yet-is-not-found',
    spoils: rulesOf('workspace.files', ['version-has-id', 'current-is-a-boolean']),
  },
  {
    rule: 'workspace.uploads.registration-needs-every-byte',
    spoils: ['workspace.uploads.registration-values-are-the-reserved'],
  },
  // If the registration does not look for the stored object, it cannot notice missing or short
  // uploads either.
  {
    rule: 'workspace.uploads.registration-needs-the-object',
    spoils: rulesOf('workspace.uploads', [
      'expired-link-lands-nothing',
      'registration-needs-every-byte',
    ]),
  },
  {
    rule: 'workspace.uploads.registration-refuses-foreign-key',
    spoils: ['workspace.access.foreign-upload-cannot-be-registered'],
    branches: ['registered-with-foreign-key'],
  },
  // If a successful registration has another status, the checks do not see that it got its place.
  {
    rule: 'workspace.uploads.registration-answers-201',
    spoils: [
      'workspace.uploads.parallel-registrations-stay-within-allowance',
      'workspace.mcp.tool-answers-as-the-operation',
    ],
    branches: ['not-one-of-two', 'no-reservation'],
  },
  // If any unreserved id can be registered, then so can an id that another workspace reserved.
  {
    rule: 'workspace.uploads.registration-needs-a-reservation',
    spoils: ['workspace.access.foreign-upload-cannot-be-registered'],
    branches: ['registered-with-foreign-id', 'made-in-the-other'],
  },
  {rule: 'workspace.publications.has-id', spoils: BY_ID},
  // These checks compare the members of a publication in several responses.
  ...rulesOf('workspace.publications', PUBLICATION_MEMBERS).map((rule) => ({
    rule,
    spoils: [
      'workspace.publications.listed-is-readable',
      'workspace.uploads.original-size-is-what-was-sent',
      'workspace.mcp.tool-answers-as-the-operation',
    ],
  })),
  {
    rule: 'workspace.files.version-has-id',
    spoils: [
      ...rulesOf('workspace.files', ['current-file-id-is-the-flagged', 'current-is-the-flagged']),
      'workspace.downloads.download-answers-302',
    ],
  },
  // If the publication has another id than the registration shows, reads by that id do not find it.
  {
    rule: 'workspace.uploads.registration-keeps-the-id',
    spoils: [
      'workspace.uploads.registered-is-listed',
      ...rulesOf('workspace.publications', ['read-answers-200', 'cursor-is-optional']),
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
  // If the registration shows a wrong size, it differs from every later read.
  {
    rule: 'workspace.uploads.original-size-is-what-was-sent',
    spoils: [
      'workspace.uploads.registered-bytes-stay',
      'workspace.runs.original-is-immutable',
      'workspace.mcp.tool-answers-as-the-operation',
    ],
    branches: ['another-size', 'another-result'],
  },
  // If a download differs from the upload, it differs even before a tool runs.
  {
    rule: 'workspace.downloads.link-brings-the-bytes',
    spoils: [
      'workspace.uploads.registered-bytes-stay',
      ...rulesOf('workspace.runs', [
        'original-is-immutable',
        'failed-run-adds-no-version',
        'versions-add-up',
        'working-size-is-of-the-working-file',
      ]),
    ],
    branches: ['other-bytes', 'another-size', 'another-size-when-listed'],
  },
  // Every scene about the allowance reserves and registers, so these failures are consequences.
  {
    rule: 'workspace.uploads.reservation-spends-nothing',
    spoils: [
      ...rulesOf('workspace.uploads', ['registration-spends-one', 'refusal-spends-nothing']),
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
  // If the last place is refused, nobody can get it: neither one of two parallel registrations nor
  // a tool.
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
    spoils: rulesOf('workspace.uploads', [
      'link-lives-30-minutes',
      'registration-answers-201',
      'registration-needs-allowance',
      'moves-are-the-listed-ones',
    ]),
  },
  // If a download link cannot be used, its lifetime and its bytes cannot be judged.
  {
    rule: 'workspace.downloads.link-needs-no-key',
    spoils: [
      ...rulesOf('workspace.downloads', ['link-lives-10-minutes', 'listed-version-downloads']),
      'workspace.mcp.download-link-lives-10-minutes',
    ],
    branches: ['dead-before-10-minutes', 'nothing-behind-the-link'],
  },
  // If the response contains the bytes of the file, it is neither a redirect nor JSON.
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
  // If the first page is refused, every list is.
  {
    rule: 'workspace.publications.cursor-is-optional',
    spoils: ['workspace.publications.list-answers-200'],
    alike: 'response',
  },
  // Without a cursor, no page can be read after one that says that more follow.
  {
    rule: 'workspace.publications.page-has-next-cursor',
    spoils: rulesOf('workspace.publications', [
      'has-more-is-exact',
      'cursor-leads-to-the-next-page',
    ]),
  },
  // If a cursor leads to the wrong page, every walk goes wrong.
  {
    rule: 'workspace.publications.cursor-leads-to-the-next-page',
    spoils: rulesOf('workspace.publications', [
      'walk-visits-each-once',
      'newest-first',
      'page-is-stable',
    ]),
  },
  // If new rows come last, they stand behind the end of an earlier walk.
  {
    rule: 'workspace.publications.newest-first',
    spoils: ['workspace.publications.has-more-is-exact'],
    branches: ['no-more-before-the-last'],
  },
  // If pages are not stable, the second page of two reads differs while others register.
  {
    rule: 'workspace.publications.page-is-stable',
    spoils: ['workspace.mcp.tool-answers-as-the-operation'],
    operations: ['listPublications'],
  },
  // If a walk leaves rows out, it does so during registrations as well.
  {
    rule: 'workspace.publications.walk-visits-each-once',
    spoils: ['workspace.publications.page-is-stable'],
  },
  // A walk ends where `has_more` is false, so it is incomplete if `has_more` is wrong.
  ...['page-has-has-more', 'has-more-is-exact'].map((key) => ({
    rule: `workspace.publications.${key}`,
    spoils: [
      'workspace.publications.walk-visits-each-once',
      ...(key === 'page-has-has-more' ? ['workspace.publications.has-more-is-exact'] : []),
    ],
  })),
  // If the original is not listed, no version is flagged as current before the first run.
  {
    rule: 'workspace.files.list-has-the-original',
    spoils: [
      ...rulesOf('workspace.files', [
        'exactly-one-is-current',
        'current-file-id-is-the-flagged',
        'current-is-the-flagged',
      ]),
      ...rulesOf('workspace.runs', ['original-is-immutable', 'versions-add-up']),
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
      ...rulesOf('workspace.files', [
        'current-file-id-is-the-flagged',
        'current-is-the-flagged',
        'publication-names-the-current',
      ]),
      'workspace.runs.versions-add-up',
    ],
  },
  {
    rule: 'workspace.files.current-is-the-flagged',
    spoils: [
      ...rulesOf('workspace.runs', [
        'replacing-moves-current',
        'other-tools-keep-current',
        'versions-add-up',
      ]),
      ...rulesOf('workspace.files', [
        'current-file-id-is-the-flagged',
        'publication-names-the-current',
      ]),
      'workspace.downloads.download-answers-302',
    ],
  },
  ...['current-file-id-is-the-flagged', 'publication-names-the-current'].map((key) => ({
    rule: `workspace.files.${key}`,
    spoils: rulesOf('workspace.runs', ['replacing-moves-current', 'other-tools-keep-current']),
  })),
  {
    rule: 'workspace.runs.metered-spends-one',
    spoils: [
      ...rulesOf('workspace.runs', ['used-counts-all-keys', 'used-rolls']),
      'workspace.mcp.runs-count-in-one-usage',
    ],
  },
];
