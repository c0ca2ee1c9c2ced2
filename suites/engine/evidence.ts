import type {Evidence} from '../../spec/run-record.ts';
import type {Exchange, Step} from '../../spec/step.ts';
import type {Handle} from '../script.ts';

const SECRET_HEADERS = /^(authorization|x-user-token|cookie|set-cookie|idempotency-key)$/i;
const SECRET_MEMBERS = /(password|token|secret|api_?key)/i;

/** The exchanges behind a verdict, redacted, with the commands that repeat them. */
export function evidenceOf(scene: string, steps: Step[], handles: Record<string, Handle<any>>, exchanges: Exchange[]): Evidence {
  const last = exchanges.slice(-40);
  return {
    scene,
    steps,
    handles: Object.fromEntries(Object.entries(handles).map(([name, handle]) => [name, [handle.id]])),
    curl: last.filter((exchange) => exchange.sent.method !== 'CONTROL').map(curlOf),
    exchanges: last.map((exchange) => ({
      step: exchange.step, op: exchange.op, status: exchange.status, situations: exchange.situations, method: exchange.sent.method,
      url: redactUrl(exchange.sent.url), body: redact(exchange.body),
    })),
  };
}

/** A request as a command to paste; credentials are names of environment variables. */
export function curlOf(exchange: Exchange): string {
  const {method, url, headers, body} = exchange.sent;
  const parts = ['curl -sS', ...(method === 'GET' ? [] : [`-X ${method}`])];
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'accept') continue;
    parts.push(`-H ${quoted(`${name}: ${SECRET_HEADERS.test(name) ? shown(exchange, value) : value}`, SECRET_HEADERS.test(name))}`);
  }
  if (body !== undefined) parts.push(`--data ${quoted(redactText(body))}`);
  else if (exchange.op === 'PUT upload_url') parts.push("--data-binary '@FILE'");
  return `${parts.join(' ')} ${quoted(redactUrl(url))}  # ${exchange.status}`;
}

const shown = (exchange: Exchange, value: string): string =>
  `${value.startsWith('Bearer ') ? 'Bearer ' : value.startsWith('Basic ') ? 'Basic ' : ''}$${exchange.as.toUpperCase().replaceAll('-', '_')}_KEY`;

const quoted = (text: string, expand = false): string => (expand ? `"${text}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`);

/** Signatures and keys in a query are as good as credentials. */
export const redactUrl = (url: string): string =>
  url.replaceAll(/([?&](?:[\w-]*(?:signature|token|key|credential|secret)[\w-]*)=)[^&]+/gi, '$1REDACTED');

const redactText = (body: string): string => {
  try {
    return JSON.stringify(redact(JSON.parse(body)));
  } catch {
    return body.slice(0, 400);
  }
};

/** A body without what opens something: passwords, tokens, signed links. */
export function redact(value: unknown, depth = 0): unknown {
  if (depth > 6) return '...';
  if (Array.isArray(value)) return value.length > 5 ? [...value.slice(0, 3).map((row) => redact(row, depth + 1)), `... ${value.length} in all`] : value.map((row) => redact(row, depth + 1));
  if (typeof value === 'string') return value.startsWith('http') ? redactUrl(value) : value.slice(0, 300);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, SECRET_MEMBERS.test(name) && typeof member === 'string' ? 'REDACTED' : redact(member, depth + 1)]),
  );
}
