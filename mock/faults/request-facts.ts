import type {IncomingMessage} from 'node:http';
import {isObject, parseJson} from '../../spec/json.ts';
import type {IssuedCredential} from '../http/api-interface.ts';
import {contextOf} from '../http/request-context.ts';
import {credentialOf} from '../http/steps/authenticate.ts';
import {tokenOf} from '../mcp/oauth/tables.ts';
import type {Row} from '../world/change.ts';
import type {FaultPlace, GatedRequest} from './gate.ts';
import type {RequestFacts} from './match.ts';

/** What rules ask about a request; the costlier answers are found when a rule asks. @param body of a message of MCP */
export function factsOf(place: FaultPlace, gated: GatedRequest, body?: Buffer): RequestFacts {
  const method = gated.request.method ?? 'GET';
  const [path = ''] = gated.path.split('?', 1);
  return {
    interface: place.interface,
    method,
    path,
    operations: once(() => operationsOf(place, gated, method, body)),
    credential: once(() => named(credentialIn(place, gated))),
  };
}

function operationsOf(
  place: FaultPlace,
  gated: GatedRequest,
  method: string,
  body: Buffer | undefined,
): string[] {
  if (place.interface === 'storage') return [method === 'PUT' ? 'putObject' : 'getObject'];
  if (place.interface === 'checkout')
    return [method === 'POST' ? 'settleCheckout' : 'openCheckout'];
  if (place.interface === 'mcp') return body ? messagesIn(body).flatMap(namesOf) : [];
  const route = place.parts?.route(
    contextOf({...gated, method, worldId: gated.world.id, begun: 0}),
  );
  return route && 'id' in route ? [route.id] : [];
}

function messagesIn(body: Buffer): unknown[] {
  const message = parseJson(body.toString());
  return Array.isArray(message) ? message : [message];
}

/** Method and tool of a message. */
function namesOf(message: unknown): string[] {
  if (!isObject(message)) return [];
  const {method, params} = message;
  const tool = method === 'tools/call' && isObject(params) ? params['name'] : undefined;
  return [method, tool].filter((name) => typeof name === 'string');
}

function credentialIn(
  {interface: at, parts}: FaultPlace,
  {request, world}: GatedRequest,
): Row | undefined {
  if (at === 'mcp') return tokenOf(world, 'access_tokens', bearerOf(request));
  const secret = parts?.api.present(request).secret;
  return parts && secret !== undefined ? credentialOf(parts.api, world, secret) : undefined;
}

const bearerOf = ({headers}: IncomingMessage): string =>
  /^bearer +(\S+)$/i.exec(headers.authorization?.trim() ?? '')?.[1] ?? '';

function named(row: Row | undefined): {names: readonly string[]; tenant: string} | undefined {
  if (!row) return undefined;
  const {key, tenant, role} = row as IssuedCredential & {role?: string};
  return {names: role === undefined ? [key] : [key, role], tenant};
}

/** A function that is called once at most. */
function once<T>(find: () => T): () => T {
  let found: {value: T} | undefined;
  return () => (found ??= {value: find()}).value;
}
