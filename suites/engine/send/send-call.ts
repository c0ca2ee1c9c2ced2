import type {Call} from '../../../spec/step.ts';
import type {Exchange, SuspectLine} from '../../../spec/exchange.ts';
import type {Codec} from '../../target/codec.ts';
import type {Request} from '../../target/client.ts';
import type {Credential} from '../../target/target.ts';
import {Blocked} from './blocked.ts';
import {guard, guardOrigin} from './fence.ts';
import type {Position} from './attempt-context.ts';
import {LIMITS} from '../../rate-limits/limited.ts';
import {decodeCall} from './decode-call.ts';
import {withoutForm} from '../plan/forms.ts';
import {fillCall, type FilledCall} from './fill-call.ts';
import {senderOf, type ScriptContext} from './script-context.ts';
import {writeRequest} from './present-credential.ts';
import {borrowedBy, withRequestLines} from './with-request-lines.ts';
import {noteRefusedValues} from './refused-values.ts';
import {creatingRequest, recordExchange} from './record-exchange.ts';
import {transmit, type Origin} from './transmit.ts';

/** A call in a form that the document does not show, and its refusal. */
interface RefusedForm {
  step: Call;
  exchange: Exchange;
}

/**
 * Sends a call over HTTP, in named steps: fill, guard, take a credential, pace, send, decode,
 * record. What a form that the document does not show is refused with is open, so that nobody judges it: the call is sent
 * again as the document shows it.
 * @param refused the same call in a form, and how it was refused
 * @throws Blocked if the fence or a missing value prevents it from being sent
 * @throws Interrupted when the run was interrupted
 */
export async function sendCall(
  step: Call,
  position: Position,
  script: ScriptContext,
  refused?: RefusedForm,
): Promise<Exchange> {
  const {attempt, pool} = script;
  const {forms} = attempt;
  if (step.form && (position.send || !forms || forms.isRefused(step)))
    return sendCall(withoutForm(step), position, script);
  const call = fillCall(step, position, script);
  guardCall(call, script);
  const credential = await pool.take(step.as, position);
  const request = writeRequest(call, credential, script);
  const {id, op, present} = step;
  const origin = {step: id, op, as: senderOf(step), ...(present && {present})};
  const transmitHeld = async (from: Origin, plain: Request): Promise<Exchange> => {
    const {held, environment} = attempt;
    if (plain.method !== 'GET') held?.noteChange(environment.now());
    if (step.form !== 'conditional' || plain.method !== 'GET' || !held)
      return transmit(from, plain, attempt, position);
    const conditional = held.conditional(plain, environment.now());
    return held.completed(plain, await transmit(from, conditional, attempt, position));
  };
  const send = async (): Promise<Exchange> => {
    await paceCall(credential, position, script);
    const received = await transmitHeld(origin, request);
    const codec = attempt.codecs[step.api];
    const decoded = decodeCall(received, call, codec);
    return withRequestLines(decoded, linesOf(call, position, codec), codec);
  };
  attempt.ledger.recordSending(
    creatingRequest(call.operation, call.values.body, origin.as, attempt),
  );
  const exchange = await sendPatiently(send, call, credential, position, script);
  if (forms?.isOpen(step, exchange)) {
    recordExchange(exchange, call.operation, call.values.path, {...attempt, onExchange: undefined});
    return sendCall(withoutForm(step), position, script, {step, exchange});
  }
  forms?.note(step, exchange);
  if (refused && forms?.noteRefusal(refused.step, refused.exchange, exchange))
    exchange.misread = {form: refused.step.form ?? '', status: refused.exchange.status};
  noteRefusedValues(exchange, call, position.lastByStep, attempt.codecs[step.api]);
  recordExchange(exchange, call.operation, call.values.path, attempt);
  return exchange;
}

/** The lines of the profile by which a call was written. */
function linesOf(
  {step, values, elsewhere}: FilledCall,
  {lastByStep}: Position,
  codec: Codec,
): SuspectLine[] {
  if (elsewhere !== undefined) return [];
  const {path, query, headers, body} = values;
  return codec.requestLines(step.op, {
    interface: 'http',
    ...(step.raw === undefined && {body}),
    parameters: Object.keys({...path, ...query, ...headers}),
    borrowed: borrowedBy(step, lastByStep),
  });
}

/** Sends a call. If a limit refuses it, it is sent again, unless the step has to provoke that refusal. */
function sendPatiently(
  send: () => Promise<Exchange>,
  {step}: FilledCall,
  credential: Credential | undefined,
  position: Position,
  {attempt: {rateLimitRetry, pacer, onLimited}}: ScriptContext,
): Promise<Exchange> {
  const isWanted = step.expects !== undefined && LIMITS.includes(step.expects);
  const isPartOfBurstOrRace = position.unpaced === true || position.send !== undefined;
  if (!rateLimitRetry || !credential || isWanted || isPartOfBurstOrRace) return send();
  return rateLimitRetry.send(credential.name, send, (exchange) => {
    pacer?.slowDown(credential.name);
    onLimited?.(exchange);
  });
}

/** @throws Blocked if the fence does not let the call through */
function guardCall(
  {step, operation, method, url, values, elsewhere}: FilledCall,
  script: ScriptContext,
) {
  const {environment, ledger} = script.attempt;
  const outgoing = {
    operation,
    method,
    path: values.path,
    ...(elsewhere !== undefined && {elsewhere}),
  };
  const refused = guard(outgoing, ledger) ?? guardOrigin(step.op, url, environment.base(step.api));
  if (refused) throw new Blocked(refused);
}

/** Waits until the credential may send another request, and counts it. */
async function paceCall(
  credential: Credential | undefined,
  {unpaced}: Position,
  {attempt: {pacer, ledger}}: ScriptContext,
): Promise<void> {
  if (credential && unpaced) pacer?.note(credential.name);
  else if (credential) await pacer?.pace(credential.name);
  ledger.countRequest(credential?.name ?? 'nobody');
}
