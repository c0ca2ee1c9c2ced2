import {fault} from './probe-kit.ts';
import type {Fault, Site} from './probe-kit.ts';

const HOUR = 3_600_000;
const CYCLE = 30 * 24 * HOUR;
const CHECK = 'structure-check';
const FULL = {role: 'full'};

async function plan(s: Site): Promise<unknown> {
  return (await s.get('/account')).v('account.subscription.tier');
}

/** Part E: account, usage and the catalog. */
export const ACCOUNT_FAULTS_E: readonly Fault[] = [
  fault(
    'flat',
    'account-identifies-the-key',
    '003',
    'the id of the workspace is made of the key',
    'GET account with two keys of a workspace: two ids',
    async (s) => {
      const one = (await s.get('/account')).s('account.workspace.number');
      return (await s.get('/account', 'other-key')).s('account.workspace.number') !== one;
    },
  ),
  fault(
    'deep',
    'account-fails-when-unresolved',
    '058',
    'account is 503 while the plan cannot be resolved',
    'unresolve-plan; GET account: 503',
    async (s) => {
      await s.hook('unresolve-plan', FULL);
      return (await plan(s)) !== null;
    },
  ),
  fault(
    'deep',
    'account-plan-cached',
    '004',
    'account shows the plan that it showed within the hour before',
    'GET account, set-plan octavo, GET account: quarto',
    async (s) => {
      await plan(s);
      await s.hook('set-plan', {...FULL, plan: 'octavo'});
      return (await plan(s)) !== 'octavo';
    },
  ),
  fault(
    'flat',
    'usage-used-as-share',
    '008',
    'the used figure is a share of the ceiling, not a number of runs',
    'one metered run; GET usage: 0.005',
    async (s) => {
      await s.run(await s.publish(), CHECK);
      return (await s.used()) !== 1;
    },
  ),
  fault(
    'deep',
    'usage-left-misses-agents',
    '028',
    'the allowance of usage misses registrations of agents, that of account has them',
    'register-publication by agent; usage: 100, account: 99',
    async (s) => {
      await s.tool('register-publication', await s.land());
      const usage = await s.get('/account/usage');
      return usage.v('fair_use.publications.left') !== (await s.left());
    },
  ),
  fault(
    'deep',
    'cycle-turn-forgets-runs',
    '079',
    'the turn of the cycle empties the count of metered runs, too',
    'run an hour before the turn; two hours on: used 0',
    async (s) => {
      const id = await s.publish();
      await s.advance(CYCLE - HOUR);
      await s.run(id, CHECK);
      await s.advance(2 * HOUR);
      return (await s.used()) !== 1;
    },
  ),
  fault(
    'deep',
    'daily-window-renewed-by-each-run',
    '079',
    'every run renews the day of all runs before it',
    'run; 20 hours; run; 5 hours: used 2',
    async (s) => {
      const id = await s.publish();
      await s.run(id, CHECK);
      await s.advance(20 * HOUR);
      await s.run(id, CHECK);
      await s.advance(5 * HOUR);
      return (await s.used()) !== 1;
    },
  ),
  fault(
    'flat',
    'tools-traits-swapped',
    '065',
    "metered and replacing are in each other's place",
    'GET tools: structure-check replaces',
    async (s) => {
      const check = (await s.get('/tools')).v('catalog.tools.0.traits.replaces_working_file');
      return check !== false;
    },
  ),
];
