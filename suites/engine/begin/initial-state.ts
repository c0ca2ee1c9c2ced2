import type {HookFailure} from '../../../spec/run-record.ts';
import {quantity} from '../../../spec/quantity.ts';
import {UsageError} from '../../../spec/usage-error.ts';
import {atLine} from '../../target/at-line.ts';
import type {Environment, Target} from '../../target/target.ts';
import {QuotaUsedUp} from '../../target/unreachable.ts';
import {HookUndos} from '../send/ledger/hook-undos.ts';
import {Ledger} from '../send/ledger/ledger.ts';
import {Redaction} from '../evidence/redaction.ts';
import type {RunOptions} from './run-options.ts';
import type {EarlierRun} from '../../target/creation-log.ts';
import type {Undo} from '../../target/undo-store.ts';

/**
 * Brings a shared target into the state in which a run begins: undoes the calls of hooks that an earlier
 * run left, verifies the target, and calls the hook `reset` if there is one. The target is verified first,
 * so that nothing is reset for a run that cannot begin.
 * @param verify verifies the target; if a quota is used up that `reset` may restore, it is called again
 * after `reset`
 * @returns the result of `verify`
 * @throws UsageError for a hook that fails, since nothing could be judged then; and the errors of `verify`
 */
export async function restoreInitialState<Verified>(
  {target, notice}: Pick<RunOptions, 'target' | 'notice'>,
  verify: () => Promise<Verified>,
): Promise<Verified> {
  if (!target.shared) return verify();
  const environment = await target.open('initial state');
  const hasReset = !target.lacks('control:reset');
  const undos = new HookUndos(target.undos);
  const resetTarget = async (): Promise<void> => {
    await reset(target, environment);
    undos.forget();
    const runs = target.creations?.runs(() => undefined) ?? [];
    for (const {nonce} of runs.filter(hasEnded)) target.creations?.remove(nonce);
    notice?.(`${target.name} was put into its initial state by the hook reset.`);
  };
  try {
    const {undone, failed} = await undos.giveBackLeftovers(environment);
    for (const undo of undone)
      notice?.(`An earlier run had left a hook to undo; it was undone now: ${callText(undo)}`);
    if (!hasReset) {
      requireUndone(failed, target);
      noticeLeftInUse(target, notice);
    }
    try {
      const verified = await verify();
      if (hasReset) await resetTarget();
      return verified;
    } catch (error) {
      if (!hasReset || !(error instanceof QuotaUsedUp)) throw error;
    }
    await resetTarget();
    return await verify();
  } finally {
    await environment.close();
  }
}

/** Says that earlier runs have left something in use, or perhaps. */
function noticeLeftInUse({creations, name}: Target, notice: RunOptions['notice']): void {
  const runs = creations?.runs((mistake) => notice?.(mistake)) ?? [];
  for (const {mayGoOn} of runs) if (mayGoOn !== undefined) notice?.(`On ${name}, ${mayGoOn}.`);
  const ended = runs.filter(hasEnded);
  if (ended.length)
    notice?.(
      `${quantity(ended.length, 'earlier run')} left something in use ` +
        `(nonce ${ended.map(({nonce}) => nonce).join(', ')}); \`presscheck clean\` removes what can be removed.`,
    );
}

const hasEnded = ({mayGoOn}: EarlierRun): boolean => mayGoOn === undefined;

/** @throws UsageError for a hook that could not be undone */
function requireUndone([first]: HookFailure[], target: Target): void {
  if (!first) return;
  const message =
    `hooks.${first.verb}: an interrupted earlier run left a change that cannot be undone ` +
    `(${callText(first)}): ${redactionOf(target).text(first.problem)}`;
  throw new UsageError(atLine(target, `/hooks/${first.verb}`, message));
}

/** Calls the hook `reset`. @throws UsageError if it fails */
async function reset(target: Target, environment: Environment): Promise<void> {
  try {
    await environment.control('reset', {});
  } catch (error) {
    const message = `hooks.reset: ${redactionOf(target).text((error as Error).message)}`;
    throw new UsageError(atLine(target, '/hooks/reset', message));
  }
}

/** The redaction of the secrets of the target; a run has no others yet. */
function redactionOf({secrets = []}: Target): Redaction {
  const ledger = new Ledger();
  for (const secret of secrets) ledger.noteSecret(secret);
  return new Redaction(ledger, true);
}

/** A call of a hook in words, for example `leave-places {"role":"full","places":null}`. */
const callText = ({verb, args}: Undo): string => `${verb} ${JSON.stringify(args)}`;
