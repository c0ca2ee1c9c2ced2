import {describedVerb, type ControlVerb} from '../../../spec/control.ts';
import {at, idText, toText} from '../../../spec/json.ts';
import type {Control} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {BrokenHook} from '../../target/broken-hook.ts';
import {VerbUnknown} from '../../target/verb-unknown.ts';
import {Blocked} from './blocked.ts';
import type {Ledger} from './ledger/ledger.ts';
import {Interrupted} from '../facts/interruption.ts';
import type {MailPatience} from './pacing/mail-patience.ts';
import type {Position} from './attempt-context.ts';
import type {ScriptContext} from './script-context.ts';

/** Sends a control verb. @throws Blocked if the target does not perform it */
export async function sendControl(
  {id, verb, args}: Control,
  position: Position,
  {
    attempt: {environment, undos, ledger, mails, held, onControl, onBrokenHook},
    bindings,
  }: ScriptContext,
): Promise<Exchange> {
  const name = verb as ControlVerb;
  const values = withPatience(name, bindings.fill<HookArguments>(args, position), mails);
  const sentAt = environment.now();
  held?.noteChange(sentAt);
  try {
    const body = undos
      ? await undos.call(name, values, environment)
      : await environment.control(name, values);
    own(ledger, name, body);
    noteMail(values, body, environment.now() - sentAt, mails);
    const exchange: Exchange = {
      step: id,
      op: `control ${verb}`,
      as: 'control',
      sentAt,
      gotAt: environment.now(),
      ...(environment.targetTime && {targetTime: environment.targetTime()}),
      status: 200,
      situations: ['done'],
      documented: ['done'],
      headers: {},
      body,
      sent: {method: 'CONTROL', url: verb, headers: {}, body: JSON.stringify(values)},
      hook: true,
    };
    onControl?.(exchange);
    return exchange;
  } catch (error) {
    if (error instanceof BrokenHook) onBrokenHook?.(error);
    throw blockedBy(error, verb);
  }
}

type HookArguments = Record<string, unknown>;

/** The arguments of a hook; one that awaits a mail waits as long as the run has patience. */
function withPatience(
  verb: ControlVerb,
  values: HookArguments,
  mails: MailPatience | undefined,
): HookArguments {
  const {wait_ms: most, kind} = values;
  if (verb !== 'read-mail' || typeof most !== 'number' || !mails) return values;
  return {...values, wait_ms: mails.waitFor(toText(kind), most)};
}

/** Notes whether the mail that a hook awaited has come. */
function noteMail(
  {wait_ms: awaited, kind}: HookArguments,
  body: unknown,
  tookMs: number,
  mails: MailPatience | undefined,
): void {
  const found = at(body, '/mails');
  if (awaited === undefined || !Array.isArray(found)) return;
  mails?.note(toText(kind), found.length ? tookMs : undefined);
}

/** Records in the ledger what a verb created, so that the run may change it. */
function own(ledger: Ledger, verb: ControlVerb, body: unknown): void {
  const {makes} = describedVerb(verb);
  const id = makes && idText(at(body, `/${makes.responseMember}`));
  if (id !== undefined) ledger.allowChanging(id, makes?.kind);
}

const blockedBy = (error: unknown, verb: string): Blocked =>
  error instanceof VerbUnknown
    ? new Blocked(error.message, {verbUnknown: error.verb})
    : new Blocked(`hooks.${verb}: ${(error as Error).message}`);

/** Lets time pass on the target's clock. @throws Blocked if its hook fails */
export async function sendAdvance(ms: number, {attempt: {environment}}: ScriptContext) {
  try {
    await environment.advance(ms);
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    throw blockedBy(error, 'advance');
  }
}
