import {expect, test} from 'vitest';
import {openProfile} from '../../../spec/profile.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Check} from '../../language/check.ts';
import {expectMember} from '../../language/judge.ts';
import {Codec} from '../../target/codec.ts';
import {LineEvidence} from '../../target/codec/line-evidence.ts';
import type {Target} from '../../target/target.ts';
import {MixedUpLines} from './mixed-up-lines.ts';

const specifications = loadSpecifications();
/** Mixed up: the tool stands at `/by`, the publication at `/of`. */
const profile = {
  ...openProfile(),
  members: {'Run#/tool': {at: '/of'}, 'Run#/publication_id': {at: '/by'}},
};
const target = {profile: () => profile} as unknown as Target;
const wire = {id: 'run_1', state: 'running', of: 'pub_1', by: 'check'};
const codec = new Codec(specifications.workspace.contract, profile);
const run: Exchange = {
  step: 's1',
  op: 'readRun',
  as: 'full',
  sentAt: 0,
  gotAt: 1,
  status: 200,
  headers: {},
  wire,
  ...codec.decode('readRun', 200, {}, wire),
  sent: {method: 'GET', url: '', headers: {}},
};
const checkThat = (pointer: string, value: string): Check =>
  ({
    judge: ({seen}: {seen: Exchange}) => expectMember(seen, pointer, value, 'b'),
  }) as unknown as Check;
const LINE = 'members.Run#/tool and members.Run#/publication_id mixed up';

test('two lines are named with which, exchanged, a check would pass', () => {
  const mixedUp = new MixedUpLines(target, specifications);
  expect(mixedUp.explaining(checkThat('/tool', 'check'), {seen: run})).toMatchObject([
    {line: LINE, correction: expect.stringContaining('members.Run#/tool: {"at":"/by"}')},
  ]);
  expect(mixedUp.explaining(checkThat('/tool', 'repair'), {seen: run})).toEqual([]);
});

test('a check that passes only as the profile is read shows that they are not mixed up', () => {
  const mixedUp = new MixedUpLines(target, specifications);
  const lines = new LineEvidence();
  const [suspect] = mixedUp.explaining(checkThat('/tool', 'check'), {seen: run});
  mixedUp.confirmLines(lines);
  expect(lines.mayBeWrong(suspect!)).toBe(true);
  mixedUp.notePassed(checkThat('/publication_id', 'check'), {seen: run});
  mixedUp.confirmLines(lines);
  expect(lines.mayBeWrong(suspect!)).toBe(false);
});

test('a request with an id that succeeded shows that its line is not mixed up with another', () => {
  const members = {'Run#/id': {at: '/ref'}, 'Run#/state': {at: '/stage'}};
  const placed = {...openProfile(), members};
  const wrong = {ref: 'running', stage: 'run_1'};
  const read = new Codec(specifications.workspace.contract, placed);
  const seen = {...run, wire: wrong, ...read.decode('readRun', 200, {}, wrong)};
  const mixedUp = new MixedUpLines({profile: () => placed} as unknown as Target, specifications);
  const lines = new LineEvidence();
  const [suspect] = mixedUp.explaining(checkThat('/state', 'running'), {seen});
  mixedUp.confirmLines(lines);
  expect(lines.mayBeWrong(suspect!)).toBe(true);
  lines.confirm('members.Run#/id in requests');
  mixedUp.confirmLines(lines);
  expect(lines.mayBeWrong(suspect!)).toBe(false);
});

test('lines are not mixed up where a member would have a value that it cannot have', () => {
  const members = {'Publication#/status': {at: '/state'}, 'Publication#/created_at': {at: '/made'}};
  const placed = {...openProfile(), members};
  const publication = {id: 'pub_1', state: 'ready', made: '2026-03-02T09:30:00.000Z'};
  const seen: Exchange = {
    ...run,
    op: 'getPublication',
    wire: publication,
    ...new Codec(specifications.workspace.contract, placed).decode(
      'getPublication',
      200,
      {},
      publication,
    ),
  };
  const mixedUp = new MixedUpLines({profile: () => placed} as unknown as Target, specifications);
  expect(mixedUp.explaining(checkThat('/created_at', 'ready'), {seen})).toEqual([]);
});

test('a state is not mixed up with a title whose value is no word of a deployment', () => {
  const members = {'Publication#/status': {at: '/state'}, 'Publication#/title': {at: '/name'}};
  const placed = {...openProfile(), members};
  const read = (name: string): Exchange => {
    const publication = {id: 'pub_1', state: 'ready', name};
    const {contract} = specifications.workspace;
    const decoded = new Codec(contract, placed).decode('getPublication', 200, {}, publication);
    return {...run, op: 'getPublication', wire: publication, ...decoded};
  };
  const mixedUp = new MixedUpLines({profile: () => placed} as unknown as Target, specifications);
  const isExplained = (name: string): boolean =>
    mixedUp.explaining(checkThat('/title', 'ready'), {seen: read(name)}).length > 0;
  expect(isExplained('Tides')).toBe(true);
  expect(isExplained('\u201cLow\u201d & Sons')).toBe(false);
});

test('lines are not mixed up where the names themselves say which is which', () => {
  const pairs = (tool: string, publication: string, wanted: string): number => {
    const members = {'Run#/tool': {at: tool}, 'Run#/publication_id': {at: publication}};
    const placed = {...openProfile(), members};
    const wrong = {id: 'run_1', state: 'running', toolName: 'pub_1', publication: 'check'};
    const read = new Codec(specifications.workspace.contract, placed);
    const seen = {...run, wire: wrong, ...read.decode('readRun', 200, {}, wrong)};
    const mixedUp = new MixedUpLines({profile: () => placed} as unknown as Target, specifications);
    return mixedUp.explaining(checkThat('/tool', wanted), {seen}).length;
  };
  expect(pairs('/toolName', '/publication', 'check')).toBe(0);
  expect(pairs('/publication', '/toolName', 'pub_1')).toBe(1);
});
