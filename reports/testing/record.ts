import type {RankSeen, RanksSeen} from '../../spec/ranks.ts';
import type {PlaceVerdict, RuleVerdict, RunRecord, Verdict} from '../../spec/run-record.ts';

/** Text as a hostile deployment might send it. */
export const NASTY = `<b>&"it's" ]]> | \`x\` @all \u0000\u001B[31m \u202E \u2028 \uD800 \u{1F4DA}`;

const RANK: RankSeen = {
  of: 3,
  tried: 1,
  variations: [
    {variation: 'by another credential', of: 1, tried: 1},
    {variation: 'email: <dots>', of: 2, tried: 0},
  ],
  operations: [{first: 'createUser', later: 'listUsers', of: 3, tried: 1}],
};

/** A third of each further rank was tried. */
export const RANKS_SEEN: RanksSeen = {rank2: RANK, rank3: RANK, rank4: RANK, rank5: RANK};

/** A rule of the users' chapter with one place. */
export function ruleOf(
  word: string,
  verdict: Verdict,
  more: Partial<RuleVerdict> = {},
): RuleVerdict {
  return {
    rule: `store.users.${word}`,
    chapter: 'store/users',
    section: 'Endpoints / Users',
    sentence: `A sentence about ${word}.`,
    level: 'must',
    verdict,
    witnesses: verdict === 'passed' ? 3 : 0,
    places: [placeOf('*', verdict)],
    ...more,
  };
}

/** A place of a rule, without violations. */
export const placeOf = (
  place: string,
  verdict: Verdict,
  more: Partial<PlaceVerdict> = {},
): PlaceVerdict => ({place, verdict, witnesses: [], violations: [], ...more});

/** A place that failed: the response to `op` had `status`, where 201 was expected. */
export function failedPlace(op: string, status: number, got: string): PlaceVerdict {
  const exchange = {
    step: 's1',
    op,
    status,
    situations: [],
    method: 'POST',
    url: 'http://localhost/',
    body: {a: got},
  };
  return placeOf(op, 'failed', {
    violations: [{branch: 'another-status', expected: 'the status to be 201', got, step: 's1'}],
    evidence: {
      scene: 'x',
      steps: [{step: 'advance', id: 's0', ms: 1}],
      handles: {made: ['s1']},
      curl: ['# wait 60 s', "curl -sS 'http://localhost/before'  # 200", `curl -sS '<&>'  # 500`],
      shown: [2],
      exchanges: [exchange],
    },
  });
}

const BLOCKED = {
  reason: 'blocked by store.users.a-failure: createUser was answered 500',
  blockedBy: 'store.users.a-failure',
};

/** A run of a deployment without the workspace API that has something of everything. */
export const RECORD: RunRecord = {
  presscheck: '0.2.0',
  certified: false,
  catalogue: '1',
  target: {
    name: 'staging',
    kind: 'deployment',
    urls: {store: 'http://localhost:1'},
    apis: ['store'],
  },
  seed: 1,
  effort: {name: 'standard'},
  coverage: {
    values: [{of: 'email', sent: ['dots'], notSent: ['apostrophe']}],
    models: [{rule: 'store.users.a-model', sequences: 8, situations: 30, withClasses: 40}],
  },
  startedAt: '2026-03-02T09:30:00.000Z',
  finishedAt: '2026-03-02T09:31:00.000Z',
  only: [],
  plan: {
    scenes: 5,
    requests: 9,
    byApi: {store: 9},
    seconds: 0,
    effects: ['reads'],
    residue: {},
    mails: 0,
    notExercised: [{rule: 'store.users.a-skip', place: '*', reason: 'no clock'}],
  },
  requests: 9,
  residue: {'deactivated users': 2},
  rules: [
    ruleOf('of-another-api', 'not-applicable', {
      rule: 'workspace.account.has-plan',
      chapter: 'workspace/account',
      reason: 'the target has no workspace API',
    }),
    ruleOf('of-another-api', 'not-applicable', {
      rule: 'workspace.account.has-name',
      chapter: 'workspace/account',
      reason: 'the target has no workspace API',
    }),
    ruleOf('a-pass', 'passed', {seconds: 2.5}),
    ruleOf('a-failure', 'failed', {
      sentence: NASTY,
      places: [placeOf('listUsers', 'passed'), failedPlace('createUser', 500, NASTY)],
    }),
    ruleOf('the-same-failure', 'failed', {places: [failedPlace('createUser', 500, 'again')]}),
    ruleOf('another-failure', 'failed', {places: [failedPlace('updateUser', 200, 'an orange')]}),
    ruleOf('a-blocked-one', 'inconclusive', {
      ...BLOCKED,
      places: [placeOf('*', 'inconclusive', {...BLOCKED, blocked: true})],
    }),
    ruleOf('blocked-by-the-blocked', 'inconclusive', {
      reason: 'blocked by store.users.a-blocked-one',
      blockedBy: 'store.users.a-blocked-one',
    }),
    ruleOf('a-skip', 'not-exercised', {
      reason: 'give it a clock',
      places: [
        placeOf('*', 'not-exercised', {reason: 'give it a clock', lacks: [['give it a clock']]}),
      ],
    }),
    ruleOf('a-partial-pass', 'passed', {
      note: 'passed at 1 of 2 places',
      exercised: {places: 1, of: 2},
      places: [
        placeOf('here', 'passed'),
        placeOf('there', 'not-exercised', {reason: 'give a key', lacks: [['give a key']]}),
      ],
    }),
    ruleOf('an-open-one', 'inconclusive', {
      reason: '429',
      places: [placeOf('*', 'inconclusive', {reason: '429'})],
    }),
    ruleOf('unchecked', 'not-exercised', {
      places: [],
      reason: 'no check of this run decides this rule: those of a higher effort do',
    }),
    ruleOf('a-harness-error', 'harness-error', {reason: 'bug'}),
    ruleOf('not-for-it', 'not-applicable', {
      chapter: 'store/limits',
      rule: 'store.limits.not-for-it',
      section: 'Limits',
    }),
    ruleOf('accepted-failure', 'failed', {places: [failedPlace('deleteUser', 404, '404')]}),
  ],
  supply: [
    {what: 'give it a clock', rules: ['store.users.a-skip'], places: 1},
    {what: 'give a key', rules: [], places: 1},
  ],
  expected: [
    {
      rule: 'store.users.accepted-failure',
      verdict: 'failed',
      reason: 'repaired in spring',
      until: '2026-12-31',
      state: 'met',
    },
    {
      rule: 'store.users.a-pass',
      verdict: 'failed',
      reason: 'was broken',
      until: '2026-12-31',
      state: 'stale',
    },
    {
      rule: 'store.users.an-open-one',
      verdict: 'inconclusive',
      reason: 'a slow gateway',
      until: '2026-01-31',
      state: 'expired',
    },
  ],
  exitCode: 4,
};

/** A deployment with both APIs on which the whole catalogue passed. */
export const GREEN: RunRecord = {
  ...RECORD,
  target: {...RECORD.target, apis: ['workspace', 'store']},
  rules: [ruleOf('a-pass', 'passed'), ruleOf('another-pass', 'passed')],
  supply: [],
  expected: [],
  exitCode: 0,
};
