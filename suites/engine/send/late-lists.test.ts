import type {RequestListener} from 'node:http';
import {expect, test} from 'vitest';
import {openProfile} from '../../../spec/profile.ts';
import type {RuleVerdict} from '../../../spec/run-record.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Check} from '../../language/check.ts';
import {expectEqual} from '../../language/judge.ts';
import type {Call} from '../../../spec/step.ts';
import type {Handle, Script} from '../../language/script.ts';
import {response} from '../../testing/response.ts';
import {ListsSeen} from './late-lists.ts';
import {ListReadings} from './list-readings.ts';
import type {Environment} from '../../target/target.ts';
import {realClock} from '../facts/ports.ts';
import {run} from '../run.ts';
import {testEnvironment, testTarget, whileServing} from '../../testing/target.ts';

const specifications = loadSpecifications();
const RULE = 'store.users.query-by-email-finds-that-user-only';
const clock = {now: () => realClock.now(), sleep: async () => undefined};
const settled = {...openProfile(), choices: specifications.store.profile.choices};

const USER = {email: 'somebody@readers.example', external_id: 'x-1', new_password: 'long enough'};

const countedAt = (place: string): Check => ({
  rule: RULE,
  place,
  scene: {
    id: `a list after a creation ${place}`,
    api: 'store',
    noRequestReuse: true,
    act: (s) => ({
      created: s.call('createUser', {body: USER}),
      list: s.call('listUsers', {query: {query: {$text: [USER.email]}}}),
    }),
  },
  judge: (({created, list}: Record<string, Exchange>) =>
    expectEqual(
      list!.body.data.paginator.data.map(({id}: {id: number}) => id),
      [created!.body.data.id],
      'not-listed',
      list!,
      'the ids of the list',
    )) as Check['judge'],
});

/**
 * Decides the check on a server that has one user, and shows in its list what `shows` says.
 * @param shows how many lists were read since the creation, and milliseconds that were waited
 */
async function decided(
  shows: (reads: number, waited: number) => boolean,
  checks = [countedAt('*')],
): Promise<RuleVerdict & {lists: number}> {
  let [id, lists, reads, waited] = [0, 0, 0, 0];
  const serve: RequestListener = (request, reply) => {
    const isCreation = request.method === 'POST';
    if (isCreation) [id, reads, waited] = [id + 1, 0, 0];
    if (request.method === 'GET') [lists, reads] = [lists + 1, reads + 1];
    const user = {id, email: USER.email};
    const data = shows(reads, waited) ? [user] : [];
    const body = isCreation ? user : {paginator: {current_page: 1, data}};
    reply.writeHead(isCreation ? 201 : 200, {'content-type': 'application/json'});
    reply.end(JSON.stringify({CODE: 'success', data: body}));
  };
  const wait = async (ms: number): Promise<void> => void (waited += ms);
  return whileServing(serve, async (base) => {
    const open = async (): Promise<Environment> => testEnvironment(base, {wait});
    const target = testTarget(base, {profile: () => settled, open});
    const {rules} = await run({specifications, checks, target, seed: 1, clock});
    return {...rules.find(({rule}) => rule === RULE)!, lists};
  });
}

test('a list that is right at once is read once', async () => {
  expect(await decided(() => true)).toMatchObject({verdict: 'passed', lists: 1});
});

test('a list that shows a creation a second later accuses nobody, and is told', async () => {
  const late = await decided((_, waited) => waited >= 1000);
  expect(late).toMatchObject({verdict: 'passed', lists: 3});
  expect(late.places[0]?.attempts).toMatchObject([
    {verdict: 'inconclusive', saw: expect.stringContaining('show changes late')},
    {verdict: 'passed'},
  ]);
});

test.each([
  [1000, [3000], 3000],
  [10_000, [3000, 9000], 12_000],
])('a content list that is %d ms late is waited for: %j', async (late, waits, next) => {
  const waited: number[] = [];
  const lists = new ListsSeen();
  const codec = {operation: () => ({method: 'GET', path: '/issues', pager: {}})};
  const attempt = {
    codecs: {store: codec},
    lists,
    firstListReads: new Map(),
    environment: {wait: async (ms: number) => void waited.push(ms)},
  };
  const sum = (): number => waited.reduce((total, ms) => total + ms, 0);
  const call: Call = {step: 'call', id: 's1', api: 'store', op: 'listIssues', as: 'admin'};
  const send = async (): Promise<Exchange[]> => [response(200, [], {body: [sum() >= late]})];
  const [last] = await new ListReadings(attempt as never).read(call, call, {} as never, send);
  expect(last?.body).toEqual([true]);
  expect({waited, next: lists.waitFor('listIssues')}).toEqual({waited: waits, next});
});

test('a list that never shows a creation is the fault of the deployment', async () => {
  expect((await decided(() => false)).verdict).toBe('failed');
});

test('so is one that shows it in every second reading, or but once too late', async () => {
  expect((await decided((reads) => reads % 2 === 0)).verdict).toBe('failed');
  let creations = 0;
  const once = await decided((reads) => {
    if (reads === 0) creations += 1;
    return creations > 1;
  });
  expect(once.verdict).toBe('failed');
});

test('a list that was wrong at once and later in three scenes is not read again in others', async () => {
  const checks = [1, 2, 3, 4, 5].map((number) => countedAt(`place ${number}`));
  // Three scenes read it once, and twice again.
  const {verdict, lists} = await decided(() => false, checks);
  expect({verdict, lists}).toEqual({verdict: 'failed', lists: 3 * 3 + 2});
});

test('a list that was wrong for another reason in two scenes is still found to be late', async () => {
  const checks = [1, 2, 3].map((number) => countedAt(`place ${number}`));
  let creations = 0;
  const {places} = await decided((reads, waited) => {
    if (reads === 0) creations += 1;
    return creations > 2 && waited >= 1000;
  }, checks);
  expect(places.map(({verdict}) => verdict)).toEqual(['failed', 'failed', 'passed']);
});

test('a scene that reads an unchanged list many times does not wait before each reading', async () => {
  const check = countedAt('*');
  const act = check.scene.act as (s: Script) => Record<string, Handle>;
  const again = [1, 2, 3, 4, 5, 6].map((number) => `list${number}`);
  const scene: Check['scene'] = {
    ...check.scene,
    act: (s) => ({
      ...act(s),
      ...Object.fromEntries(again.map((name) => [name, s.call('listUsers')])),
      // Behind this change the lists cannot be read again at the end.
      last: s.call('createUser', {body: USER}),
    }),
  };
  // Seven readings, and in the second attempt four of them are repeated twice.
  const {verdict, lists} = await decided(() => false, [{...check, scene} as Check]);
  expect({verdict, lists}).toEqual({verdict: 'failed', lists: 7 + 7 + 2 * 4});
});

test('a list that is late only sometimes is found to be late when it is', async () => {
  const late = await decided((_, waited) => waited >= 1000, [countedAt('*')]);
  expect(late.places[0]?.attempts).toHaveLength(2);
  let creations = 0;
  const once = await decided((reads, waited) => {
    if (reads === 0) creations += 1;
    return creations > 1 || waited >= 1000;
  });
  expect(once).toMatchObject({verdict: 'passed', lists: 3});
});
