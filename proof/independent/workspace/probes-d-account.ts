import {fault} from './probe-kit.ts';
import type {Fault, Site} from './probe-kit.ts';

const HOUR = 3_600_000;
const CYCLE = 30 * 24 * HOUR;
const CHECK = 'structure-check';
const FULL = {role: 'full'};

async function plan(s: Site): Promise<unknown> {
  return (await s.get('/account')).v('account.subscription.tier');
}

async function leave(s: Site, places: number): Promise<void> {
  await s.hook('leave-places', {...FULL, places});
}

/** Runs the check on a new publication, so often. */
async function check(s: Site, times: number, key = 'full'): Promise<string> {
  const id = await s.publish();
  for (let turn = 0; turn < times; turn += 1) await s.run(id, CHECK, undefined, key);
  return id;
}

/** Part D: account, usage and the limits on runs. */
export const ACCOUNT_FAULTS_D: readonly Fault[] = [
  fault(
    'flat',
    'account-201',
    '150',
    'getAccount answers 201',
    'GET account',
    async (s) => (await s.get('/account')).status !== 200,
  ),
  fault(
    'flat',
    'account-shows-spent',
    '006',
    'the allowance of account is what was spent, not what is left',
    'GET account: 0 of 100',
    async (s) => (await s.left()) !== 100,
  ),
  fault(
    'deep',
    'plan-null-sticks',
    '004',
    'once the plan could not be resolved it is null for ever',
    'unresolve-plan, GET account, resolve, GET account: null',
    async (s) => {
      await s.hook('unresolve-plan', FULL);
      await plan(s);
      await s.hook('unresolve-plan', {...FULL, unresolved: false});
      return (await plan(s)) !== 'quarto';
    },
  ),
  fault(
    'deep',
    'account-left-by-own-key',
    '006',
    'what is left is kept by key, and renewed when that key registers',
    'GET account; register with other-key; GET account: as before',
    async (s) => {
      await s.left();
      await s.publish('book.epub', 'bytes', 'other-key');
      return (await s.left()) !== 99;
    },
  ),
  fault(
    'deep',
    'plan-change-unheeded',
    '281',
    'reservations and registrations are judged by the plan of the start',
    'set-plan folio; register 11: all 201',
    async (s) => {
      await s.hook('set-plan', {...FULL, plan: 'folio'});
      for (let turn = 0; turn < 10; turn += 1) await s.publish();
      return (await s.reserve()).status === 201;
    },
  ),
  fault(
    'flat',
    'usage-counts-distinct-tools',
    '008',
    'the used figure counts tools, not runs',
    'two runs of one tool; used: 1',
    async (s) => {
      await check(s, 2);
      return (await s.used()) !== 2;
    },
  ),
  fault(
    'flat',
    'usage-404-without-runs',
    '153',
    'usage is 404 until the first run',
    'GET usage: 404',
    async (s) => (await s.get('/account/usage')).status !== 200,
  ),
  fault(
    'deep',
    'usage-misses-new-keys',
    '078',
    'the used figure misses runs of keys that were minted later',
    'mint-key; run with it; used: 0',
    async (s) => {
      await check(s, 1, (await s.hook('mint-key', FULL)).s('key'));
      return (await s.used()) !== 1;
    },
  ),
  fault(
    'deep',
    'usage-used-capped',
    '008',
    'the used figure stops at 99',
    'leave-runs 50; used: 99',
    async (s) => {
      await s.hook('leave-runs', {...FULL, runs: 50});
      return (await s.used()) !== 150;
    },
  ),
  fault(
    'deep',
    'usage-window-lazy',
    '079',
    'old runs leave the used figure only when the next run starts',
    'run; 25 hours; used: 1',
    async (s) => {
      await check(s, 1);
      await s.advance(25 * HOUR);
      return (await s.used()) !== 0;
    },
  ),
  fault(
    'deep',
    'allowance-renews-once',
    '258',
    'the allowance renews with the second cycle, and never after',
    'spend, two cycles on, spend all, a cycle on: refused',
    async (s) => {
      for (const _ of [1, 2]) {
        await leave(s, 0);
        await s.advance(CYCLE);
        if ((await s.reserve()).status !== 201) return true;
      }
      return false;
    },
  ),
  fault(
    'deep',
    'daily-window-clears-at-once',
    '283',
    'when the oldest run leaves the day, all counted runs are forgotten',
    'run; 12 hours; run; 12 hours; used: 0',
    async (s) => {
      const id = await check(s, 1);
      await s.advance(12 * HOUR);
      await s.run(id, CHECK);
      await s.advance(12 * HOUR);
      return (await s.used()) !== 1;
    },
  ),
  fault(
    'deep',
    'pair-limit-counted-per-version',
    '284',
    'the per-tool limit counts by working version, not by publication',
    'structure-check 20 times; epub-rebuild; structure-check: 202',
    async (s) => {
      const id = await check(s, 20);
      await s.done(id, 'epub-rebuild');
      return (await s.run(id, CHECK)).status === 202;
    },
  ),
];
