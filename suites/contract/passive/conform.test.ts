import {expect, test} from 'vitest';
import {loadSpecification} from '../../../spec/specification.ts';
import {openProfile} from '../../../spec/profile.ts';
import {withAt} from '../../../spec/json.ts';
import {walkSchema} from '../../../spec/schema.ts';
import {cutShort} from '../../language/cut.ts';
import {Codec} from '../../target/codec.ts';
import {response} from '../../testing/response.ts';
import {Conformance} from './conform.ts';

const specification = loadSpecification('workspace');
const profile = specification.profile;
const conformance = new Conformance(specification.contract, profile);
const codec = new Codec(specification.contract, profile);

/** The judgement of a response of an operation, decoded as the engine does it. */
function judged(
  op: string,
  status: number,
  wire: unknown,
  headers: Record<string, string> = {'content-type': 'application/json'},
  by = {conformance, codec},
) {
  const decoded = by.codec.decode(op, status, headers, wire);
  const exchange = response(status, [], {op, headers, wire, ...decoded});
  const {violations, witnesses} = by.conformance.judge(exchange);
  return {
    broken: violations.map(({rule}) => rule),
    seen: witnesses.map(({rule}) => rule),
    violations,
  };
}

const ACCOUNT = {workspace: 'ws_1', plan: 'studio', paid_work: true, publications_left: 3};

/** Judges without a profile: no name that the document leaves open is settled. */
const unsettled = {
  conformance: new Conformance(specification.contract),
  codec: new Codec(specification.contract, openProfile()),
};

test.each<[what: string, body: unknown, isSure: boolean]>([
  ['no number', {...ACCOUNT, publications_left: 'abc'}, true],
  ['an object', {...ACCOUNT, publications_left: {}}, true],
  ['wrong, but another number could be meant', {...ACCOUNT, publications_left: {free: 3}}, false],
  [
    'wrong, but a text of a number could be meant',
    {...ACCOUNT, plan: '7', publications_left: 'abc'},
    false,
  ],
  ['zero, but any other value could be the plan', {...ACCOUNT, plan: 0}, false],
  ['not there under the name of the contract', {...ACCOUNT, publications_left: undefined}, false],
])('without a profile a member may be %s', (_what, body, isSure) => {
  const {violations} = judged('getAccount', 200, body, undefined, unsettled);
  expect(violations).toHaveLength(1);
  expect(violations[0]?.correction === undefined).toBe(isSure);
});

const version = (id: unknown) => ({
  id,
  kind: 'original',
  original_filename: 'tides.epub',
  size_bytes: 6,
  current: true,
});

test.each<[what: string, rowId: unknown, currentId: unknown, corrections: (string | undefined)[]]>([
  ['a number among texts', 'fil_7', 7, [undefined]],
  ['a number as those of the rows', 7, 7, ['encodings.FileVersion#/id: string-as-number']],
])('the id of the working version is %s', (_what, rowId, currentId, corrections) => {
  const body = {data: [version(rowId)], current_file_id: currentId};
  const {violations} = judged('listPublicationFiles', 200, body);
  const own = violations.filter(({rule}) => rule === 'workspace.files.list-has-current-file-id');
  expect(own.map(({correction}) => correction)).toEqual(corrections);
});

test.each<[what: string, body: object, broken: string[]]>([
  ['an empty list', {data: []}, []],
  ['a list', {data: [version('fil_7')]}, ['workspace.files.list-has-current-file-id']],
])('the id of the working version is absent beside %s', (_what, body, broken) => {
  expect(judged('listPublicationFiles', 200, body).broken).toEqual(broken);
});

test('what a profile says of the form of an id holds for the id of the working version', () => {
  const numeric = {...profile, encodings: {'FileVersion#/id': 'string-as-number' as const}};
  const by = {
    conformance: new Conformance(specification.contract, numeric),
    codec: new Codec(specification.contract, numeric),
  };
  const body = {data: [version(7)], current_file_id: 7};
  expect(judged('listPublicationFiles', 200, body, undefined, by).broken).toEqual([]);
});

test('a response as documented breaks nothing and is a witness of each of its members', () => {
  const {broken, seen} = judged('getAccount', 200, ACCOUNT);
  expect(broken).toEqual([]);
  expect(seen).toEqual(
    expect.arrayContaining([
      'workspace.account.names-the-workspace',
      'workspace.account.has-plan',
      'workspace.account.has-paid-work-flag',
      'workspace.account.has-allowance-left',
    ]),
  );
});

test('an allowance below zero breaks nothing', () => {
  expect(judged('getAccount', 200, {...ACCOUNT, publications_left: -48}).broken).toEqual([]);
});

test.each<[what: string, body: unknown, rule: string]>([
  ['a member is missing', {...ACCOUNT, plan: undefined}, 'workspace.account.has-plan'],
  [
    'a member is of another type',
    {...ACCOUNT, paid_work: 'yes'},
    'workspace.account.has-paid-work-flag',
  ],
  [
    'a number is a fraction',
    {...ACCOUNT, publications_left: 0.5},
    'workspace.account.has-allowance-left',
  ],
  [
    'a value is one that is excluded',
    {...ACCOUNT, plan: 0},
    'workspace.account.unresolved-plan-is-null',
  ],
])('a violation belongs to the rule that it breaks: %s', (_what, body, rule) => {
  const {broken, seen} = judged('getAccount', 200, JSON.parse(JSON.stringify(body)));
  expect(broken).toEqual([rule]);
  expect(seen).not.toContain(rule);
  expect(seen.length).toBeGreaterThan(0);
});

test.each([[[]], ['text'], [7], [true]])(
  'a body that is no object, %j, lacks every member',
  (body) => {
    const {broken, seen} = judged('getAccount', 200, body);
    expect(new Set(broken)).toEqual(
      new Set([
        'workspace.account.names-the-workspace',
        'workspace.account.has-plan',
        'workspace.account.has-paid-work-flag',
        'workspace.account.has-allowance-left',
      ]),
    );
    expect(seen.filter((rule) => rule.startsWith('workspace.account'))).toEqual([]);
  },
);

test('a bare list, where a member of the body is documented to be it, breaks the rule of its type', () => {
  const store = loadSpecification('store');
  const by = {
    conformance: new Conformance(store.contract, store.profile),
    codec: new Codec(store.contract, store.profile),
  };
  const {broken} = judged('listOrders', 200, [{id: 'o'}], {}, by);
  expect(broken.filter((rule) => rule.startsWith('store.orders'))).toEqual([
    'store.orders.list-has-orders',
  ]);
});

test('an empty list is no witness of what its rows have', () => {
  const page = (data: unknown[]) =>
    judged('listPublications', 200, {data, has_more: false, next_cursor: null});
  expect(page([]).seen.filter((rule) => rule === 'workspace.publications.has-id')).toEqual([]);
  const row = {
    id: 'p',
    type: 'book',
    status: 'ready',
    title: null,
    original_size_bytes: 1,
    working_file_id: null,
    working_file_size_bytes: null,
    created_at: '2030-01-01T00:00:00Z',
  };
  expect(page([row]).broken).toEqual([]);
  expect(page([row]).seen).toContain('workspace.publications.has-id');
});

test('a situation that could be several conforms when it fits any of them', () => {
  const outcomes = specification.contract.operations.createPublication!.outcomes.filter((outcome) =>
    outcome.statuses.includes(422),
  );
  expect(outcomes.length).toBeGreaterThan(1);
  expect(
    judged('createPublication', 422, {error: 'x', reason: 'whatever', message: 'm'}).broken.filter(
      (rule) => rule.startsWith('workspace.uploads'),
    ),
  ).toEqual([]);
});

test('a response of a gateway, or none, breaks no rule and is no witness', () => {
  for (const status of [0, 502, 503, 504])
    expect(judged('getAccount', status, undefined)).toMatchObject({broken: [], seen: []});
});

test('a type other than JSON belongs to the rule of the header', () => {
  const {violations} = judged('getAccount', 200, ACCOUNT, {'content-type': 'text/html'});
  expect(violations.map(({violation}) => violation.branch)).toEqual(['content-type pattern']);
});

test.each<
  [
    what: string,
    op: string,
    status: number,
    method: string,
    left: string | undefined,
    reset: string | undefined,
    broken: string[],
  ]
>([
  ['a listed status', 'createUser', 404, 'POST', undefined, undefined, []],
  [
    'an unlisted status',
    'createUser',
    415,
    'POST',
    undefined,
    undefined,
    ['store.access.only-documented-statuses-are-answered'],
  ],
  [
    'a conflict of a move that no table lists',
    'deactivateUser',
    409,
    'DELETE',
    undefined,
    undefined,
    [],
  ],
  [
    'a conflict elsewhere',
    'createUser',
    409,
    'POST',
    undefined,
    undefined,
    ['store.access.only-documented-statuses-are-answered'],
  ],
  ['a HEAD that is not served', 'listUsers', 405, 'HEAD', undefined, undefined, []],
  [
    'a reset while requests are left',
    'forceLogout',
    404,
    'POST',
    '12',
    '1772443860',
    ['store.limits.reset-is-absent-before'],
  ],
  ['a reset when none is left', 'forceLogout', 404, 'POST', '0', '1772443860', []],
  ['no reset while requests are left', 'forceLogout', 404, 'POST', '12', undefined, []],
])('of any response of a store: %s', (_what, op, status, method, left, reset, broken) => {
  const store = loadSpecification('store');
  const headers = {
    ...(left && {'x-ratelimit-remaining': left}),
    ...(reset && {'x-ratelimit-reset': reset}),
  };
  const {violations} = new Conformance(store.contract, store.profile).judge({
    step: 's1',
    op,
    as: 'admin',
    sentAt: 0,
    gotAt: 1,
    status,
    headers,
    wire: undefined,
    body: undefined,
    situations: [],
    documented: [],
    sent: {method, url: '', headers: {}},
  });
  const ofAny = new Set([
    'store.access.only-documented-statuses-are-answered',
    'store.limits.reset-is-absent-before',
  ]);
  expect(violations.map(({rule}) => rule).filter((rule) => ofAny.has(rule))).toEqual(broken);
});

const store = loadSpecification('store');
const ofStore = {
  conformance: new Conformance(store.contract, store.profile),
  codec: new Codec(store.contract, store.profile),
};
const ofOpenStore = {
  conformance: new Conformance(store.contract),
  codec: new Codec(store.contract, openProfile()),
};
const RATES = {'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0'};
const EVERY = {
  'content-type': 'application/json',
  'strict-transport-security': 'max-age=31536000; includeSubdomains',
  'x-content-type-options': 'nosniff',
  'x-xss-protection': '1',
};
const SHAPE = {CODE: 'error', message: 'Too many requests.', errors: {}};

test('a refusal by a limit of the store has the general shape of errors', () => {
  const headers = {...EVERY, ...RATES};
  const broken = (body: unknown) => judged('listUsers', 429, body, headers, ofStore).broken;
  expect(broken(SHAPE)).toEqual([]);
  expect(broken({CODE: 'error', message: 'Too many.', errors: []})).toEqual([]);
  expect(broken({CODE: 'error', message: 'Too many.'})).toEqual([]);
  expect(broken({message: 'Too many.'})).toEqual(['store.access.failure-has-code']);
  expect(broken({CODE: 'error', message: ['Too many.']})).toEqual([
    'store.access.failure-has-message',
  ]);
});

test('a bulk endpoint may tell a lower limit of its own (NS-ST-71)', () => {
  const toldBy = (op: string, limit: string): string[] =>
    judged(op, 201, {}, {...EVERY, ...RATES, 'x-ratelimit-limit': limit}, ofStore).broken;
  expect(toldBy('createIssue', '30')).not.toContain('store.limits.limit-header-is-60');
  for (const [op, limit] of [
    ['createIssue', '61'],
    ['createIssue', '0'],
    ['createUser', '30'],
  ] as const)
    expect(toldBy(op, limit), `${op} ${limit}`).toContain('store.limits.limit-header-is-60');
});

test('a refusal by the limit of a gateway accuses nobody', () => {
  const {broken} = judged('listUsers', 429, {message: 'API rate limit exceeded'}, {}, ofStore);
  expect(broken).toEqual([]);
  expect(judged('listUsers', 429, SHAPE, {}, ofStore).broken).toContain(
    'store.limits.limit-header-is-60',
  );
  expect(judged('listUsers', 429, {}, EVERY, ofStore).broken).toContain(
    'store.access.failure-has-code',
  );
});

test('an object in which none of the members are breaks the rule of the object alone', () => {
  const store = loadSpecification('store');
  const by = {
    conformance: new Conformance(store.contract, store.profile),
    codec: new Codec(store.contract, store.profile),
  };
  const brokenBy = (data: object): string[] =>
    judged('createUser', 201, {CODE: 'success', data}, undefined, by).broken.filter((rule) =>
      rule.startsWith('store.users.'),
    );
  expect(brokenBy({user: {id: 7}})).toEqual(['store.users.create-gives-the-user']);
  expect(brokenBy({id: 7})).toContain('store.users.has-uuid');
});

test.each([undefined, null, '', {}, {data: {}}])(
  'a body without any value (%j) breaks the rule about what the operation answers',
  (wire) => {
    expect(judged('createPublication', 201, wire).broken).toEqual([
      'workspace.uploads.registration-answers-201',
    ]);
  },
);

test('of a list that is too long the number of items is told', () => {
  const data = Array.from({length: 51}, (_, index) => ({id: `pub_${index}`}));
  const {violations} = judged('listPublications', 200, {data, has_more: false});
  const own = violations.find(({rule}) => rule === 'workspace.publications.page-holds-at-most-50');
  expect(cutShort(own?.violation.got ?? '')).toMatch(/^51 items: \[\{"id":"pub_0".*\.\.\.$/);
});

test('the reader URL of a product may have letters outside ASCII, and has to be absolute', () => {
  const store = loadSpecification('store');
  const by = {
    conformance: new Conformance(store.contract, store.profile),
    codec: new Codec(store.contract, store.profile),
  };
  const brokenBy = (url: string) =>
    judged('getOrder', 200, {data: {products: [{reader_url: url}]}}, undefined, by).violations.find(
      ({rule}) => rule === 'store.orders.product-has-reader-url',
    );
  expect(brokenBy('https://ribera.example/reader/el-río-inmóvil')).toBeUndefined();
  expect(brokenBy('/reader/el-río-inmóvil')).toMatchObject({
    concernsForm: true,
    violation: {got: '"/reader/el-río-inmóvil"'},
  });
});

test.each<[at: string, isTime: boolean]>([
  ['2026-03-02T09:30:00Z', true],
  ['2026-03-02t09:30:00z', true],
  ['2026-03-02 09:30', true],
  ['20260302T093060Z', true],
  ['2026-03-02T24:00:00+02:00', true],
  ['2026-03-02T24:01:00+02:00', false],
  ['2026-03-02T24:00:01Z', false],
  ['2026-13-02T09:30:00Z', false],
  ['2026-03-02T09:61:00Z', false],
  ['2026-03-02T09:30:61Z', false],
  ['in March', false],
])('the creation time %s is one, in whatever form of RFC 3339: %s', (at, isTime) => {
  const publication = {
    id: 'pub_1',
    type: 'book',
    status: 'ready',
    title: 'Tides',
    original_size_bytes: 3,
    working_file_id: 'file_1',
    working_file_size_bytes: 3,
    created_at: at,
  };
  const {broken} = judged('getPublication', 200, publication);
  expect(broken.includes('workspace.publications.has-creation-time')).toBe(!isTime);
});

/** Rows of which every member is wrong in every form, and no two values are alike. */
const wrongRows = (members: readonly string[], length: number) =>
  Array.from({length}, (_, row) =>
    Object.fromEntries(
      members.map((name) => [name, {[`${name} ${row}`]: [`x${row} of ${name}`, {in: [row]}]}]),
    ),
  );

/** The pages of an API: what succeeds and contains a list of objects, with rows that are all wrong. */
const wrongPages = ({contract: {api, operations, document}}: typeof specification) =>
  Object.values(operations).flatMap(({id, outcomes, success}) => {
    const schema = outcomes.find(({situation}) => situation === success)?.schema;
    const rows =
      schema && [...walkSchema(document, schema)].find(({pointer}) => pointer.endsWith('/*'));
    const members = Object.keys(rows?.schema.properties ?? {});
    if (!rows || !members.length) return [];
    const pageOf = (length: number) =>
      withAt({}, rows.pointer.slice(0, -2), wrongRows(members, length));
    return [{api, op: id, pageOf}];
  });

/** Microseconds of processor time that a judgement takes: the least of three, which a busy machine disturbs least. */
const processorTime = (judge: () => unknown): number =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const before = process.cpuUsage();
      judge();
      const {user, system} = process.cpuUsage(before);
      return user + system;
    }),
  );

test.each([...wrongPages(specification), ...wrongPages(store)])(
  'the time to judge wrong rows of $op of the $api API grows with their number, not with its square',
  ({api, op, pageOf}) => {
    const situation = api === 'store' ? ofOpenStore : unsettled;
    const judge = (rows: number) => () => judged(op, 200, pageOf(rows), undefined, situation);
    // The first judgement compiles the schemas.
    expect(judge(50)().violations.length).toBeGreaterThan(0);
    expect(processorTime(judge(50)) / processorTime(judge(5))).toBeLessThan(40);
  },
);
