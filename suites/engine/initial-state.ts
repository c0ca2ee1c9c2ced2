import {UsageError} from '../../spec/usage-error.ts';
import type {Environment, Target} from '../target/target.ts';
import {HookUndos} from './hook-undos.ts';
import {Ledger} from './ledger.ts';
import {Redaction} from './redaction.ts';
import type {RunOptions} from './run-options.ts';
import type {Undo} from '../target/undo-store.ts';

/**
 * Brings a shared target into the state in which a run begins: gives back what an earlier run that
 * was broken off has left changed, then calls the hook `reset` where there is one.
 * @throws UsageError for a hook that fails: nothing could be judged on such a deployment
 */
export async function restoreInitialState({target, notice}: RunOptions): Promise<void> {
  if (!target.shared) return;
  const environment = await target.open('initial state');
  try {
    const undos = new HookUndos(target.undos);
    const {played, failed} = await undos.giveBackLeftovers(environment);
    for (const undo of played)
      notice?.(`An earlier run was broken off; its hook was undone now: ${callText(undo)}`);
    if (await reset(target, environment)) {
      undos.forget();
      notice?.(`${target.name} was put into its initial state by the hook reset.`);
      return;
    }
    const [first] = failed;
    if (first)
      throw new UsageError(
        `hooks.${first.verb}: an earlier run was broken off, and its hook cannot be undone ` +
          `(${callText(first)}): ${redactionOf(target).text(first.problem)}`,
      );
  } finally {
    await environment.close();
  }
}

/** @returns whether the target has the hook. @throws UsageError when it fails */
async function reset(target: Target, environment: Environment): Promise<boolean> {
  if (target.lacks('control:reset')) return false;
  try {
    await environment.control('reset', {});
    return true;
  } catch (error) {
    throw new UsageError(`hooks.reset: ${redactionOf(target).text((error as Error).message)}`);
  }
}

/** Takes the secrets of the target out of a text: a run has no others yet. */
function redactionOf({secrets = []}: Target): Redaction {
  const ledger = new Ledger();
  for (const secret of secrets) ledger.keep(secret);
  return new Redaction(ledger, true);
}

/** A call of a hook in words, for example `leave-places {"role":"full","places":null}`. */
const callText = ({verb, args}: Undo): string => `${verb} ${JSON.stringify(args)}`;
