import type {Foundation} from '../../check.ts';

const within = (chapter: string, keys: string[]): string[] =>
  keys.map((key) => `workspace.${chapter}.${key}`);

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
  {
    rule: 'workspace.uploads.registration-spends-one',
    spoils: ['workspace.mcp.publications-count-in-one-allowance'],
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
