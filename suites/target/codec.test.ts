import {readFileSync} from 'node:fs';
import * as fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {parse} from 'yaml';
import {at} from '../../spec/json.ts';
import {loadSpecification} from '../../spec/specification.ts';
import {openProfile, type Profile} from '../../spec/profile.ts';
import {readProfile} from '../../spec/read-profile.ts';
import {Codec} from './codec.ts';
import {LineEvidence} from './codec/line-evidence.ts';

const specification = loadSpecification('workspace');
const file = new URL('../../proof/relabel/workspace.profile.yaml', import.meta.url);
const relabelled = readProfile(
  parse(readFileSync(file, 'utf8')),
  specification.contract,
  'relabel',
);
const codec = (profile: Profile = openProfile()) => new Codec(specification.contract, profile);

test('a response in other names is read in canonical ones', () => {
  const wire = {
    account: {ref: 'ws_1'},
    subscription: {},
    billing: {may_run_paid_work: 1},
    allowance: {remaining: '12'},
  };
  const {
    body,
    situations,
    profileMismatch: mismatch,
  } = codec(relabelled).decode('getAccount', 200, {}, wire);
  expect(body).toMatchObject({
    workspace: 'ws_1',
    plan: null,
    paid_work: true,
    publications_left: 12,
  });
  expect(situations).toEqual(['account']);
  expect(mismatch).toBeUndefined();
});

test.each<[how: string, wire: object]>([
  ['bare', {id: 'file_1', current: true}],
  ['under `data`', {data: {id: 'file_1', current: true}, links: []}],
  ['within `data`', {data: {message: 'Here it is', file: {id: 'file_1', current: true}}}],
  ['in a list of one', [{id: 'file_1', current: true}]],
  ['in a list of one under `data`', {data: [{id: 'file_1', current: true}]}],
])('the working version is read %s, whatever the profile has (NS-WS-12)', (_how, wire) => {
  expect(codec().decode('getCurrentPublicationFile', 200, {}, wire).body).toEqual({
    id: 'file_1',
    current: true,
  });
});

test('rows of a bare array, and rows that are wrapped, are read', () => {
  expect(
    codec(relabelled).decode('listTools', 200, {}, [{slug: 'check', title: 'Check'}]).body,
  ).toMatchObject({data: [{slug: 'check', name: 'Check'}]});
  const list = {versions: [{file: {ref: 'file_1', current: true}}], current_file_id: 'file_1'};
  expect(codec(relabelled).decode('listPublicationFiles', 200, {}, list).body).toMatchObject({
    data: [{id: 'file_1', current: true}],
    current_file_id: 'file_1',
  });
});

test.each<[where: string, at: string, wire: object]>([
  ['at the root', '/files', {files: [], current_file_id: 'f'}],
  ['beside the rows', '/data/rows', {data: {rows: [], current_file_id: 'f'}}],
  ['deeper than the rows', '/files', {files: [], meta: {now: {current_file_id: 'f'}}}],
  [
    'where an outer one counts',
    '/data/rows',
    {data: {rows: [], current_file_id: 'g'}, current_file_id: 'f'},
  ],
])('what stands beside the rows of a list may be %s', (_where, pointer, wire) => {
  const profile = {...openProfile(), rows: {listPublicationFiles: {at: pointer}}};
  const {body} = codec(profile).decode('listPublicationFiles', 200, {}, wire);
  expect(body).toMatchObject({data: [], current_file_id: 'f'});
});

test.each([
  ['/publications/p.b2bs6p%7Eypedn', 'p.b2bs6p~ypedn'],
  ['http://api/publications/p%2F1?from=upload', 'p/1'],
  ['/publications/100%?a=/b', '100%'],
  ['/publications/%FFa%20b#c/d', '%FFa b'],
])('the last segment of a URL is decoded: %s', (location, id) => {
  const members = {
    'Reservation#/publication_id': {header: 'Location', take: 'last-segment' as const},
  };
  const {body} = codec({...openProfile(), members}).decode('createUpload', 201, {location}, {});
  expect(body).toMatchObject({publication_id: id});
});

const toolArguments = (profile: Partial<Profile>, listed: string[], started = true) => {
  const reader = codec({...openProfile(), ...profile});
  if (started) reader.rememberParent('startRun', {publication: 'p'}, {id: 'r'});
  const request = {path: {run: 'r'}, query: {}, headers: {}, body: undefined};
  return reader.toolArguments('readRun', {name: 'readRun', arguments: listed}, request);
};

test('a tool that reads a run is given the publication of the run where it takes one', () => {
  const tools = {readRun: {name: 'readRun', arguments: {run: 'job', publication: 'of'}}};
  expect(toolArguments({}, ['/run'])).toEqual({run: 'r'});
  expect(toolArguments({}, ['/run', '/publicationId'])).toEqual({run: 'r', publicationId: 'p'});
  expect(toolArguments({tools}, ['/job', '/of'])).toEqual({job: 'r', of: 'p'});
  expect(toolArguments({tools}, [])).toEqual({job: 'r', of: 'p'});
  expect(toolArguments({tools}, ['/job'])).toContain('what its argument publication is called');
  expect(toolArguments({tools}, ['/job', '/of'], false)).toContain(
    'no earlier response of startRun',
  );
});

test('a URL may be in a header of the response that shows a resource', () => {
  const paths = {
    readReport: {followed: {kind: 'report', from: 'readRun', header: 'X-Report'}},
  };
  const reader = codec({...openProfile(), paths});
  const report = () => reader.path('readReport', {run: 'r'});
  reader.decode('startRun', 202, {'x-report': '/started'}, {id: 'r', state: 'queued'});
  expect(report()).toBeUndefined();
  reader.decode('readRun', 200, {'x-report': '/findings'}, {id: 'r', state: 'succeeded'});
  expect(report()).toBe('/findings');
});

test('a 429 with the reason that the profile gives to another limit is that limit', () => {
  const situations = (outcomes: Profile['outcomes'], reason: string) =>
    codec({...openProfile(), outcomes}).decode('startRun', 429, {}, {error: 'No', reason})
      .situations;
  const toolLimit = {'tool-limit': {status: [429], reason: 'tool_limit'}};
  expect(situations(toolLimit, 'tool_limit')).toContain('tool-limit');
  expect(situations(toolLimit, 'tool_limit')).not.toContain('rate-limited');
  expect(situations(toolLimit, 'too_many')).toContain('rate-limited');
  const both = {...toolLimit, 'rate-limited': {reason: 'tool_limit'}};
  expect(situations(both, 'tool_limit')).toEqual(
    expect.arrayContaining(['rate-limited', 'tool-limit']),
  );
  expect(situations({}, 'tool_limit')).toContain('rate-limited');
});

test('an object around a resource with open names makes the line of the row alone suspect', () => {
  const wire = {publication: {id: 'p_1', kind: 'book'}};
  const {suspectLines} = codec().decode('getPublication', 200, {}, wire);
  expect(suspectLines?.map(({correction}) => correction)).toEqual([
    'rows.getPublication: {at: /publication}',
  ]);
});

test('a line that repeats where the document shows the rows moves nothing', () => {
  const store = loadSpecification('store').contract;
  const wire = {CODE: 'success', data: {paginator: {current_page: 1, data: [{id: 1}]}}};
  const listUsers = {at: '/data/paginator/data'};
  const profile: Profile = {...openProfile(), rows: {listUsers}};
  expect(new Codec(store, profile).decode('listUsers', 200, {}, wire).body).toEqual(wire);
});

test('the one row of a read is taken from where the profile has it', () => {
  const profile = {
    ...openProfile(),
    members: {'Publication#/title': {at: '/name'}},
    rows: {getPublication: {at: '/publication'}},
  };
  const publication = {id: 'pub_1', name: 'Tides'};
  const decode = (op: string, wire: object): unknown =>
    codec(profile).decode(op, 200, {}, wire).body;
  expect(decode('getPublication', {publication})).toMatchObject({id: 'pub_1', title: 'Tides'});
  expect(decode('listPublications', {data: [publication], has_more: false})).toMatchObject({
    data: [{id: 'pub_1', title: 'Tides'}],
  });
});

test('a member under its canonical name, not where the profile has it, makes its line suspect', () => {
  const {suspectLines} = codec(relabelled).decode(
    'getAccount',
    200,
    {},
    {workspace: 'ws_1', plan: 'p', paid_work: true, publications_left: 1},
  );
  expect(suspectLines).toContainEqual({
    line: 'members.Account#/workspace',
    correction: 'members.Account#/workspace: {at: /workspace}',
    decides: 'body',
    member: {key: 'Account#/workspace', about: 'location or form'},
  });
});

test('a refusal is the set of what it can be, and the profile only narrows it', () => {
  const open = codec().decode('createPublication', 422, {}, {reason: 'whatever'}).situations;
  const narrow = codec(relabelled).decode(
    'createPublication',
    422,
    {},
    {reason: 'there_already'},
  ).situations;
  expect(open.length).toBeGreaterThan(1);
  expect(narrow.length).toBeGreaterThan(0);
  for (const situation of narrow) expect(open).toContain(situation);
});

test("a request is written in the deployment's names", () => {
  expect(
    codec(relabelled).encode('createUpload', {original_filename: 'a.epub', size_bytes: 3}),
  ).toEqual({upload: {name: 'a.epub', bytes: 3}});
  expect(codec(relabelled).encode('createUpload', ['no', 'object'])).toEqual(['no', 'object']);
});

test('whatever comes is read, or left as it is: nothing throws', () => {
  const {value} = fc.letrec((tie) => ({
    value: fc.oneof(
      {depthSize: 'medium'},
      fc.constantFrom<unknown>(null, true, 0, 1, 1e300, -1, '', 'x', 'BOOK', '12', undefined),
      fc.array(tie('value'), {maxLength: 3}),
      fc.dictionary(
        fc.constantFrom(
          'data',
          'item',
          'identifier',
          'registered',
          'kind',
          'files',
          'original',
          'bytes',
          'allowance',
          'remaining',
          'put',
          'headers',
          'reason',
          'error',
          '__proto__',
        ),
        tie('value'),
        {maxKeys: 5, noNullPrototype: true},
      ),
    ),
  }));
  const ops = Object.keys(specification.contract.operations);
  fc.assert(
    fc.property(
      fc.constantFrom(...ops),
      fc.constantFrom(200, 201, 204, 400, 401, 404, 409, 422, 429, 500, 302),
      value,
      fc.constantFrom<Record<string, string>>({}, {location: ''}, {location: '/a/b?c'}),
      fc.boolean(),
      (op, status, wire, headers, open) => {
        const {situations, documented} = codec(open ? openProfile() : relabelled).decode(
          op,
          status,
          headers,
          wire,
        );
        for (const situation of situations) expect(documented).toContain(situation);
      },
    ),
    {numRuns: 3000, seed: 31},
  );
});

test('an id with half a character, which UTF-8 cannot write, is sent all the same', () => {
  expect(codec().path('getPublication', {publication: 'a\ud800'})).toBe(
    '/api/v1/publications/a%EF%BF%BD',
  );
});

test('a path keeps its parameters apart from the rest of the address', () => {
  expect(codec().path('getPublication', {publication: '../account?x=1#y'})).toBe(
    '/api/v1/publications/..%2Faccount%3Fx=1%23y',
  );
});

test.each([
  ['/api/v1/jobs/{run}', '/api/v1/jobs/7'],
  ['/jobs/{run}', '/api/v1/jobs/7'],
])('a path of a profile may have the prefix of the API or not: %s', (template, path) => {
  const profile = {...openProfile(), paths: {readRun: {template}}};
  expect(codec(profile).path('readRun', {run: '7'})).toBe(path);
});

test('the path of a run may name the publication with which it was started', () => {
  const template = '/publications/{publication}/jobs/{run}';
  const own = codec({...openProfile(), paths: {readRun: {template}}});
  expect(own.path('readRun', {run: '7'})).toBeUndefined();
  own.rememberParent('startRun', {publication: 'p 1'}, {id: 7});
  own.rememberParent('startRun', {publication: 'p2'}, {id: '8'});
  expect(own.path('readRun', {run: '7'})).toBe('/api/v1/publications/p%201/jobs/7');
  // A run that nobody has started is looked for below the publication of the last one.
  expect(own.path('readRun', {run: 'unknown'})).toBe('/api/v1/publications/p2/jobs/unknown');
});

describe('runs whose ids are numbered in each publication', () => {
  const runs = '/publications/{publication}/runs';
  const template = {readRun: {template: `${runs}/{run}`}};
  const started = (own: Codec, publication: string, wire: object): unknown => {
    const {body} = own.decode('startRun', 202, {}, {state: 'queued', ...wire}, {publication});
    own.rememberParent('startRun', {publication}, body);
    return at(body, '/id');
  };

  test('have canonical ids that differ, and requests with their own', () => {
    const own = codec({...openProfile(), paths: template});
    const ids = ['p1', 'p2'].map((publication) => started(own, publication, {id: '1'}) as string);
    expect(ids).toEqual(['p1 / 1', 'p2 / 1']);
    expect(ids.map((run) => own.path('readRun', {run}))).toEqual([
      '/api/v1/publications/p1/runs/1',
      '/api/v1/publications/p2/runs/1',
    ]);
    const read = own.decode('readRun', 200, {}, {id: '1', state: 'failed'}, {run: 'p1 / 1'});
    expect(read.body).toMatchObject({id: 'p1 / 1'});
  });

  test('have the same ids through a tool', () => {
    const own = codec({...openProfile(), paths: template});
    const {body} = own.decodeTool(
      'startRun',
      false,
      {id: '1', state: 'queued'},
      {publication: 'p'},
    );
    expect(body).toMatchObject({id: 'p / 1'});
    const request = {path: {run: 'p / 1'}, query: {}, headers: {}, body: undefined};
    const listed = {name: 'readRun', arguments: ['/run', '/publication']};
    expect(own.toolArguments('readRun', listed, request)).toEqual({run: '1', publication: 'p'});
  });

  test('are found at the URLs that the deployment gave for them', () => {
    const followed = {kind: 'run', from: 'startRun', header: 'Location'};
    const own = codec({...openProfile(), paths: {readRun: {followed}}});
    for (const publication of ['p1', 'p2'])
      own.decode('startRun', 202, {location: `/${publication}/1`}, {id: '1'}, {publication});
    expect(own.path('readRun', {run: 'p1 / 1'})).toBe('/p1/1');
  });

  test('belong to the publication that the response shows', () => {
    const own = codec({...openProfile(), paths: template});
    started(own, 'p1', {id: '1'});
    expect(started(own, 'p2', {id: '1', publication_id: 'p1'})).toBe('p1 / 1');
    expect(started(own, 'p2', {id: '1', publication_id: 'https://of/p1'})).toBe('p2 / 1');
  });

  test('are as the deployment writes them where the path of a run needs no publication', () => {
    const own = codec({...openProfile(), paths: {readRun: {template: '/runs/{run}'}}});
    expect(started(own, 'p1', {id: 'a / b'})).toBe('a / b');
    expect(own.path('readRun', {run: 'a / b'})).toBe('/api/v1/runs/a%20%2F%20b');
  });
});

test('a success has any of its documented statuses, whatever the profile says', () => {
  const store = loadSpecification('store');
  const profile = {...openProfile(), outcomes: {'updateUser.updated': {status: [204]}}};
  const {situations, profileMismatch} = new Codec(store.contract, profile).decode(
    'updateUser',
    200,
    {},
    {},
  );
  expect(situations).toEqual(['updated']);
  expect(profileMismatch).toBeUndefined();
});

test.each<[what: string, op: string, wire: unknown, own: true | undefined]>([
  ['the documented error', 'getAccount', {error: 'Later.', reason: 'down'}, true],
  ['the error of a gateway', 'getAccount', {message: 'Service Unavailable'}, undefined],
  ['no JSON', 'getAccount', undefined, undefined],
])('a 503 with %s', (_what, op, wire, own) => {
  expect(codec().decode(op, 503, {}, wire).ownError).toBe(own);
});

test('a 503 in the form of earlier refusals is the deployment own, where the document shows none', () => {
  const store = new Codec(loadSpecification('store').contract, openProfile());
  const decode = (status: number, wire: object) => store.decode('listUsers', status, {}, wire);
  expect(decode(503, {code: 7, text: 'Later.'}).ownError).toBeUndefined();
  decode(401, {code: 1, text: 'Who are you?'});
  expect(decode(503, {code: 7, text: 'Later.'}).ownError).toBe(true);
});

const WIRE = {tenant: 'ws_1', tier: 'studio', paid: true, left: 3};
const PLACED = {
  'Account#/workspace': {at: '/tenant'},
  'Account#/plan': {at: '/tier'},
  'Account#/paid_work': {at: '/paid'},
  'Account#/publications_left': {at: '/left'},
};
const suspectLinesOf = (members: Profile['members'], wire: object) =>
  codec({...openProfile(), members: {...PLACED, ...members}}).decode('getAccount', 200, {}, wire)
    .suspectLines;

test.each<[mistake: string, members: Profile['members'], wire: object, correction: string]>([
  [
    'a typo',
    {'Account#/paid_work': {at: '/payd'}},
    WIRE,
    'members.Account#/paid_work: {at: /paid}',
  ],
  [
    'two lines mixed up',
    {'Account#/plan': {at: '/left'}, 'Account#/publications_left': {at: '/tier'}},
    WIRE,
    'members.Account#/publications_left: {at: /left}',
  ],
  [
    'no encoding',
    {},
    {...WIRE, left: '3'},
    'encodings.Account#/publications_left: number-as-string',
  ],
  [
    'a word in the place of a boolean',
    {},
    {...WIRE, paid: 'monthly'},
    'encodings.Account#/paid_work: {true: [...], false: [...]} (with `monthly` in one of the lists)',
  ],
])('a line that another would fit is suspect: %s', (_mistake, members, wire, correction) => {
  expect(suspectLinesOf(members, wire)).toMatchObject([{correction}]);
});

test('a member is null where the object is null in which it stands, if it may be', () => {
  const members = {
    'Account#/plan': {at: '/subscription/plan/code'},
    'Account#/paid_work': {at: '/subscription/paid'},
  };
  const {body} = codec({...openProfile(), members}).decode(
    'getAccount',
    200,
    {},
    {subscription: null},
  );
  expect(body).toMatchObject({plan: null});
  expect(body).not.toHaveProperty('paid_work');
});

test('texts may say yes and no', () => {
  const read = (paid: string) =>
    codec({
      ...openProfile(),
      members: PLACED,
      encodings: {'Account#/paid_work': {true: ['monthly', 'yearly'], false: 'never'}},
    }).decode('getAccount', 200, {}, {...WIRE, paid});
  expect(read('yearly').body).toMatchObject({paid_work: true});
  expect(read('never').body).toMatchObject({paid_work: false});
  expect(read('never').suspectLines).toBeUndefined();
});

test('a mapping without a text for a value is suspect', () => {
  const {suspectLines} = codec({
    ...openProfile(),
    encodings: {'FileVersion#/kind': {original: 'yes', derived: 'no'}},
  }).decode('getCurrentPublicationFile', 200, {}, {id: 'f', kind: true});
  expect(suspectLines).toMatchObject([
    {
      correction: 'encodings.FileVersion#/kind: {..., NAME: true} (it has nothing for this value)',
    },
  ]);
});

test('an id may be a number', () => {
  const wire = {id: 17, state: 'running'};
  const read = (encodings: Profile['encodings']) =>
    codec({...openProfile(), encodings}).decode('readRun', 200, {}, wire);
  expect(read({}).suspectLines).toMatchObject([
    {correction: 'encodings.Run#/id: string-as-number'},
  ]);
  const {body, suspectLines} = read({'Run#/id': 'string-as-number'});
  expect(body).toMatchObject({id: '17'});
  expect(suspectLines).toBeUndefined();
});

test.each<[what: string, wire: object]>([
  ['is missing', {...WIRE, paid: undefined}],
  ['has a value of no known form', {...WIRE, paid: 7}],
])('no line is suspect when a member %s and none would fit', (_what, wire) => {
  expect(suspectLinesOf({}, wire)).toBeUndefined();
});

const accusedBy = (bodies: object[], members: Profile['members']): boolean => {
  const lines = new LineEvidence();
  const reader = new Codec(specification.contract, {...openProfile(), members}, lines);
  const suspectLines = bodies.flatMap(
    (wire) => reader.decode('getAccount', 200, {}, wire).suspectLines ?? [],
  );
  const own = suspectLines.filter(({line}) => line === 'members.Account#/plan');
  return !own.some((suspect) => lines.mayBeWrong(suspect));
};
const DEEP = {
  'Account#/publications_left': {at: '/allowance/left'},
  'Account#/plan': {at: '/of/tier'},
  'Account#/paid_work': {at: '/of/paid'},
};
const body = (of: object): object => ({workspace: 'ws_1', publications_left: 3, of});

test.each<[what: string, accused: boolean, bodies: object[]]>([
  ['any name, where a value that it may be', false, [body({zz: 'studio', paid: true})]],
  [
    'no name, where what another member has beside it',
    true,
    [{...body({paid: true}), allowance: {left: 3, until: 'May'}}],
  ],
  ['no name, where every value has an owner', true, [body({paid: true})]],
  ['no name, where only a copy', true, [body({zz: 'ws_1', paid: true})]],
  ['no name, where nothing that it may be', true, [body({zz: 0, paid: true})]],
  [
    'no name that all responses have, where one',
    true,
    [body({zz: 'studio', paid: true}), body({paid: true})],
  ],
  [
    'a name of which a response has null, where a value that it may be',
    false,
    [body({zz: 'studio', paid: true}), body({zz: null, paid: true})],
  ],
  [
    'its own place once, where a value',
    true,
    [body({tier: 'studio', paid: true}), body({zz: 'studio', paid: true})],
  ],
])('a member may have %s is to be seen', (_what, accused, bodies) => {
  expect(accusedBy(bodies, DEEP)).toBe(accused);
});

test.each<[what: string, transfer: object, lines: string[]]>([
  ['other texts by name are no headers', {method: 'PUT', ends: '2026-01-01T00:00:00Z'}, []],
  [
    'a map of headers may be what is looked for',
    {'Content-Type': 'application/epub+zip'},
    ['members.Reservation#/upload_headers'],
  ],
])('where upload headers are missing: %s', (_what, transfer, lines) => {
  const members = {'Reservation#/upload_headers': {at: '/transfer/headers'}};
  const wire = {publication_id: 'p1', key: 'k1', upload_url: 'https://a.example/k1', transfer};
  const reader = codec({...openProfile(), members});
  const {suspectLines = []} = reader.decode('createUpload', 201, {}, wire);
  const suspect = suspectLines.map(({line}) => line);
  expect(suspect.filter((line) => line.includes('headers'))).toEqual(lines);
});

test('a word that the document has for a member, and rules out here, is no mistake in its line', () => {
  const members = {'StartedRun#/state': {at: '/phase'}, 'StartedRun#/tool': {at: '/by'}};
  const suspectAt = (phase: unknown): string[] => {
    const lines = new LineEvidence();
    const reader = new Codec(specification.contract, {...openProfile(), members}, lines);
    const wire = {id: 'run_1', phase, by: 'check'};
    const {suspectLines = []} = reader.decode('startRun', 202, {}, wire);
    return suspectLines.filter((one) => lines.mayBeWrong(one)).map(({line}) => line);
  };
  expect(suspectAt('succeeded')).toEqual([]);
});

test.each<[what: string, name: string, lines: string[]]>([
  ['what is called a little like it is about the other', 'granted', []],
  ['a slip of its name may be it', 'countd', ['members.Usage#/daily_runs_used']],
])('beside another member, where one is missing, %s', (_what, name, lines) => {
  const members = {
    'Usage#/daily_runs_limit': {at: '/runs/ceiling'},
    'Usage#/daily_runs_used': {at: '/runs/counted'},
    'Usage#/runs_per_tool_and_publication_limit': {at: '/pair/ceiling'},
    'Usage#/publications_left': {at: '/publications/left'},
  };
  const wire = {runs: {ceiling: 40}, pair: {ceiling: 5}, publications: {left: 3, [name]: 9}};
  const {suspectLines = []} = codec({...openProfile(), members}).decode(
    'getAccountUsage',
    200,
    {},
    wire,
  );
  expect(suspectLines.map(({line}) => line)).toEqual(lines);
});

test.each<[what: string, row: object, absent: string[] | undefined]>([
  ['every value belongs to another member', {}, ['members.Tool#/category']],
  ['a value belongs to none', {kind: 'checks'}, undefined],
  ['a value is within another member', {name: {text: 'Check', kind: 'checks'}}, undefined],
  ['a value that cannot be it belongs to none', {hidden: false}, undefined],
])('a member whose name is open is surely missing where %s (NS-WS-03)', (_what, more, absent) => {
  const row = {
    slug: 'check',
    name: 'Check',
    description: 'Checks.',
    metered: false,
    replaces_working_file: false,
  };
  const read = codec().decode('listTools', 200, {}, {data: [{...row, ...more}]});
  const about = read.suspectLines?.filter(({line}) => line === 'members.Tool#/category') ?? [];
  expect(read.absent).toEqual(absent);
  expect(about.length).toBe(absent ? 0 : 1);
});

test('nor is it missing for sure where an object around the body, or a header, may have it', () => {
  const profile: Profile = {...openProfile(), rows: {getAccount: {at: '/data'}}};
  const absentIn = (op: string, status: number, wire: object, headers = {}) =>
    codec(profile).decode(op, status, headers, wire).absent;
  const publication = {
    id: 'p',
    type: 'book',
    status: 'ready',
    title: 't',
    original_size_bytes: 1,
    working_file_id: 'f',
    working_file_size_bytes: 1,
  };
  const time = ['members.Publication#/created_at'];
  expect(absentIn('getPublication', 200, {...publication, origin: 'api'})).toEqual(time);
  expect(absentIn('getPublication', 200, {...publication, since: 1_790_000_000})).toBeUndefined();
  const account = {workspace: 'ws_1', publications_left: 3, plan: 'small'};
  expect(absentIn('getAccount', 200, {data: account})).toEqual(['members.Account#/paid_work']);
  expect(absentIn('getAccount', 200, {data: account, meta: {paid: true}})).toBeUndefined();
  const reservation = {key: 'k', upload_url: 'https://storage.example/k', upload_headers: {}};
  const id = 'members.Reservation#/publication_id';
  expect(absentIn('createUpload', 201, reservation)).toEqual([id]);
  expect(absentIn('createUpload', 201, reservation, {location: '/p'})).toBeUndefined();
});

test('a row under another name than the profile has makes the line of the row alone suspect', () => {
  const row = {id: 'pub_1', type: 'book', status: 'ready', title: 'Tides'};
  const profile = {...openProfile(), rows: {getPublication: {at: '/pub'}}};
  const {suspectLines} = codec(profile).decode('getPublication', 200, {}, {publication: row});
  expect(suspectLines).toEqual([
    {
      line: 'rows.getPublication',
      correction: 'rows.getPublication: {at: /publication}',
      decides: 'body',
    },
  ]);
});

test('what is said of a row holds for the replay of a run as for its start', () => {
  const profile = {...openProfile(), rows: {startRun: {at: '/job'}}};
  const run = {id: 'run_1', state: 'queued'};
  for (const status of [202, 200])
    expect(codec(profile).decode('startRun', status, {}, {job: run}).body).toMatchObject(run);
});

test('a line about rows that names a list where one object is meant is suspect', () => {
  const profile = {...openProfile(), rows: {getPublicationReader: {at: '/copies'}}};
  const wire = {readerConfigured: true, copies: []};
  const {suspectLines} = codec(profile).decode('getPublicationReader', 200, {}, wire);
  expect(suspectLines?.map(({line}) => line)).toContain('rows.getPublicationReader');
});

test('rows that show nothing of theirs make their line suspect', () => {
  const wire = {data: [{item: {id: 'pub_1', title: 'Tides'}}], has_more: false};
  expect(codec().decode('listPublications', 200, {}, wire).suspectLines).toContainEqual({
    line: 'rows.listPublications',
    correction: 'rows.listPublications: {at: /data, unwrap: /item}',
    decides: 'body',
  });
});

test('the pointer to rows in a member with a slash or tilde in its name is escaped', () => {
  const wire = {data: [{'the/item~': {id: 'pub_1', title: 'Tides'}}], has_more: false};
  expect(codec().decode('listPublications', 200, {}, wire).suspectLines).toContainEqual({
    line: 'rows.listPublications',
    correction: 'rows.listPublications: {at: /data, unwrap: /the~1item~0}',
    decides: 'body',
  });
});

test('rows are not looked for elsewhere where the document names their member', () => {
  const wire = {items: [{id: 'pub_1', title: 'Tides'}], has_more: false};
  const {suspectLines = []} = codec().decode('listPublications', 200, {}, wire);
  expect(suspectLines.map(({line}) => line)).not.toContain('rows.listPublications');
});

test('a success is known by its body, and a refusal by its reason, under a wrong status', () => {
  const read = codec().decode(
    'getAccount',
    202,
    {},
    {
      workspace: 'ws_1',
      plan: 'studio',
      paid_work: true,
      publications_left: 3,
    },
  );
  expect(read).toMatchObject({
    situations: ['account'],
    wrongStatus: {situation: 'account', documented: [200]},
  });
  const refusal = {error: 'No.', reason: 'publication_not_found'};
  expect(codec().decode('getPublication', 400, {}, refusal)).toMatchObject({
    situations: ['publication-not-found'],
    wrongStatus: {situation: 'publication-not-found', documented: [404]},
  });
});

test.each<[what: string, status: number, wire: unknown]>([
  ['a success without its body', 204, undefined],
  ['a refusal without a known reason', 404, {error: 'No.', reason: 'gone'}],
])('%s under another status is no documented situation', (_what, status, wire) => {
  expect(codec().decode('getAccount', status, {}, wire)).toMatchObject({situations: []});
});

const storeCodec = (profile: Profile = openProfile()): Codec =>
  new Codec(loadSpecification('store').contract, profile);

test('an operation may have a prefix of its own, and another path by the profile', () => {
  const at = (template?: string): string | undefined =>
    storeCodec({...openProfile(), ...(template && {paths: {deletePlan: {template}}})}).path(
      'deletePlan',
      {plan_id: '7'},
    );
  expect(at()).toBe('/api/v1/dashboard/plans/7');
  expect(storeCodec().path('updatePlan', {plan_id: '7'})).toBe(
    '/integration-api/v1/dashboard/plans/7',
  );
  expect(at('/dashboard/plan/{plan_id}')).toBe('/api/v1/dashboard/plan/7');
  expect(at('/api/v1/plans/{plan_id}')).toBe('/api/v1/plans/7');
  expect(at('/integration-api/v1/dashboard/plans/{plan_id}')).toBe(
    '/integration-api/v1/dashboard/plans/7',
  );
});

const PLAN = {id: 7, type: 'prepaid', name: 'Tide', details: '', duration: 6, url: 'https://x'};

test.each<[where: string, wire: unknown, rows: unknown]>([
  ['under `data`', {CODE: 'success', data: [PLAN]}, [PLAN]],
  ['in a paginator', {data: {paginator: {current_page: 1, data: [PLAN]}}}, [PLAN]],
  ['in the paginator itself', {data: {current_page: 1, data: [PLAN]}}, [PLAN]],
  ['in a paginator with links, none', {data: {paginator: {data: [], links: [{url: '/1'}]}}}, []],
  ['bare', [PLAN], [PLAN]],
  ['wrapped', {plans: [{plan: PLAN}]}, [PLAN]],
  ['in a member with a slash and a tilde', {'a/b~': [{'c~/d': PLAN}]}, [PLAN]],
  ['nowhere, where nothing shows a plan', {rows: [{id: 7, name: 'Tide'}]}, undefined],
])('the rows of a list whose envelope is open are found %s', (_where, wire, rows) => {
  const {body} = storeCodec().decode('listPlans', 200, {}, wire);
  expect((body as {data?: unknown}).data).toEqual(rows);
});
