import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {loadSpecifications} from './specification.ts';
import {UsageError} from './usage-error.ts';
import {choicesAt} from './profile.ts';
import {readProfile} from './read-profile.ts';

const {workspace, store} = loadSpecifications();
const points = (specification: typeof workspace): string[] =>
  specification.openPoints.map(({id}) => id);
const read = (value: unknown, specification = workspace) =>
  readProfile(value, specification.contract, 'p.yaml', undefined, points(specification));

test('an empty profile leaves everything open', () => {
  expect(read(null)).toEqual(read({}));
  expect(Object.values(read(undefined)).every((section) => Object.keys(section).length === 0)).toBe(
    true,
  );
});

test.each<[complaint: RegExp, value: unknown]>([
  [/p\.yaml: the profile: has to be a mapping with any of members, rows/, []],
  [/the profile: has to be a mapping/, 'text'],
  [/member: there is no such section; there are members, rows/, {member: {}}],
  [/__proto__: there is no such section/, JSON.parse('{"__proto__": {}}')],
  [/members: has to be a mapping/, {members: []}],
  [/members\.Account#\/plan: has to be either \{at/, {members: {'Account#/plan': '/plan'}}],
  [/members\.Account#\/plan: has to be either \{at/, {members: {'Account#/plan': {at: 'plan'}}}],
  [
    /members\.Account#\/plan: has to be either \{at/,
    {members: {'Account#/plan': {at: '/plan', absent: 'zero'}}},
  ],
  [
    /members\.Account#\/plan: has to be either \{at/,
    {members: {'Account#/plan': {at: '/plan', header: 'Plan'}}},
  ],
  [
    /members\.Acount#\/plan: `Acount` is no component; .*Account/,
    {members: {'Acount#/plan': {at: '/plan'}}},
  ],
  [
    /members\.constructor#\/plan: `constructor` is no component/,
    {members: {'constructor#/plan': {at: '/plan'}}},
  ],
  [
    /members\.__proto__: `__proto__` is no component/,
    {members: JSON.parse('{"__proto__": {"at": "/plan"}}')},
  ],
  [
    /members\.Account#\/tier: Account has no member \/tier/,
    {members: {'Account#/tier': {at: '/plan'}}},
  ],
  [
    /members\.Account#\/constructor: Account has no member/,
    {members: {'Account#/constructor': {at: '/plan'}}},
  ],
  [
    /members\.Account: names no member; write the component with one, such as Account#\/member/,
    {members: {Account: {at: '/plan'}}},
  ],
  [
    /encodings\.Account#\/publications_left: its values are of the type integer or null, and a mapping is for texts and booleans/,
    {encodings: {'Account#/publications_left': {a: 'b'}}},
  ],
  [
    /encodings\.Account#\/paid_work: `a` is none of its canonical values, which are true, false/,
    {encodings: {'Account#/paid_work': {a: 'b'}}},
  ],
  [
    /encodings\.Account#\/paid_work: has to be one of bool-as-int/,
    {encodings: {'Account#/paid_work': 'yes-no'}},
  ],
  [
    /encodings\.Account#\/paid_work: has to be one of bool-as-int/,
    {encodings: {'Account#/paid_work': {true: 1}}},
  ],
  [/rows\.listPublications: has to be \{at/, {rows: {listPublications: '/data'}}],
  [
    /rows\.listPublication: there is no such operation; there are .*listPublications/,
    {rows: {listPublication: {at: '/data'}}},
  ],
  [/rows\.constructor: there is no such operation/, {rows: {constructor: {at: '/data'}}}],
  [/pager\.getAccount: the operation is no list/, {pager: {getAccount: {param: 'p'}}}],
  [
    /pager\.listPublications: has to be a mapping with any of kind/,
    {pager: {listPublications: {kind: 'offset'}}},
  ],
  [
    /requests\.createUpload: `name` is no member of its body; there are original_filename/,
    {requests: {createUpload: {name: '/n'}}},
  ],
  [/requests\.getAccount: `name` is no member/, {requests: {getAccount: {name: '/n'}}}],
  [
    /requests\.createUpload: has to be a mapping/,
    {requests: {createUpload: {original_filename: 7}}},
  ],
  [
    /paths\.getAccount: the document names its path, \/account/,
    {paths: {getAccount: {template: '/me'}}},
  ],
  [
    /paths\.readRun: the template names \{id\}: write \{run\} where/,
    {paths: {readRun: {template: '/jobs/{id}'}}},
  ],
  [
    /paths\.readRun: the template lacks \{run\}: write \{run\} where/,
    {paths: {readRun: {template: '/jobs'}}},
  ],
  [
    /members\.Account#\/paid_work: the document does not allow null here/,
    {members: {'Account#/paid_work': {at: '/paid', absent: 'null'}}},
  ],
  [
    /paths\.readReport: readRun has the same path; give each its own/,
    {paths: {readRun: {template: '/jobs/{run}'}, readReport: {template: '/jobs/{run}'}}},
  ],
  [
    /paths\.readReport: readRun has the same path; give each its own/,
    {
      paths: {
        readRun: {followed: {kind: 'run', from: 'startRun', header: 'Location'}},
        readReport: {followed: {kind: 'run', from: 'startRun', header: 'X-Report'}},
      },
    },
  ],
  [/paths\.getAccount: has to be either \{template/, {paths: {getAccount: '/me'}}],
  [
    /outcomes\.no-such: no operation documents this situation/,
    {outcomes: {'no-such': {status: [400]}}},
  ],
  [
    /outcomes\.unauthenticated: the document allows the status 401, not 403/,
    {outcomes: {unauthenticated: {status: [403]}}},
  ],
  [
    /outcomes\.getAccount\.account: the document allows the status 200, not 204/,
    {outcomes: {'getAccount.account': {status: [200, 204]}}},
  ],
  [
    /reason `unsupported_format`, not `x`; `createUpload\.format-unsupported` may have it$/,
    {outcomes: {'format-unsupported': {reason: 'x'}}},
  ],
  [
    /repeated: .* status 200, not 409; createPublication answers 409 in .*`repetition-refused`/,
    {outcomes: {repeated: {status: [409]}}},
  ],
  [
    /outcomes\.unauthenticated: has to be \{status: \[400/,
    {outcomes: {unauthenticated: {status: '401'}}},
  ],
  [/outcomes\.unauthenticated: has to be \{status/, {outcomes: {unauthenticated: null}}],
  [/outcomes\.unauthenticated: has to be \{status/, {outcomes: {unauthenticated: {status: []}}}],
  [/outcomes\.unauthenticated: has to be \{status/, {outcomes: {unauthenticated: {reasons: 'x'}}}],
  [
    /choices\.NS-WS-9999: the document leaves no such point open; the nearest are NS-WS-\d\d, NS-WS-\d\d, NS-WS-\d\d; docs\/configuration\.md lists them$/,
    {choices: {'NS-WS-9999': 'x'}},
  ],
  [
    /current_file_id: its values are read in the form of `FileVersion#\/id`/,
    {encodings: {'FileVersions#/current_file_id': 'string-as-number'}},
  ],
  [/choices\.NS-WS-01: has to be a text, a number/, {choices: {'NS-WS-01': ['x']}}],
])('%s', (complaint, value) => {
  expect(() => read(value)).toThrow(UsageError);
  expect(() => read(value)).toThrow(complaint);
});

test('no profile weakens what a document states: names of members, reasons and statuses', () => {
  expect(() => read({members: {'UserCreated#/email': {at: '/mail'}}}, store)).toThrow(
    /the document names this member/,
  );
  const documented = Object.values(workspace.contract.operations).flatMap((operation) =>
    operation.outcomes
      .filter((outcome) => outcome.reason !== undefined)
      .map((outcome) => [operation.id, outcome] as const),
  );
  expect(documented.length).toBeGreaterThan(3);
  for (const [op, {situation, reason}] of documented)
    expect(() => read({outcomes: {[`${op}.${situation}`]: {reason: ['another', reason]}}})).toThrow(
      /the document gives the reason/,
    );
  for (const specification of [workspace, store])
    for (const operation of Object.values(specification.contract.operations)) {
      expect(() =>
        read(
          {outcomes: {[`${operation.id}.${operation.success}`]: {status: [500]}}},
          specification,
        ),
      ).toThrow(/the document allows the status/);
      const moved = {paths: {[operation.id]: {template: '/x/{run}'}}};
      if (operation.pathUndocumented) expect(read(moved, specification)).toMatchObject(moved);
      else if (operation.pathMayDiffer === undefined)
        expect(() => read(moved, specification)).toThrow(/the document names its path/);
    }
});

test.each<[what: string, value: unknown]>([
  ['the reason of a failure', {members: {'FailureOfOpenReason#/reason': {at: '/code'}}}],
  ['the cursor', {members: {'PublicationPage#/next_cursor': {at: '/meta/next'}}}],
  ['the rows of a page', {rows: {listPublications: {at: '/items'}}}],
  ['the rows that a walk reads', {pager: {listPublications: {rows: '/items'}}}],
  [
    'the member that tells whether there is more',
    {pager: {listPublications: {more: '/meta/more'}}},
  ],
  ['the parameter of the next page', {pager: {listPublications: {param: 'after'}}}],
])('no profile moves what a document shows: %s', (_what, value) => {
  expect(() => read(value)).toThrow(/the document (shows|names)/);
});

test('a registration that is repeated may be answered 200, and a tool may take what a run belongs to', () => {
  const outcomes = {'createPublication.registered-again': {status: [200]}};
  const tools = {readRun: {name: 'job', arguments: {run: 'job', publication: 'of'}}};
  expect(read({outcomes, tools})).toMatchObject({outcomes, tools});
  const account = {name: 'account', arguments: {publication: 'of'}};
  expect(() => read({tools: {getAccount: account}})).toThrow('`publication` is no parameter');
});

test('what a document leaves open moves', () => {
  read({
    members: {
      'PublicationPage#/next_cursor': {at: '/next_cursor', absent: 'null'},
      'Reservation#/publication_id': {header: 'Location', take: 'last-segment', tool: '/of/ref'},
    },
    rows: {listPublications: {at: '/data', unwrap: '/item'}},
  });
  read({pager: {listUsers: {param: 'p'}}}, store);
});

const keys = fc.oneof(
  fc.constantFrom(
    'members',
    'rows',
    'pager',
    'requests',
    'paths',
    'outcomes',
    'choices',
    'encodings',
    'tools',
    'name',
    'arguments',
    'Account#/plan',
    'Reservation#/key',
    'listPublications',
    'createUpload',
    'original_filename',
    'unauthenticated',
    'NS-WS-01',
    'at',
    'header',
    'status',
    'reason',
    'absent',
    'template',
    'followed',
    'kind',
    '__proto__',
    'constructor',
    'toString',
    '#',
    '#/',
    'Account#',
  ),
  fc.string({maxLength: 5}),
);
const leaves = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    7,
    -0.5,
    '',
    '/a',
    '/a/b',
    'null',
    'cursor',
    401,
    NaN,
    Infinity,
  ),
  fc.string({maxLength: 8}),
  fc.bigInt(),
);
/** Any value that a YAML file can hold, mostly with names that a profile knows. */
const {value: anyValue} = fc.letrec((tie) => ({
  value: fc.oneof(
    {depthSize: 'medium', withCrossShrink: true},
    leaves,
    fc.array(tie('value'), {maxLength: 3}),
    fc.array(fc.tuple(keys, tie('value')), {maxLength: 4}).map((pairs) => {
      const made = {};
      for (const [key, one] of pairs)
        Object.defineProperty(made, key, {
          value: one,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      return made;
    }),
  ),
}));

test('any value is a usable profile or a complaint, and no prototype changes', () => {
  const tally = {usable: 0, refused: 0};
  fc.assert(
    fc.property(
      anyValue,
      fc.constantFrom('members', 'outcomes', 'choices', 'requests', 'tools', ''),
      (value, under) => {
        try {
          const profile = read(under ? {[under]: value} : value);
          expect(Object.keys(profile).sort()).toEqual([
            'choices',
            'encodings',
            'members',
            'outcomes',
            'pager',
            'paths',
            'requests',
            'rows',
            'tools',
          ]);
          for (const section of Object.values(profile))
            expect(Object.getPrototypeOf(section)).toBe(Object.prototype);
          tally.usable += 1;
        } catch (error) {
          if (!(error instanceof UsageError)) throw error;
          tally.refused += 1;
        }
        expect(({} as {at?: unknown}).at).toBeUndefined();
      },
    ),
    {numRuns: 3000, seed: 9},
  );
  expect(Math.min(tally.usable, tally.refused)).toBeGreaterThan(100);
});

test('several choices of one point stand in one text', () => {
  const choices = {'NS-ST-70': 'hidden, not shown', 'NS-WS-53': 5};
  expect(choicesAt(choices, 'NS-ST-70')).toEqual(['hidden', 'not shown']);
  expect(choicesAt(choices, 'NS-WS-53')).toEqual(['5']);
  expect(choicesAt(choices, 'NS-ST-02')).toEqual([]);
});
