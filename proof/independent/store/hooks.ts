import {randomBytes} from 'node:crypto';
import {commerceVerb} from './hooks-commerce.ts';
import {contentVerb} from './hooks-content.ts';
import {ALLOWED, forgetReads, readLog, readsOf, storeKey, tokenKey} from './limits.ts';
import {matchesPassword} from './secrets.ts';
import {addAdmin, addToken} from './seeds.ts';
import {HOOK_AGENTS} from './sessions/agent.ts';
import {openSession} from './sessions/open.ts';
import {shownId} from './sessions/view.ts';
import {COOKIE} from './site/visit.ts';
import {DAY} from './time.ts';
import type {Context, Json, Reply, Scene, Store, Token, User} from './types.ts';

/** What the hooks may do to the server. */
export interface Levers {
  advance(ms: number): void;
  reset(): void;
  view(store: Store): Context;
}

function fail(status: number, error: string): Reply {
  return {status, body: {error}};
}

function tokenOf(scene: Scene, role: unknown): Token | undefined {
  return scene.world.tokens.find((token) => token.role === role);
}

function advance(levers: Levers, args: Json): Reply {
  const {ms} = args;
  if (typeof ms !== 'number' || !Number.isFinite(ms) || ms < 0 || ms > DAY * 36_500) {
    return fail(400, 'ms: a number from 0 on');
  }
  levers.advance(ms);
  return {status: 200, body: {}};
}

function leaveReads(scene: Scene, token: Token, args: Json): Reply {
  const {of, reads} = args;
  if (of !== 'token' && of !== 'store') return fail(400, 'of: token or store');
  const key = of === 'token' ? tokenKey(scene, token, 'v1') : storeKey(scene, token, 'v1');
  const log = readLog(scene, key);
  log.planted = [];
  if (reads === null) return {status: 200, body: {}};
  if (typeof reads !== 'number' || !Number.isInteger(reads) || reads < 0) {
    return fail(400, 'reads: a whole number from 0 on, or null');
  }
  const missing = Math.max(0, ALLOWED[of] - reads - readsOf(log));
  log.planted = Array.from({length: missing}, () => scene.now());
  return {status: 200, body: {}};
}

function userOf(token: Token, args: Json): User | undefined {
  const id = Number(args.user);
  return token.store.users.get(id);
}

function signIn(context: Context, token: Token, args: Json): Reply {
  const user = userOf(token, args);
  if (user === undefined) return fail(404, 'no such user');
  const {type} = args;
  if (type !== 'web' && type !== 'mobile') return fail(400, 'type: web or mobile');
  const {faults} = context;
  const open = type === 'mobile' && faults.has('deactivated-mobile-sign-in');
  if (user.deletedAt !== null && !open) return fail(409, 'this user cannot sign in');
  const session = openSession(context, user, HOOK_AGENTS[type], '192.0.2.44');
  const cookie = `${COOKIE}=${session.id}.${session.key}`;
  return {status: 200, body: {session: shownId(context, session), cookie}};
}

function tryLogin(scene: Scene, token: Token, args: Json): Reply {
  const user = userOf(token, args);
  const {faults} = scene;
  if (user === undefined || typeof args.password !== 'string') {
    return fail(404, 'no such user, or no password');
  }
  let {password} = args;
  if (typeof password !== 'string') return fail(400, 'password: a text');
  if (faults.has('password-cut-at-72')) password = password.slice(0, 72);
  let open = user.deletedAt === null || faults.has('deactivated-may-log-in');
  if (faults.has('deactivated-admin-logs-in') && user.admin) open = true;
  if (faults.has('password-change-opens-deactivated')) {
    open ||= user.history.includes('password');
  }
  if (faults.has('reactivated-cannot-log-in') && user.history.includes('reactivate')) {
    open = false;
  }
  const admitted = open && matchesPassword(user.password, password);
  return {status: 200, body: {admitted}};
}

function newSecret(): string {
  return `SK-${randomBytes(24).toString('base64url')}`;
}

function generate(scene: Scene, token: Token): Reply {
  const {world, faults} = scene;
  const {store} = token;
  const admin = addAdmin(world, store, `staff${world.nextUser}`, scene.now());
  if (faults.has('one-key-per-store')) {
    for (const one of world.tokens) {
      if (one.store === store) one.state = 'deleted';
    }
  }
  const made = addToken(world, store, {secret: newSecret(), role: 'generated', adminId: admin.id});
  return {status: 200, body: {token: made.secret, id: made.id}};
}

/** Voids the tokens of a store that are younger than one. */
function voidYounger({world}: Scene, token: Token): void {
  const own = world.tokens.filter((one) => one.store === token.store && one.state === 'valid');
  for (const one of own) if (Number(one.id) > Number(token.id)) one.state = 'regenerated';
}

function changeToken(scene: Scene, verb: string, id: unknown): Reply {
  const token = scene.world.tokens.find((one) => one.id === String(id));
  if (token === undefined || token.state !== 'valid') return fail(404, 'no such token');
  if (verb === 'delete-token') {
    token.state = 'deleted';
    forgetReads(scene, token);
    return {status: 200, body: {}};
  }
  token.state = 'regenerated';
  if (scene.faults.has('regenerating-voids-neighbours')) voidYounger(scene, token);
  const made = addToken(scene.world, token.store, {...token, secret: newSecret()});
  made.renewals = (token.renewals ?? 0) + 1;
  const again = scene.faults.has('second-regenerated-refused') && made.renewals > 1;
  if (again || scene.faults.has('regenerated-new-refused')) made.state = 'deleted';
  return {status: 200, body: {token: made.secret, id: made.id}};
}

/** Answers a (rightly authorized) call of the hook endpoint. */
export function callHook(scene: Scene, levers: Levers, args: Json): Reply {
  const {verb} = args;
  if (verb === 'advance') return advance(levers, args);
  if (verb === 'reset') {
    levers.reset();
    return {status: 200, body: {}};
  }
  if (verb === 'regenerate-token' || verb === 'delete-token') {
    return changeToken(scene, verb, args.id);
  }
  const token = tokenOf(scene, args.role);
  const known = ['leave-reads', 'sign-in', 'try-login', 'generate-token'];
  const commerce = commerceVerb(verb) ?? contentVerb(verb);
  if (commerce === undefined && (typeof verb !== 'string' || !known.includes(verb))) {
    return fail(400, 'this verb is not known here');
  }
  if (token === undefined) return fail(404, 'this role is not known');
  if (commerce !== undefined) return commerce(levers.view(token.store), args);
  if (verb === 'leave-reads') return leaveReads(scene, token, args);
  if (verb === 'sign-in') return signIn(levers.view(token.store), token, args);
  return verb === 'try-login' ? tryLogin(scene, token, args) : generate(scene, token);
}
