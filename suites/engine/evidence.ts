import type {Evidence} from '../../spec/run-record.ts';
import type {Exchange, Step} from '../../spec/step.ts';
import type {Handle} from '../script.ts';
import type {Redaction} from './redaction.ts';

const SECRET_HEADERS =
  /^(authorization|x-user-token|cookie|set-cookie|idempotency-key|mcp-session-id)$/i;

/** The exchanges behind a verdict, redacted, with the commands that repeat them. */
export function evidenceOf(
  scene: string,
  steps: Step[],
  handles: Record<string, Handle<any>>,
  exchanges: Exchange[],
  redaction: Redaction,
): Evidence {
  const last = exchanges.slice(-40);
  return {
    scene,
    steps,
    handles: Object.fromEntries(
      Object.entries(handles).map(([name, handle]) => [name, [handle.id]]),
    ),
    curl: last
      .filter((exchange) => exchange.sent.method !== 'CONTROL')
      .map((exchange) => curlOf(exchange, redaction)),
    exchanges: last.map((exchange) => ({
      step: exchange.step,
      op: exchange.op,
      status: exchange.status,
      situations: exchange.situations,
      method: exchange.sent.method,
      url: redaction.text(exchange.sent.url),
      body: redaction.body(exchange.body),
    })),
  };
}

/** A request as a command to paste; credentials are names of environment variables. */
function curlOf(exchange: Exchange, redaction: Redaction): string {
  const {method, url, headers, body} = exchange.sent;
  const parts = ['curl -sS', ...(method === 'GET' ? [] : [`-X ${method}`])];
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'accept') continue;
    const secret = SECRET_HEADERS.test(name);
    parts.push(
      `-H ${quoted(`${name}: ${secret ? shown(exchange, name, value) : redaction.text(value)}`, secret)}`,
    );
  }
  if (body !== undefined) parts.push(`--data ${quoted(bodyText(body, redaction))}`);
  else if (exchange.op === 'PUT upload_url') parts.push("--data-binary '@FILE'");
  return `${parts.join(' ')} ${quoted(redaction.text(url))}  # ${exchange.status}`;
}

const shown = (exchange: Exchange, name: string, value: string): string =>
  name === 'mcp-session-id'
    ? '$MCP_SESSION'
    : `${value.startsWith('Bearer ') ? 'Bearer ' : value.startsWith('Basic ') ? 'Basic ' : ''}$${exchange.as.toUpperCase().replaceAll('-', '_')}_KEY`;

const quoted = (text: string, expand = false): string =>
  expand ? `"${text}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`;

function bodyText(body: string, redaction: Redaction): string {
  try {
    return JSON.stringify(redaction.sent(JSON.parse(body)));
  } catch {
    return redaction.text(body.slice(0, 400));
  }
}
