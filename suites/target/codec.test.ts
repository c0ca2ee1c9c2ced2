import {beforeEach, describe, expect, it} from 'vitest';
import {readContract} from '../../spec/read-contract.ts';
import {openProfile, readProfile, UsageError, type Profile} from '../../spec/profile.ts';
import {Codec} from './codec.ts';

/** A document with every kind of openness that a profile can settle; the chapters at hand do not have them all. */
const contract = readContract({
  info: {'x-api': 'workspace'},
  servers: [{url: '/api/v1'}],
  'x-open-names': ['NS-1'],
  paths: {
    '/runs': {
      post: {
        operationId: 'startRun', tags: ['runs'], 'x-creates': {kind: 'run', id: '/id', residue: 'a run'}, 'x-invalid': 'refused',
        requestBody: {content: {'application/json': {schema: {type: 'object', properties: {tool: {type: 'string', 'x-open': 'NS-1'}}}}}},
        responses: {
          '202': {'x-situations': {started: {}}, content: {'application/json': {schema: {$ref: '#/components/schemas/Run'}}}},
          '422': {'x-situations': {'daily-limit': {reason: 'daily_limit_reached'}, refused: {'x-open': 'NS-2'}}},
          '4XX': {'x-situations': {odd: {statuses: [400, 409], 'x-open': 'NS-2'}}},
        },
      },
      get: {
        operationId: 'listRuns', tags: ['runs'], 'x-pager': {kind: 'page', param: 'page', next: '', more: '', rows: '/data'},
        responses: {
          '200': {
            'x-situations': {page: {}},
            content: {'application/json': {schema: {type: 'object', properties: {data: {type: 'array', items: {$ref: '#/components/schemas/Run'}}}}}},
          },
        },
      },
    },
    '/runs/{run}': {
      get: {operationId: 'readRun', tags: ['runs'], parameters: [{name: 'run', in: 'path', schema: {}}], responses: {'200': {'x-situations': {run: {}}}}},
    },
  },
  components: {
    schemas: {
      Run: {
        type: 'object', required: ['id', 'state', 'report', 'at'],
        properties: {
          id: {type: 'string', 'x-open': 'NS-1'}, state: {type: 'string', 'x-open': 'NS-1'}, report: {'x-open': 'NS-1'},
          at: {type: 'string', 'x-open': 'NS-1'}, slug: {type: 'string'},
        },
      },
    },
  },
});

let profile: Profile;
beforeEach(() => (profile = openProfile()));
const read = (wire: unknown, headers: Record<string, string> = {}) => new Codec(contract, profile).decode('startRun', 202, headers, wire);

describe('members', () => {
  it('stand somewhere else, in a header, or are absent for null', () => {
    profile.members = {
      'Run#/id': {header: 'Location', take: 'last-segment'}, 'Run#/state': {at: '/run/status/name'}, 'Run#/report': {at: '/run/report', absent: 'null'},
    };
    expect(read({run: {status: {name: 'queued'}}, at: 'now'}, {location: '/api/v1/runs/r7?tail=1'}).body).toMatchObject({id: 'r7', state: 'queued', report: null});
  });

  it('in a whole header', () => {
    profile.members = {'Run#/id': {header: 'X-Run'}};
    expect(read({}, {'x-run': 'r/7'}).body).toMatchObject({id: 'r/7'});
  });

  it('that are not where the profile says, but where the document has them, are doubted', () => {
    profile.members = {'Run#/state': {at: '/nowhere'}};
    expect(read({id: 'r1', state: 'queued', report: {}, at: 'now'}).doubt).toBe('members.Run#/state: {at: /state}');
  });

  it('that the document does not name and nobody has settled are doubted, not missed', () => {
    expect(read({reference: 'r1'}).doubt).toMatch(/^members\.Run#\/id: .*does not name/);
    profile.choices = {'NS-1': 'as in the contract'};
    expect(read({reference: 'r1'}).doubt).toBeUndefined();
  });
});

describe('encodings', () => {
  it.each([
    ['bool-as-int', 1, true], ['bool-as-int', 0, false], ['bool-as-int', 7, 7], ['number-as-string', '12.5', 12.5], ['number-as-string', 'many', 'many'],
    ['epoch-seconds', 1772443800, '2026-03-02T09:30:00.000Z'], ['epoch-milliseconds', 1772443800000, '2026-03-02T09:30:00.000Z'],
    ['pairs', [['a', '1'], ['b', '2']], {a: '1', b: '2'}], ['pairs', [{name: 'a', value: '1'}], {a: '1'}], [{done: 'DONE'}, 'DONE', 'done'],
    [{done: 'DONE'}, 'OTHER', 'OTHER'], ['epoch-seconds', null, null],
  ] as const)('%o reads %o as %o', (encoding, wire, value) => {
    profile.encodings = {'Run#/state': encoding as never};
    expect((read({id: 'r', state: wire}).body as {state: unknown}).state).toEqual(value);
  });
});

describe('rows and pages', () => {
  it('are found and unwrapped', () => {
    profile.rows = {listRuns: {at: '/result/items', unwrap: '/node'}};
    profile.members = {'Run#/id': {at: '/ref'}};
    const {body} = new Codec(contract, profile).decode('listRuns', 200, {}, {result: {items: [{node: {ref: 'r1'}}, {node: {ref: 'r2'}}]}});
    expect((body as {data: {id: string}[]}).data.map((row) => row.id)).toEqual(['r1', 'r2']);
  });

  it('are turned as the profile says', () => {
    profile.pager = {listRuns: {kind: 'next-link', param: 'p', next: '/links/next'}};
    expect(new Codec(contract, profile).pager('listRuns')).toEqual({kind: 'next-link', param: 'p', next: '/links/next', more: '', rows: '/data'});
  });
});

describe('requests and paths', () => {
  it('are written in the names and nesting of the deployment', () => {
    profile.requests = {startRun: {tool: '/run/slug'}};
    expect(new Codec(contract, profile).encode('startRun', {tool: 'check', more: 1})).toEqual({run: {slug: 'check'}, more: 1});
  });

  it('follow another template', () => {
    profile.paths = {readRun: {template: '/v1/jobs/{run}/state'}};
    expect(new Codec(contract, profile).path('readRun', {run: 'a/b'})).toBe('/v1/jobs/a%2Fb/state');
  });

  it('follow the URL that was handed out, and are unknown before', () => {
    profile.paths = {readRun: {followed: {kind: 'run', from: 'startRun', header: 'Location'}}};
    const codec = new Codec(contract, profile);
    expect(codec.path('readRun', {run: 'r1'})).toBeUndefined();
    codec.decode('startRun', 202, {location: '/jobs/77'}, {id: 'r1'});
    expect(codec.path('readRun', {run: 'r1'})).toBe('/jobs/77');
  });
});

describe('outcomes', () => {
  const answered = (status: number, reason?: string) => new Codec(contract, profile).decode('startRun', status, {}, {error: 'no', reason});

  it('are every situation that the document allows', () => {
    expect(answered(422, 'daily_limit_reached').situations).toEqual(['daily-limit']);
    expect(answered(422, 'something').situations).toEqual(['refused']);
  });

  it('are narrowed by the profile; an answer that only the document fits is doubted', () => {
    profile.outcomes = {'startRun.odd': {status: [409], reason: 'twice'}};
    expect(answered(409, 'twice')).toMatchObject({situations: ['odd']});
    expect(answered(400, 'other')).toMatchObject({situations: [], documented: ['odd'], doubt: 'outcomes.startRun.odd: {status: [400], reason: "other"}'});
  });
});

describe('a profile', () => {
  it.each([
    [{members: {'Run#/slug': {at: '/x'}}}, /document names this member/],
    [{members: {'Run#/nothing': {at: '/x'}}}, /has no member/],
    [{members: {'Run#/id': {where: '/x'}}}, /members\.Run#\/id/],
    [{outcomes: {'startRun.odd': {status: [500]}}}, /400, 409, not 500/],
    [{outcomes: {'startRun.daily-limit': {reason: 'other'}}}, /daily_limit_reached/],
    [{paths: {nothing: {template: '/x'}}}, /no operation/],
    [{weakened: {}}, /weakened/],
  ])('cannot say %o', (said, complaint) => {
    expect(() => readProfile(said, contract, 'x.yaml')).toThrow(UsageError);
    expect(() => readProfile(said, contract, 'x.yaml')).toThrow(complaint);
  });
});
