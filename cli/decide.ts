import type {Role} from '../spec/step.ts';
import {planRun} from '../suites/engine/agenda.ts';
import {Interrupted} from '../suites/engine/interruption.ts';
import {Pacer} from '../suites/engine/pacer.ts';
import {agentsOf, type Prepared} from '../suites/engine/plan.ts';
import {preflight} from '../suites/engine/preflight.ts';
import {run, undecided, type RunOptions, type RunResult} from '../suites/engine/run.ts';
import {Unreachable} from '../suites/target/unreachable.ts';

/**
 * Decides the checks, after the roles of a deployment were verified. A deployment that does not
 * answer leaves every rule undecided, and that is a verdict too.
 */
export async function decide(options: RunOptions): Promise<RunResult> {
  try {
    return await run(options.target.shared ? await verified(options) : options);
  } catch (error) {
    if (error instanceof Unreachable) return undecided(options, 'inconclusive', error.message);
    if (error instanceof Interrupted) return undecided(options, 'not-exercised', error.message);
    throw error;
  }
}

/** Verifies the roles of a deployment; the run goes on with the pacer of these requests. */
async function verified(options: RunOptions): Promise<RunOptions> {
  const {target, specifications, clock, timeout} = options;
  const pacer = options.pacer ?? new Pacer(clock);
  await preflight(target, specifications, {
    clock,
    pacer,
    agents: agentsIn(planRun(options).prepared),
    ...(timeout !== undefined && {timeout}),
  });
  return {...options, pacer};
}

/** The agent roles that the scenes of a run use. */
export const agentsIn = (prepared: Prepared[]): Set<Role> =>
  agentsOf(prepared.filter(({lacks}) => !lacks).flatMap(({given, act}) => [...given, ...act]));
