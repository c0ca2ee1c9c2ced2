import type {TokenRow} from '../store/access/rows.ts';
import {seedSignIns} from '../store/auth-sessions/seed.ts';
import type {Plan} from '../store/plans/plan.ts';
import {deactivateUser} from '../store/users/move-user.ts';
import type {User} from '../store/users/user.ts';
import {createUser} from '../store/users/write-user.ts';
import type {Names} from './names.ts';
import type {Plot, Timed} from './plot.ts';
import type {UserSeed} from './seed.ts';
import {WrongValue, type Path} from '../wrong-value.ts';

/** Creates an active user as the API does, and the token of an admin. @throws WrongValue */
export function plantUser(
  plot: Plot,
  store: string,
  {thing, path, at}: Timed<UserSeed>,
  plans: Names<Plan>,
): User {
  const {
    email,
    external_id: externalId = email.replace(/@.*$/s, '').slice(0, 64),
    name,
    password,
  } = thing;
  const {sessions_limit, admin, plan_admin, only_sees_readable} = thing;
  const body = {
    email,
    external_id: externalId,
    new_password: password,
    sessions_limit,
    admin,
    plan_admin,
    only_sees_readable,
    ...assignment(plot, thing, path, plans),
  };
  plot.at(at);
  const {changes = []} = plot.perform(store, createUser, {body}, path, (table, row) =>
    table === 'users' && name !== undefined ? ({...row, name} as User) : row,
  );
  const [user] = changes.flatMap((change) =>
    change.table === 'users' && 'put' in change ? [change.put as User] : [],
  );
  if (!user) throw new Error(`no user was created for ${email}`);
  addToken(plot, user, thing, path);
  return user;
}

/** The members of a creation that assign a plan. */
function assignment(
  plot: Plot,
  {plan, plan_until: until, plan_name: name}: UserSeed,
  path: Path,
  plans: Names<Plan>,
) {
  const day = until === undefined ? undefined : plot.day(until, [...path, 'plan_until']);
  return {
    ...(plan !== undefined && {assign_new_plan: plans.get(plan, [...path, 'plan']).id}),
    ...(day !== undefined && {new_plan_custom_valid_to: day}),
    ...(name !== undefined && {user_plan_name: name}),
  };
}

function addToken(plot: Plot, {tenant, id, admin}: User, seed: UserSeed, path: Path): void {
  const {token, role, manages_content: manages = true} = seed;
  const wanted = (['token', 'role', 'manages_content'] as const).find(
    (name) => seed[name] !== undefined,
  );
  if (wanted !== undefined && !admin)
    throw new WrongValue(
      [...path, wanted],
      'only admins have tokens',
      'give the user `admin: true`',
    );
  if (token === undefined && role === undefined) return;
  const {world} = plot;
  const secret = token ?? world.ids.secret('st');
  if (world.table('tokens').first('secret', secret, ''))
    throw new WrongValue(
      [...path, 'token'],
      'another token is the same',
      'give each admin another token',
    );
  const row: TokenRow = {
    key: world.ids.id('token'),
    tenant,
    seq: world.newSeq(),
    secret,
    admin: id,
    ...(role !== undefined && {role}),
    ...(!manages && {no_content: true}),
  };
  plot.put('tokens', row);
}

/** Signs a user in, as the storefront does. @throws WrongValue */
export function plantSessions(
  plot: Plot,
  store: string,
  user: number,
  {thing, path}: Timed<UserSeed>,
): void {
  for (const session of plot.inOrder(thing.sessions, 'started_at', [...path, 'sessions'])) {
    plot.at(session.at);
    const key = keyOf(plot, store, user);
    try {
      seedSignIns(plot.world, key, 1, session.thing.type ?? 'web');
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new WrongValue(session.path, error.message, 'leave the session out');
    }
  }
}

/** Deactivates or anonymizes a user, as the API does, if the seed wants it. @throws WrongValue */
export function endUser(
  plot: Plot,
  store: string,
  user: number,
  {thing, path}: Timed<UserSeed>,
): void {
  const {state = 'active', left_at: left} = thing;
  if (state === 'active') {
    if (left === undefined) return;
    throw new WrongValue(
      [...path, 'left_at'],
      'the user is active',
      'give `state: deactivated` as well, or leave it out',
    );
  }
  plot.at(plot.instant(left, [...path, 'left_at'], plot.now));
  const query: Record<string, string> = state === 'anonymized' ? {anonymize: 'true'} : {};
  plot.perform(store, deactivateUser, {path: {id: String(user)}, query}, [...path, 'state']);
}

/** The key of a user's row, which contains the store in worlds that count ids for each store. */
function keyOf({world}: Plot, store: string, id: number): string {
  const perStore = world.freedom('users.ids_counted') === 'per_store';
  return perStore ? `${store}/${id}` : String(id);
}
