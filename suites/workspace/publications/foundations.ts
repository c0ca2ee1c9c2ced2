import type {Foundation} from '../../language/foundation.ts';
import {foundationsOf} from '../../language/foundations-of.ts';

/** Rules, and those that cannot be judged while one of them is broken. */
const foundation = foundationsOf('workspace');

/** The rules about the members of a publication. */
export const PUBLICATION_MEMBERS = [
  'has-id',
  'has-type',
  'has-status',
  'has-title',
  'has-original-size',
  'has-working-file-id',
  'has-working-file-size',
  'has-creation-time',
].map((key) => `publications.${key}`);

/** The rules that compare the allowance before and after registrations. */
const AFTER_REGISTRATIONS = [
  'uploads.repetition-spends-nothing',
  'uploads.parallel-registrations-stay-within-allowance',
  'account.allowance-left-is-what-can-be-registered',
  'mcp.publications-count-in-one-allowance',
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

/** Rules about publications and their files without which others cannot be judged. */
export const LIBRARY_FOUNDATIONS: readonly Foundation[] = [
  // The checks of these rules use a reserved id as the id of no publication, or read
  // members of one, which are missing if something else is shown.
  foundation('uploads.reserved-is-no-publication', [
    'publications.unknown-is-not-found',
    'reader.unknown-is-not-found',
    'files.list-of-unknown-is-not-found',
    'files.current-of-unknown-is-not-found',
    'access.ability-refusal-has-no-effect',
    'access.foreign-upload-cannot-be-registered',
    'access.missing-key-comes-first',
    'access.no-workspace-parameter',
    'limits.refused-has-no-effect',
    'limits.sixty-a-minute',
    'mcp.refusals-carry-the-same-reason',
    ...PUBLICATION_MEMBERS,
  ]),
  foundation('files.no-file-yet-is-not-found', [
    'files.version-has-id',
    'files.current-is-a-boolean',
  ]),
  foundation('uploads.registration-needs-every-byte', [
    'uploads.registration-values-are-the-reserved',
  ]),
  // If the registration does not look for the stored object, it cannot notice missing or short
  // uploads either.
  foundation('uploads.registration-needs-the-object', [
    'uploads.expired-link-lands-nothing',
    'uploads.registration-needs-every-byte',
  ]),
  foundation(
    'uploads.registration-refuses-foreign-key',
    ['access.foreign-upload-cannot-be-registered'],
    {branches: ['registered-with-foreign-key']},
  ),
  // If a successful registration has another status, the checks do not see that it got its place.
  foundation(
    'uploads.registration-answers-201',
    ['uploads.parallel-registrations-stay-within-allowance', 'mcp.tool-answers-as-the-operation'],
    {branches: ['not-one-of-two', 'no-reservation']},
  ),
  // If any unreserved id can be registered, then so can an id that another workspace reserved.
  foundation(
    'uploads.registration-needs-a-reservation',
    ['access.foreign-upload-cannot-be-registered'],
    {branches: ['registered-with-foreign-id', 'made-in-the-other']},
  ),
  // If the publication has another id than the registration shows, reads by that id do not find it.
  foundation('uploads.registration-keeps-the-id', [
    'uploads.registered-is-listed',
    'publications.read-answers-200',
    'publications.cursor-is-optional',
    'mcp.tool-answers-as-the-operation',
  ]),
  foundation(
    'uploads.registered-is-readable',
    ['access.operations-stand-under-the-prefix', 'mcp.tool-answers-as-the-operation'],
    {branches: ['not-under-the-prefix', 'another-result']},
  ),
  // If the registration shows a wrong size, it differs from every later read.
  foundation(
    'uploads.original-size-is-what-was-sent',
    [
      'uploads.registered-bytes-stay',
      'runs.original-is-immutable',
      'mcp.tool-answers-as-the-operation',
    ],
    {branches: ['another-size', 'another-result']},
  ),
  // If a download differs from the upload, it differs even before a tool runs.
  foundation(
    'downloads.link-brings-the-bytes',
    [
      'uploads.registered-bytes-stay',
      'runs.original-is-immutable',
      'runs.failed-run-adds-no-version',
      'runs.versions-add-up',
      'runs.working-size-is-of-the-working-file',
    ],
    {branches: ['other-bytes', 'another-size', 'another-size-when-listed']},
  ),
  // Every scene about the allowance reserves and registers, so these failures are consequences.
  foundation(
    'uploads.reservation-spends-nothing',
    ['uploads.registration-spends-one', 'uploads.refusal-spends-nothing', ...AFTER_REGISTRATIONS],
    {branches: SPENT_OTHERWISE},
  ),
  foundation('uploads.registration-spends-one', AFTER_REGISTRATIONS, {branches: SPENT_OTHERWISE}),
  foundation('account.allowance-left-is-what-can-be-registered', ['usage.agrees-with-the-account']),
  foundation('uploads.registration-needs-allowance', [
    'uploads.parallel-registrations-stay-within-allowance',
    'mcp.spent-allowance-refuses-both-faces',
  ]),
  // If the last place is refused, nobody can get it: neither one of two parallel registrations nor
  // a tool.
  foundation('account.allowance-left-is-what-can-be-registered', [
    'uploads.parallel-registrations-stay-within-allowance',
    'mcp.spent-allowance-refuses-both-faces',
  ]),
  foundation('uploads.reservation-needs-allowance', ['mcp.spent-allowance-refuses-both-faces']),
  foundation('uploads.link-needs-no-key', [
    'uploads.link-lives-30-minutes',
    'uploads.registration-answers-201',
    'uploads.registration-needs-allowance',
    'uploads.moves-are-the-listed-ones',
  ]),
  // If a download link cannot be used, its lifetime and its bytes cannot be judged.
  foundation(
    'downloads.link-needs-no-key',
    [
      'downloads.link-lives-10-minutes',
      'downloads.listed-version-downloads',
      'mcp.download-link-lives-10-minutes',
    ],
    {branches: ['dead-before-10-minutes', 'nothing-behind-the-link']},
  ),
  // If the response contains the bytes of the file, it is neither a redirect nor JSON.
  foundation(
    'downloads.bytes-do-not-pass-the-api',
    ['downloads.download-answers-302', 'downloads.redirect-has-location', 'access.success-is-json'],
    {alike: 'operation'},
  ),
  foundation('uploads.link-lives-30-minutes', ['uploads.expired-link-lands-nothing']),
  foundation('runs.key-is-optional', ['mcp.tool-answers-as-the-operation']),
  foundation('publications.page-holds-at-most-50', [
    'publications.page-holds-50-while-more-remain',
  ]),
  // If the first page is refused, every list is.
  foundation('publications.cursor-is-optional', ['publications.list-answers-200'], {
    alike: 'response',
  }),
  // Without a cursor, no page can be read after one that says that more follow.
  foundation('publications.page-has-next-cursor', [
    'publications.has-more-is-exact',
    'publications.cursor-leads-to-the-next-page',
  ]),
  // If a cursor leads to the wrong page, every walk goes wrong.
  foundation('publications.cursor-leads-to-the-next-page', [
    'publications.walk-visits-each-once',
    'publications.newest-first',
    'publications.page-is-stable',
  ]),
  // If new rows come last, they stand behind the end of an earlier walk.
  foundation('publications.newest-first', ['publications.has-more-is-exact'], {
    branches: ['no-more-before-the-last'],
  }),
  // If pages are not stable, the second page of two reads differs while others register.
  foundation('publications.page-is-stable', ['mcp.tool-answers-as-the-operation'], {
    operations: ['listPublications'],
  }),
  // If a walk leaves rows out, it does so during registrations as well.
  foundation('publications.walk-visits-each-once', ['publications.page-is-stable']),
  // A walk ends where `has_more` is false, so it is incomplete if `has_more` is wrong.
  foundation('publications.has-more-is-exact', ['publications.walk-visits-each-once']),
  // If the original is not listed, no version is flagged as current before the first run.
  foundation(
    'files.list-has-the-original',
    [
      'files.exactly-one-is-current',
      'files.current-file-id-is-the-flagged',
      'files.current-is-the-flagged',
      'runs.original-is-immutable',
      'runs.versions-add-up',
    ],
    {
      branches: [
        'not-one-current',
        'another-id',
        'another-before-any-run',
        'original-not-listed',
        'an-earlier-one-gone',
      ],
    },
  ),
  foundation('files.exactly-one-is-current', [
    'files.current-file-id-is-the-flagged',
    'files.current-is-the-flagged',
    'files.publication-names-the-current',
    'runs.versions-add-up',
  ]),
  foundation('files.current-is-the-flagged', [
    'runs.replacing-moves-current',
    'runs.other-tools-keep-current',
    'runs.versions-add-up',
    'files.current-file-id-is-the-flagged',
    'files.publication-names-the-current',
    'downloads.download-answers-302',
  ]),
  foundation(
    ['files.current-file-id-is-the-flagged', 'files.publication-names-the-current'],
    ['runs.replacing-moves-current', 'runs.other-tools-keep-current'],
  ),
  foundation('runs.metered-spends-one', [
    'runs.used-counts-all-keys',
    'runs.used-rolls',
    'mcp.runs-count-in-one-usage',
  ]),
].flat();
