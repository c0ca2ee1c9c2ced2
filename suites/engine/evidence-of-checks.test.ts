import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, test} from 'vitest';
import {defined} from '../../spec/defined.ts';
import {openProfile} from '../../spec/profile.ts';
import {loadSpecification} from '../../spec/specification.ts';
import type {Exchange} from '../../spec/step.ts';
import type {Check} from '../check.ts';
import {is} from '../judge.ts';
import type {Script} from '../script.ts';
import type {Target} from '../target/target.ts';
import {realClock} from './ports.ts';
import {run} from './run.ts';

const specifications = {
  workspace: loadSpecification('workspace'),
  store: loadSpecification('store'),
};
const RULE = 'workspace.account.allowance-is-set-per-plan';
const settled = {...openProfile(), choices: specifications.workspace.profile.choices};

/** A target at an address that offers everything. */
const targetAt = (base: string): Target => ({
  name: 't',
  kind: 'deployment',
  urls: {},
  shared: true,
  apis: ['workspace', 'store'],
  profile: () => settled,
  lacks: () => undefined,
  open: async () => ({
    base: () => base,
    credentials: (role) => [{name: role, secret: `key-of-${role}`, variable: 'MY_KEY'}],
    sample: () => undefined,
    control: async () => ({}),
    advance: async () => undefined,
    wait: async () => undefined,
    now: () => realClock.now(),
    close: async () => undefined,
  }),
  close: async () => undefined,
});

test('the evidence of a check shows what its judge read, and marks what shows the violation', async () => {
  const server = createServer((_, reply) =>
    reply.writeHead(404, {'content-type': 'application/json'}).end('{}'),
  );
  await new Promise<void>((fulfil) => server.listen(0, '127.0.0.1', fulfil));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const check = {
    rule: RULE,
    place: '*',
    scene: {
      id: 'three reads',
      api: 'workspace',
      act: (s: Script) => ({
        account: s.call('getAccount'),
        unread: s.call('listTools'),
        usage: s.call('getAccountUsage'),
      }),
    },
    judge: ({account, usage}: Record<string, Exchange>) => {
      void account?.status;
      return is(defined(usage, 'usage'), 'usage', 'no-usage');
    },
  } as unknown as Check;
  try {
    const result = await run({
      specifications,
      checks: [check],
      target: targetAt(base),
      seed: 1,
      clock: {now: () => realClock.now(), sleep: async () => undefined},
    });
    const evidence = result.rules.find(({rule}) => rule === RULE)?.places[0]?.evidence;
    const get = `curl -sS -H "authorization: Bearer $MY_KEY" '${base}/api/v1`;
    expect(evidence?.curl).toEqual([
      `${get}/account'  # 404`,
      `${get.replace('-sS', '-sS -i')}/account/usage'  # 404`,
    ]);
    expect(evidence?.shown).toEqual([1]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
