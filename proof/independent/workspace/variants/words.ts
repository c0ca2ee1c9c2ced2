import type {Json} from '../http.ts';

/** What a vendor changes in his two files for a variant; null takes a line away. */
type Words = {config?: Json; profile?: Json};

const outcomes = (lines: Json): Words => ({profile: {outcomes: lines}});

const limit = (of: 'daily-limit' | 'tool-limit', status: number): Words =>
  outcomes({
    [`startRun.${of}`]: {
      status: [status],
      ...(of === 'tool-limit' && {reason: 'pair_limit_reached'}),
    },
  });

const MOMENTS = ['Publication', 'FileVersion', 'StartedRun', 'Run'];

const validation = ['unreadable_json', 'validation.failed'];

const WORDS: Readonly<Record<string, Words>> = {
  'dates-epoch-seconds': {
    profile: {
      encodings: Object.fromEntries(MOMENTS.map((one) => [`${one}#/created_at`, 'epoch-seconds'])),
    },
  },
  'upload-headers-as-pairs': {profile: {encodings: {'Reservation#/upload_headers': 'pairs'}}},
  'nulls-left-out': {
    profile: {members: {'FileVersion#/tool': {at: '/made_by', absent: 'null'}}},
  },
  'reasons-of-validation-renamed': outcomes({
    'createUpload.body-refused': {status: [400, 422], reason: validation},
    'createPublication.body-refused': {status: [400, 422], reason: validation},
    'startRun.body-refused': {status: [400, 422], reason: validation},
  }),
  'reader-pushes-by-itself': {profile: {choices: {'NS-WS-23': 'by itself'}}},
  'reason-of-rate-renamed': outcomes({'rate-limited': {reason: 'RateLimitExceeded'}}),
  'missing-and-unknown-keys-told-apart': outcomes({
    unauthenticated: {reason: ['key_missing', 'key_unknown']},
  }),
  'cursor-refused-422': outcomes({
    'listPublications.cursor-refused': {status: [422], reason: 'bad_cursor'},
  }),
  'cursor-unknown-is-first-page': outcomes({'listPublications.cursor-refused': null}),
  'daily-limit-429': limit('daily-limit', 429),
  'daily-limit-429-without-time': limit('daily-limit', 429),
  'daily-limit-403': limit('daily-limit', 403),
  'daily-limit-422': limit('daily-limit', 422),
  'pair-limit-429': limit('tool-limit', 429),
  'pair-limit-429-without-time': limit('tool-limit', 429),
  'pair-limit-403': limit('tool-limit', 403),
  'pair-limit-with-reason-of-day': outcomes({
    'startRun.tool-limit': {status: [409], reason: 'daily_limit_reached'},
  }),
  'runs-at-most-three-at-once': outcomes({
    'startRun.busy': {status: [409], reason: 'too_many_runs'},
  }),
  'one-run-at-a-time': outcomes({'startRun.busy': {status: [409], reason: 'publication_busy'}}),
  'start-without-file-rejected-later': outcomes({'startRun.no-file': null}),
  'registration-again-finds-nothing': outcomes({
    'createPublication.repetition-refused': {status: [422], reason: 'upload_not_found'},
  }),
  'registration-again-replays': outcomes({'createPublication.repetition-refused': null}),
  'replay-looks-at-the-key-alone': outcomes({'startRun.key-of-another': null}),
  'retry-keys-by-publication': outcomes({'startRun.key-of-another': null}),
  'report-missing-404': outcomes({
    'readReport.no-report': {status: [404], reason: 'no_report'},
  }),
  'catalog-in-an-envelope': {profile: {rows: {listTools: {at: '/data'}}}},
};

/** What the vendor of a server with these variants says of it: changes of both his files. */
export function wordsOfVariants(names: Iterable<string>): {config: Json[]; profile: Json[]} {
  const words = [...names].map((name) => WORDS[name] ?? {});
  return {
    config: words.flatMap(({config}) => (config === undefined ? [] : [config])),
    profile: words.flatMap(({profile}) => (profile === undefined ? [] : [profile])),
  };
}
