/** Hooks that do not do what they answer, in front of a deployment that is right: no rule fails. */

import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {text} from 'node:stream/consumers';
import {afterEach, expect, inject, test} from 'vitest';
import {createMock, type Mock} from '../mock/create-mock.ts';
import type {ControlVerb} from '../spec/control.ts';
import {openProfile} from '../spec/profile.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import {contractsOf} from '../suites/engine/facts/contracts.ts';
import {prepare} from '../suites/engine/plan/prepare.ts';
import {everyStep} from '../suites/engine/plan/steps.ts';
import {verifyAndRun} from '../suites/engine/run.ts';
import type {Check} from '../suites/language/check.ts';
import type {RunResult} from '../suites/engine/begin/run-options.ts';
import {Deployment} from '../suites/target/deployment.ts';
import {select} from './selection.ts';

const specifications = loadSpecifications();
const {checks: all} = allChecks(specifications);

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Args = Record<string, unknown>;

type Answers = Partial<Record<ControlVerb, (args: Args, answered: unknown) => unknown>>;

/** Starts a server of hooks, some of which answer by themselves; the others reach the mock. */
async function hooksBefore(mock: Mock, broken: Answers): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const args = JSON.parse(body) as Args & {verb: ControlVerb};
    const own = broken[args.verb];
    const headers = {'content-type': 'application/json'};
    const there = `${mock.urls.control}/worlds/demo/hooks`;
    const isSilent = own !== undefined && own.length < 2;
    const done = isSilent ? undefined : await fetch(there, {method: 'POST', body, headers});
    const answered: unknown = done && (await done.json());
    response
      .writeHead(done?.status ?? 200)
      .end(JSON.stringify(own ? own(args, answered) : answered));
  }).listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await new Promise((ready) => server.once('listening', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Whether the scene of a check calls a hook of these; `npm run test:all` plays the others of its chapter beside it. */
const callsOneOf =
  (verbs: string[]) =>
  ({scene}: Check): boolean => {
    const {given, act} = prepare(scene, {lacks: () => undefined}, contractsOf(specifications));
    const steps = [...everyStep([...given, ...act])];
    return steps.some((one) => verbs.includes(one.step === 'control' ? one.verb : one.step));
  };

/** Certifies some rules of the demo world. Some hooks answer by themselves; the others reach the mock. */
async function certified(
  broken: Answers,
  only: string[],
  verbs: ControlVerb[],
): Promise<RunResult> {
  const time = {
    at: Date.UTC(2026, 2, 2, 9, 30),
    now: () => time.at,
    sleep: async (ms: number) => void (time.at += Math.max(0, ms)),
  };
  const machine = {now: time.now, wait: time.sleep, later: () => () => {}, chance: () => 1};
  const mock = await createMock({world: 'demo', machine});
  closing.push(() => mock.close());
  const url = await hooksBefore(mock, broken);
  const target = new Deployment(
    {
      name: 'd',
      bases: {
        workspace: mock.urls.workspace,
        store: mock.urls.store.replace(/\/integration-api.*/, ''),
      },
      profiles: {workspace: openProfile(), store: openProfile()},
      credentials: {
        full: ['demo-key-harbour-full'],
        admin: ['demo-token-riverside-admin'],
        'second-store': ['demo-token-hilltop-admin'],
      },
      samples: {good: {filename: 'the-quiet-harbour.epub'}, unmetered_tool: 'file-validation'},
      uniqueIds: [],
      maxWait: 0,
      timeout: 2000,
      hooks: Object.fromEntries(verbs.map((verb) => [verb, {url}])),
      expected: [],
    },
    time,
  );
  const chosen = select(all, specifications, only);
  const isConcerned = callsOneOf(Object.keys(broken));
  return verifyAndRun({
    specifications,
    checks: chosen.filter((check) => inject('all') || isConcerned(check)),
    target,
    seed: 1,
    clock: time,
    timeout: 2000,
  });
}

test.each<
  [
    verb: ControlVerb,
    answers: (args: Args, answered: unknown) => unknown,
    only: string[],
    verbs: ControlVerb[],
  ]
>([
  ['advance', () => ({}), ['store/orders'], ['advance', 'complete-payment', 'open-checkout']],
  ['advance', () => ({}), ['workspace/uploads', 'workspace/downloads'], ['advance']],
  [
    'sign-in',
    () => ({session: 'ses_of_nobody'}),
    ['store/auth-sessions'],
    ['sign-in', 'is-signed-in', 'advance'],
  ],
  ['mint-key', () => ({key: 'key-of-nobody'}), ['workspace/access'], ['mint-key']],
  [
    'complete-payment',
    () => ({redirect: null, order_status: 'approved'}),
    ['store/orders'],
    ['complete-payment', 'advance'],
  ],
  [
    'may-this-user-read',
    () => ({may: 'yes'}),
    ['store/orders'],
    ['may-this-user-read', 'complete-payment', 'advance'],
  ],
  [
    'read-mail',
    (_args, answered) => ({
      mails: (answered as {mails: object[]}).mails.map((mail) => ({...mail, to: undefined})),
    }),
    ['store/events'],
    ['read-mail', 'switch-mails', 'complete-payment', 'advance'],
  ],
])('a broken hook %s fails nobody, and is named', async (verb, answers, only, verbs) => {
  const {rules, brokenHooks} = await certified({[verb]: answers}, only, verbs);
  expect(
    rules.filter(({verdict}) => verdict === 'failed').map(({rule, reason}) => [rule, reason]),
  ).toEqual([]);
  const named = rules.filter(({reason}) => reason?.includes(`the hook ${verb} is broken`));
  expect(rules.filter(({reason}) => reason?.includes(`control ${verb}`))).toEqual([]);
  expect(named).not.toEqual([]);
  expect(brokenHooks?.map((hook) => hook.verb)).toEqual([verb]);
});

test('a hook whose figure the account never shows is named, and fails nobody', async () => {
  const verb = 'leave-places';
  const {rules, brokenHooks} = await certified({[verb]: () => ({})}, ['workspace/account'], [verb]);
  expect(rules.filter(({verdict}) => verdict === 'failed')).toEqual([]);
  expect(brokenHooks).toEqual([{verb, problem: expect.stringContaining('still shows')}]);
});
