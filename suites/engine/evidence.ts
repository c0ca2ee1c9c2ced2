import type {Command} from '../../spec/relation.ts';
import type {Evidence} from '../../spec/run-record.ts';
import type {Exchange} from '../../spec/step.ts';
import type {Prepared} from './prepare.ts';
import type {Redaction} from './redaction.ts';

/** Exchanges that evidence shows: the last so many. */
const SHOWN = 40;

const SECRET_HEADERS =
  /^(authorization|x-user-token|cookie|set-cookie|idempotency-key|mcp-session-id)$/i;

/**
 * The exchanges behind a verdict, redacted, with the commands that repeat them.
 * @param sequence the commands of a model that the steps are
 */
export function evidenceOf(
  {scene, given, act, handles}: Pick<Prepared, 'scene' | 'given' | 'act' | 'handles'>,
  exchanges: Exchange[],
  redaction: Redaction,
  sequence?: Command[],
): Evidence {
  const last = exchanges.slice(-SHOWN);
  return {
    scene: scene.id,
    steps: [...given, ...act],
    handles: Object.fromEntries(
      Object.entries(handles).map(([name, handle]) => [name, [handle.id]]),
    ),
    curl: last.filter((exchange) => !exchange.hook).map((exchange) => curlOf(exchange, redaction)),
    exchanges: last.map((exchange) => ({
      step: exchange.step,
      op: exchange.op,
      status: exchange.status,
      situations: exchange.situations,
      method: exchange.sent.method,
      url: redaction.text(exchange.sent.url),
      body: redaction.body(exchange.body),
    })),
    ...(sequence && {sequence}),
  };
}

/** A request as a command to paste; credentials are names of environment variables. */
function curlOf(exchange: Exchange, redaction: Redaction): string {
  const {method, url, headers, body, file} = exchange.sent;
  const parts = ['curl -sS', ...(method === 'GET' ? [] : [`-X ${method}`])];
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'accept') continue;
    const secret = SECRET_HEADERS.test(name);
    const shown = secret ? variableFor(exchange, name, value) : redaction.text(value);
    parts.push(`-H ${quoted(`${name}: ${shown}`, secret)}`);
  }
  if (body !== undefined) parts.push(`--data ${quoted(bodyText(body, redaction))}`);
  else if (file) parts.push("--data-binary '@FILE'");
  return `${parts.join(' ')} ${quoted(redaction.text(url))}  # ${exchange.status}`;
}

/** Variables for the secrets of a request that are no credentials, by header. */
const VARIABLES: Record<string, string> = {
  'mcp-session-id': '$MCP_SESSION',
  'idempotency-key': '$IDEMPOTENCY_KEY',
};

/**
 * An environment variable in the place of a secret, for example `Bearer $READ_ONLY_KEY` for the
 * credential of the role `read-only`.
 */
function variableFor({as}: Exchange, header: string, value: string): string {
  const variable = VARIABLES[header.toLowerCase()];
  if (variable !== undefined) return variable;
  const [scheme = ''] = /^(Bearer|Basic) /.exec(value) ?? [];
  const role = as.toUpperCase().replaceAll('-', '_');
  const saysWhatItIs = /_(KEY|CREDENTIAL)$/.test(role);
  return `${scheme}$${role}${saysWhatItIs ? '' : '_KEY'}`;
}

const quoted = (text: string, expand = false): string =>
  expand ? `"${text}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`;

function bodyText(body: string, redaction: Redaction): string {
  try {
    return JSON.stringify(redaction.sent(JSON.parse(body)));
  } catch {
    return redaction.text(body.slice(0, 400));
  }
}
