import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {scenariosIn, outcomesIn, troubles, type Outcome, type Scope} from './results.ts';

const LIST = `Server scenarios (test against a server):
  - ping [2025-06-18,2025-11-25]
  - tools-call-image [2025-11-25,2026-07-28]

Client scenarios (test against a client):
  - initialize [2025-06-18]

Authorization server scenarios (test against an authorization server):
  - authorization-code-grant [2025-11-25]
`;
const SCOPE: Scope = {
  runner: '1.0.0',
  protocols: ['2025-11-25'],
  other_protocols: {'2025-06-18': 'old', '2026-07-28': 'new'},
  applies: ['ping', 'authorization-code-grant'],
  left_out: {'tools-call-image': 'no such tool'},
};
const GOOD: Outcome = {passed: 2, failed: 0, warned: 0, own: 1, errors: []};
const BAD: Outcome = {passed: 1, failed: 1, warned: 0, own: 0, errors: ['ping failure: no']};
const ALL_WELL = {ping: GOOD, 'authorization-code-grant': GOOD, 'tools-call-image': BAD};

const troublesWith = (outcomes: Record<string, Outcome>, scope: Partial<Scope> = {}): string =>
  troubles(
    {...SCOPE, ...scope},
    scenariosIn(LIST),
    new Map([['2025-11-25', new Map(Object.entries(outcomes))]]),
  ).join('\n');

it('the scenarios for servers and authorization servers are listed, those for clients are not', () =>
  expect(scenariosIn(LIST).map(({name}) => name)).toEqual([
    'ping',
    'tools-call-image',
    'authorization-code-grant',
  ]));

it('a night without trouble is without trouble', () => expect(troublesWith(ALL_WELL)).toBe(''));

it.each<[what: string, outcomes: Record<string, Outcome>, scope: Partial<Scope>, trouble: RegExp]>([
  [
    'one that applies fails',
    {...ALL_WELL, ping: BAD},
    {},
    /^ping \(2025-11-25\): ping failure: no$/,
  ],
  [
    'one that applies checks nothing but the form',
    {...ALL_WELL, ping: {...GOOD, own: 0}},
    {},
    /nothing was checked/,
  ],
  [
    'one leaves no result',
    {ping: GOOD, 'tools-call-image': BAD},
    {},
    /authorization-code-grant .*left no result/,
  ],
  ['one left out passes', {...ALL_WELL, 'tools-call-image': GOOD}, {}, /left out, but it passes/],
  ['one is new', ALL_WELL, {left_out: {}}, /tools-call-image: new/],
  ['one is gone', ALL_WELL, {applies: [...SCOPE.applies, 'pong']}, /^pong: the runner has no such/],
  [
    'one stands twice',
    ALL_WELL,
    {left_out: {...SCOPE.left_out, ping: 'why not'}},
    /^ping: stands twice/,
  ],
  ['a protocol is new', ALL_WELL, {other_protocols: {'2025-06-18': 'old'}}, /^protocol 2026-07-28/],
])('it is noticed when %s', (_what, outcomes, scope, trouble) =>
  expect(troublesWith(outcomes, scope)).toMatch(trouble),
);

it('results are read from the folders that a run leaves', () => {
  const folder = mkdtempSync(join(tmpdir(), 'presscheck-results-'));
  const left = join(folder, 'server-server-initialize-2026-01-02T03-04-05-678Z');
  mkdirSync(left);
  const checks = [
    {id: 'a', status: 'SUCCESS'},
    {id: 'wire-schema-valid', status: 'SUCCESS'},
    {id: 'b', status: 'FAILURE', errorMessage: 'no'},
    {id: 'c', status: 'INFO'},
  ];
  writeFileSync(join(left, 'checks.json'), JSON.stringify(checks));
  expect([...outcomesIn(folder)]).toEqual([
    ['server-initialize', {passed: 2, failed: 1, warned: 0, own: 1, errors: ['b failure: no']}],
  ]);
  rmSync(folder, {recursive: true});
});
