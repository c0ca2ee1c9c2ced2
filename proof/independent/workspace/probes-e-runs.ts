import {fault} from './probe-kit.ts';
import type {Fault} from './probe-kit.ts';

const B = 'second-workspace';
const CHECK = 'structure-check';
const FULL = {role: 'full'};

/** Part E: runs. */
export const RUN_FAULTS_E: readonly Fault[] = [
  fault(
    'flat',
    'start-200',
    '134',
    'an accepted start answers 200',
    'POST runs: 200',
    async (s) => (await s.run(await s.publish(), CHECK)).status !== 202,
  ),
  fault(
    'flat',
    'replay-body-empty',
    '203',
    'a replay has an empty object for a body',
    'POST runs twice with one Idempotency-Key: {}',
    async (s) => {
      const id = await s.publish();
      const first = await s.run(id, CHECK, 'k');
      return (await s.run(id, CHECK, 'k')).v('run.number') !== first.v('run.number');
    },
  ),
  fault(
    'flat',
    'rejected-never-told',
    '142',
    'a rejected run is shown as waiting for ever',
    'end-runs rejected; poll: waiting',
    async (s) => {
      const path = await s.done(await s.publish(), CHECK, 'rejected');
      return (await s.get(path)).v('run.phase') !== 'rejected';
    },
  ),
  fault(
    'deep',
    'report-gone-with-next-version',
    '013',
    'a report is lost when the working version is replaced',
    'structure-check; epub-rebuild; report of the check: 404',
    async (s) => {
      const id = await s.publish();
      const path = await s.done(id, CHECK);
      await s.done(id, 'epub-rebuild');
      return (await s.get(`${path}/report`)).status !== 200;
    },
  ),
  fault(
    'deep',
    'retry-key-only-if-uuid',
    '203',
    'an Idempotency-Key that is no UUID is ignored',
    'POST runs twice with order-17: two runs',
    async (s) => {
      const id = await s.publish();
      const first = await s.run(id, CHECK, 'order-17');
      return (await s.run(id, CHECK, 'order-17')).v('run.number') !== first.v('run.number');
    },
  ),
  fault(
    'deep',
    'daily-limit-of-all-workspaces',
    '282',
    'starts are judged by the metered runs of all workspaces together',
    'leave-runs 0 in B; run in A: refused',
    async (s) => {
      await s.hook('leave-runs', {role: B, runs: 0});
      return (await s.run(await s.publish(), CHECK)).status !== 202;
    },
  ),
  fault(
    'deep',
    'daily-limit-of-own-door',
    '028',
    'the ceiling counts agents and keys apart',
    'leave one run; start-run by agent; POST runs: 202',
    async (s) => {
      const publication = await s.publish();
      await s.hook('leave-runs', {...FULL, runs: 1});
      await s.tool('start-run', {publication, tool: CHECK});
      return (await s.run(publication, CHECK)).reason !== 'daily_limit_reached';
    },
  ),
];
