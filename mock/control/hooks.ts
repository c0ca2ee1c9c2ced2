import {describedVerb, type ControlVerb} from '../../spec/control.ts';
import {defined} from '../../spec/defined.ts';
import type {TokenRow} from '../store/access/rows.ts';
import type {OauthTokenRow} from '../workspace/mcp/rows.ts';
import type {KeyRow} from '../workspace/access/rows.ts';
import type {World} from '../world/world.ts';
import {worldOf, type ControlRequest, type ControlResponse, type Handler} from './handler.ts';
import {Problem} from './problem.ts';
import {userOf} from './tokens.ts';

/** The verb and the arguments of a hook (`spec/control.ts`); each verb uses some of them. */
export interface HookCall {
  verb: ControlVerb;
  role?: string;
  places?: number | null;
  runs?: number | null;
  of?: 'token' | 'store' | 'report' | 'sale' | 'all';
  reads?: number | null;
  as?: string[];
  withheld?: boolean;
  configured?: boolean;
  unresolved?: boolean;
  plan?: string;
  count?: number;
  publication?: string;
  id?: string;
  user?: number | string;
  type?: 'web' | 'mobile' | 'content' | 'subscription';
  product?: number | string;
  session?: string;
  password?: string;
  order?: string;
  outcome?: 'approved' | 'declined' | 'pending';
  url?: string;
  to?: string;
  kind?: string;
  wait_ms?: number;
  on?: boolean;
  issue?: number | string;
  ms?: number;
  uuid?: string;
  sessions?: number;
  from?: string;
}

/** The operation of the control plane behind a verb. */
interface Call {
  operationId: string;
  id?: string | undefined;
  body?: object;
}

/** The tenants of the role for which a hook is called. */
interface Tenants {
  workspace: string | undefined;
  store: string | undefined;
  /** The store token of the role. */
  token: string | undefined;
}

const workspaceHook = (tenants: Tenants, hook: object): Call => ({
  operationId: 'callWorkspaceHook',
  id: tenants.workspace,
  body: hook,
});

const storeHook = ({store}: Tenants, operationId: string, body: object): Call => ({
  operationId,
  id: store,
  body,
});

const seed = (body: object): Call => ({operationId: 'seedWorld', body});

/** The operation behind each verb. */
const CALLS: Record<ControlVerb, (call: HookCall, tenants: Tenants, world: World) => Call> = {
  'leave-places': ({places}, tenants) => workspaceHook(tenants, {places}),
  'unresolve-plan': ({unresolved = true}, tenants) => workspaceHook(tenants, {unresolved}),
  'set-plan': ({plan}, tenants) => workspaceHook(tenants, plan === undefined ? {} : {plan}),
  'end-runs': ({as}, {workspace}) => ({
    operationId: 'changeWorkspace',
    id: workspace,
    body: {runs_end: as},
  }),
  'withhold-downloads': ({withheld = true}, {workspace}) => ({
    operationId: 'changeWorkspace',
    id: workspace,
    body: {downloads: withheld ? 'unavailable' : 'available'},
  }),
  'leave-runs': ({runs}, {workspace}) => seed({runs: {workspace, leave: runs}}),
  'leave-reads': ({of, reads}, {store, token}) => ({
    operationId: 'preloadReads',
    body: {...(of === 'store' ? {store} : {token}), leave: reads},
  }),
  'seed-publications': ({count}, {workspace}) => seed({publications: {workspace, count}}),
  'seed-empty-publication': (_call, {workspace}) =>
    seed({publications: {workspace, count: 1, files: false}}),
  'push-mirrors': ({publication}) =>
    seed({mirrors: {publication, mirrors: ['original', 'modified']}}),
  'configure-reader': ({configured = true}, {workspace}) => ({
    operationId: 'changeWorkspace',
    id: workspace,
    body: {reader: configured ? 'configured' : 'not-configured'},
  }),
  'sign-in': ({user, type}) =>
    seed({
      sign_ins: {user: Number(user), count: 1, type: type === 'mobile' ? 'mobile' : 'web'},
    }),
  'is-signed-in': ({session}, {store}) => ({
    operationId: 'isSignedIn',
    body: {store, session},
  }),
  'mint-key': (_call, {workspace}) => ({operationId: 'mintKey', body: {workspace}}),
  'issue-token': (_call, {workspace}) => ({operationId: 'issueAccessToken', body: {workspace}}),
  'expire-token': ({id}) => ({operationId: 'expireAccessToken', id}),
  'revoke-token': ({id}) => ({operationId: 'revokeAccessToken', id}),
  'try-login': ({user, password}, {store}, world) => ({
    operationId: 'tryLogin',
    body: {store, email: userOf(world, Number(user), store).email, password},
  }),
  'generate-token': (_call, {store}) => ({operationId: 'generateToken', body: {store}}),
  'regenerate-token': ({id}) => ({operationId: 'regenerateToken', id}),
  'delete-token': ({id}) => ({operationId: 'deleteToken', id}),
  'complete-payment': ({order, outcome = 'approved'}, tenants) =>
    storeHook(tenants, 'settleCheckout', {order, outcome}),
  'leave-checkout': ({order}, tenants) =>
    storeHook(tenants, 'settleCheckout', {order, outcome: 'left'}),
  'approve-late': ({order}, tenants) => storeHook(tenants, 'approveLate', {order}),
  'open-checkout': ({url}, tenants) => storeHook(tenants, 'openCheckout', {url}),
  'payment-records': ({order}, tenants) => storeHook(tenants, 'readPayments', {order}),
  'which-gateway': ({order}, tenants) => storeHook(tenants, 'readGateway', {order}),
  'read-mail': ({to, kind, wait_ms}, tenants) =>
    storeHook(tenants, 'readMail', {
      to,
      ...(kind !== undefined && {kind}),
      ...(wait_ms !== undefined && {wait_ms}),
    }),
  'switch-mails': ({on, of = 'all'}, tenants) => storeHook(tenants, 'switchMails', {on, of}),
  'may-this-user-read': ({user, product, type = 'content'}, tenants) =>
    storeHook(tenants, 'readAccess', {user, product, type}),
  'catalog-entry': ({product}, tenants) => storeHook(tenants, 'readCatalogEntry', {product}),
  'seed-collection': (_call, {store}) => seed({collections: {store, count: 1}}),
  'switch-content': ({on}, tenants) => storeHook(tenants, 'switchContent', {on}),
  'switch-physical': ({on}, tenants) => storeHook(tenants, 'switchPhysical', {on}),
  'defer-conversion': ({issue}, tenants) => storeHook(tenants, 'deferConversion', {issue}),
  'resume-conversion': ({issue}, tenants) => storeHook(tenants, 'resumeConversion', {issue}),
  'list-subscriptions': ({user}, {store}) => ({
    operationId: 'listSubscriptions',
    body: {store, user: Number(user)},
  }),
  'switch-consumption': ({on}, tenants) => storeHook(tenants, 'switchConsumption', {on}),
  'record-reading': ({verb: _verb, role: _role, user, ...reading}, tenants) =>
    storeHook(tenants, 'recordReading', {
      ...reading,
      ...(user !== undefined && {user: Number(user)}),
    }),
  'continue-reading': ({verb: _verb, role: _role, ...reading}, tenants) =>
    storeHook(tenants, 'continueReading', reading),
  'generate-reading': ({sessions, from, to}, tenants) =>
    storeHook(tenants, 'generateReading', {sessions, from, to}),
  advance: ({ms}) => ({operationId: 'setClock', body: {advance_ms: ms}}),
  reset: () => ({operationId: 'resetWorld'}),
};

/**
 * Performs the calls of a configuration's hooks with the other operations, so that a world of the mock can be used as
 * a deployment with every hook.
 * @param operations the other operations of the control plane
 */
export const hookOperations = (
  operations: Readonly<Record<string, Handler>>,
): Record<string, Handler> => ({
  async callHook(request: ControlRequest<HookCall>) {
    const world = worldOf(request);
    checkArguments(request.body);
    const {verb, role} = request.body;
    const call = CALLS[verb](request.body, tenantsOf(world, role), world);
    const {operationId, id, body = {}} = call;
    if ('id' in call && id === undefined) throw otherRole(verb, role);
    const handler = defined(operations[operationId], `the operation ${operationId}`);
    const path = {...request.path, ...(id !== undefined && {id})};
    const response = await handler({...request, path, body} as ControlRequest<never>);
    return {status: 200, body: answerOf(verb, response)};
  },
});

/** What the argument `of` of a verb can identify. */
const KINDS: Partial<Record<ControlVerb, readonly string[]>> = {
  'leave-reads': ['token', 'store'],
  'switch-mails': ['report', 'sale', 'all'],
};

/** @throws Problem for a missing argument, or one of another verb */
function checkArguments(call: HookCall): void {
  const kinds = KINDS[call.verb];
  if (kinds && call.of !== undefined && !kinds.includes(call.of))
    throw new Problem(422, `body/of: is \`${call.of}\``, `it is one of ${kinds.join(', ')}`);
  const {args} = describedVerb(call.verb);
  const needed = Object.keys(args).filter((name) => !args[name]?.optional);
  const missing = needed.find((name) => !(name in call));
  if (missing === undefined || (missing === 'role' && 'id' in call)) return;
  throw new Problem(
    422,
    `body: \`${call.verb}\` needs \`${missing}\``,
    `its arguments are ${Object.keys(args).join(', ')}`,
  );
}

/** @throws Problem 404 for a role without a credential in the world */
function tenantsOf(world: World, role: string | undefined): Tenants {
  if (role === undefined) return {workspace: undefined, store: undefined, token: undefined};
  const ofRole = <R extends {role?: string}>(table: string): R | undefined =>
    ([...world.table(table).all()] as unknown as R[]).find((row) => row.role === role);
  const key = ofRole<KeyRow>('keys') ?? ofRole<OauthTokenRow>('access_tokens');
  const token = ofRole<TokenRow>('tokens');
  if (key || token) return {workspace: key?.tenant, store: token?.tenant, token: token?.secret};
  throw new Problem(
    404,
    `no credential of world \`${world.id}\` has the role \`${role}\``,
    'use a role of the credentials that `GET /worlds/{world}` lists',
  );
}

/** The refusal of a role of the other API, whose tenants the verb does not concern. */
const otherRole = (verb: ControlVerb, role: string | undefined): Problem =>
  new Problem(
    422,
    `body/role: \`${verb}\` is not for the role \`${String(role)}\``,
    'use a role of the other API',
  );

/** The response of a verb: the ids of what it created, otherwise the response of the operation. */
function answerOf(verb: ControlVerb, {body = {}}: ControlResponse): unknown {
  const {sign_ins: sessions = [], collections = []} = body as Seeded;
  if (verb === 'sign-in') return {session: sessions[0]};
  return verb === 'seed-collection' ? {collection: collections[0]} : body;
}

/** The parts of the response of `seedWorld` that verbs return. */
interface Seeded {
  sign_ins?: string[];
  collections?: string[];
}
