import type {Call, ListTools} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {Blocked} from './blocked.ts';
import {guard} from './fence.ts';
import {Interrupted} from '../facts/interruption.ts';
import {presentedSecret} from './near-miss.ts';
import type {Position} from './attempt-context.ts';
import {callTool, listTools, type ToolOutcome, type ToolServer} from './tool-calls.ts';
import {fillValues} from './fill-call.ts';
import {senderOf, type ScriptContext} from './script-context.ts';
import {borrowedBy, withRequestLines} from './with-request-lines.ts';
import {recordExchange} from './record-exchange.ts';
import {senderAt, sentOf} from './transmit.ts';

/**
 * Calls the tool of an operation on the MCP server instead of the operation.
 * @throws Blocked if the fence or a missing value prevents the call, or the deployment lists no such tool
 */
export async function sendToolCall(
  step: Call,
  position: Position,
  script: ScriptContext,
): Promise<Exchange> {
  const {codecs, ledger} = script.attempt;
  const codec = codecs[step.api];
  const operation = codec.operation(step.op);
  const values = fillValues(step, position, script);
  const refused = guard({operation, method: operation.method, path: values.path}, ledger);
  if (refused) throw new Blocked(refused);
  const {sentAt, outcome} = await withCurrentToken(step, position, script, (server) =>
    callTool(server, codec, operation, values),
  );
  if ('notCalled' in outcome) {
    const {notCalled, lacks} = outcome;
    throw new Blocked(notCalled, lacks === undefined ? {} : {lacks});
  }
  const received = exchangeOf(step, step.op, sentAt, outcome, script);
  const {path, body} = values;
  const sent = {...received, path, ...(body !== undefined && {requestBody: body})};
  const lines = codec.requestLines(step.op, {
    interface: 'mcp',
    body: values.body,
    parameters: Object.keys({...values.path, ...values.query, ...values.headers}),
    borrowed: borrowedBy(step, position.lastByStep),
  });
  const exchange = withRequestLines(sent, lines, codec);
  recordExchange(exchange, operation, values.path, script.attempt);
  return exchange;
}

/** Lists the tools of the MCP server. */
export async function sendToolList(
  step: ListTools,
  position: Position,
  script: ScriptContext,
): Promise<Exchange> {
  const {codecs, onExchange} = script.attempt;
  const {sentAt, outcome} = await withCurrentToken(step, position, script, (server) =>
    listTools(server, codecs.workspace, codecs.workspace.operations),
  );
  const exchange = exchangeOf(step, 'tools/list', sentAt, outcome, script);
  onExchange?.(exchange);
  return exchange;
}

/**
 * Calls the MCP server, and once more with another token of the role if one that may have expired was
 * refused.
 */
async function withCurrentToken<T extends object>(
  step: Call | ListTools,
  position: Position,
  script: ScriptContext,
  call: (server: ToolServer) => Promise<T>,
): Promise<{sentAt: number; outcome: T}> {
  const {environment} = script.attempt;
  const isPlain = step.step !== 'call' || step.present === undefined;
  const send = async () => {
    const server = await serverFor(step, position, script);
    return {sentAt: environment.now(), outcome: await call(server)};
  };
  const first = await send();
  const isRefused = 'status' in first.outcome && first.outcome.status === 401;
  const role = isPlain && typeof step.as === 'string' ? step.as : undefined;
  return isRefused && role && environment.renewRefused?.(role) ? send() : first;
}

function exchangeOf(
  step: Call | ListTools,
  op: string,
  sentAt: number,
  {request, ...outcome}: ToolOutcome,
  {attempt: {environment}}: ScriptContext,
): Exchange {
  return {
    step: step.id,
    op,
    as: senderOf(step),
    sentAt,
    gotAt: environment.now(),
    interface: 'mcp',
    ...(environment.targetTime && {targetTime: environment.targetTime()}),
    ...outcome,
    sent: sentOf(request),
  };
}

/** The MCP server with the credential of a step and a paced sender. */
async function serverFor(
  step: Call | ListTools,
  position: Position,
  script: ScriptContext,
): Promise<ToolServer> {
  const {attempt, pool} = script;
  const credential = await pool.take(step.as, position);
  const present = step.step === 'call' ? step.present : undefined;
  const session =
    present === 'in-an-agents-session' ? (await pool.take('agent', position))?.secret : undefined;
  const shown = credential && {...credential, secret: presentedSecret(credential.secret, present)};
  return {
    url: `${attempt.environment.base('workspace')}/mcp`,
    sessions: attempt.sessions,
    session,
    ...(present?.endsWith('-session') && {era: 'legacy'}),
    ...(step.step === 'call' && {messageId: messageIdOf(step, position, script)}),
    secret: shown && pool.withSecretNoted(shown).secret,
    send: await pacedSender(step, credential?.name, position, script),
  };
}

/** What the id of a message has to be, with the text that several calls share. */
function messageIdOf(
  {messageId}: Call,
  position: Position,
  {bindings}: ScriptContext,
): ToolServer['messageId'] {
  if (messageId === undefined || typeof messageId === 'string') return messageId;
  return {text: bindings.fill<string>(messageId, position)};
}

/**
 * A sender that paces every message to the MCP server. Messages may count towards the minute limit of the
 * key (NS-WS-41), so they are paced together with its requests.
 */
async function pacedSender(
  step: Call | ListTools,
  credential: string | undefined,
  position: Position,
  {attempt, pool}: ScriptContext,
): Promise<ToolServer['send']> {
  const {ledger, pacer, signal} = attempt;
  const {unpaced} = position;
  const spender = credential ?? 'nobody';
  const counted = (await pool.countedWith(step.as)) ?? spender;
  const send = senderAt(attempt, position);
  const pace = async (): Promise<void> => {
    if (credential !== undefined && unpaced) pacer?.note(counted);
    else if (credential !== undefined) await pacer?.pace(counted);
    if (signal?.aborted) throw new Interrupted();
    ledger.countRequest(spender);
  };
  return async (request) => {
    await pace();
    const reply = await send(request);
    if (reply.status !== 429 || !pacer || unpaced) return reply;
    // Tools may also have a lower minute limit of their own.
    await pacer.quietAfterRefusal(counted);
    await pace();
    return send(request);
  };
}
