import {randomBytes} from 'node:crypto';
import {seedCommerce, seedOrder, seedPlans} from './commerce-seeds.ts';
import {seedContent} from './content/seeds.ts';
import {seedReadings} from './reading/seeds.ts';
import {hashPassword, newUuid} from './secrets.ts';
import {addMonths, DAY, localDay} from './time.ts';
import type {Plan, Purchase, Store, Token, User, World} from './types.ts';

/** The secrets of the credentials; the same through a reset. */
export type Secrets = Record<string, string>;

/** New secrets for the four credentials. */
export function makeSecrets(): Secrets {
  const secret = (): string => `SK-${randomBytes(24).toString('base64url')}`;
  return {
    admin: secret(),
    'second-admin': secret(),
    'second-store': secret(),
    'limited-admin': secret(),
  };
}

function makeStore(key: string, zone: string, zoneMinutes: number, plans: Plan[]): Store {
  const domain = `https://${key}.bookshelf.example`;
  const byId = new Map(plans.map((plan) => [plan.id, plan]));
  const commerce = seedCommerce(key, zoneMinutes < 0 ? 610_020 : 655_020);
  return {key, domain, zone, zoneMinutes, users: new Map(), plans: byId, commerce};
}

/** A bare user, not yet in its store. */
export function blankUser(world: World, email: string, externalId: string, now: number): User {
  const id = world.nextUser;
  world.nextUser += 7;
  return {
    id,
    uuid: newUuid(now),
    email,
    externalId,
    name: (email.split('@')[0] ?? '').replaceAll(/[._+-]+/g, ' '),
    password: '',
    admin: false,
    planAdmin: false,
    onlySeesReadable: false,
    sessionsLimit: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    anonymized: false,
    plans: [],
    purchases: [],
    sessions: [],
    history: [],
  };
}

/** Puts a new admin into a store. */
export function addAdmin(world: World, store: Store, local: string, now: number): User {
  const email = `${local}@${store.key}.bookshelf.example`;
  const user = blankUser(world, email, `staff-${store.key}-${local}`, now);
  user.admin = true;
  user.password = hashPassword('staff-password-1');
  store.users.set(user.id, user);
  return user;
}

function purchase(world: World, channel: Purchase['channel'], reason?: string): Purchase {
  world.nextNumber += 3;
  const number = world.nextNumber;
  const cancelled = reason !== undefined;
  const orderNumber = String(number);
  return {orderNumber, issueId: number + 90_000, channel, cancelled, reason: reason ?? null};
}

function addReader(world: World, store: Store, local: string, now: number): void {
  const user = blankUser(world, `${local}@readers.example`, `reader-${local}`, now);
  user.password = hashPassword('reader-password-1');
  user.purchases = [
    purchase(world, 'manual'),
    purchase(world, 'manual'),
    purchase(world, 'manual', 'refunded'),
    purchase(world, 'checkout'),
  ];
  for (const bought of user.purchases) {
    const order = seedOrder(store, user, bought, now);
    bought.order = order.id;
    store.commerce.orders.push(order);
  }
  for (const plan of store.plans.values()) {
    if (!plan.subscribable) continue;
    world.nextNumber += 3;
    const from = localDay(now, store);
    user.plans.push({
      subscription: String(world.nextNumber),
      plan,
      label: plan.title,
      from,
      until: plan.months === null ? null : addMonths(from, plan.months),
      cancelledAt: null,
      reason: null,
    });
  }
  store.users.set(user.id, user);
}

/** A key of a store. */
export function addToken(
  world: World,
  store: Store,
  {secret, role, adminId}: Pick<Token, 'secret' | 'role' | 'adminId'>,
): Token {
  world.nextNumber += 3;
  const id = String(world.nextNumber);
  const token: Token = {id, secret, store, role, adminId, state: 'valid', seenAt: -Infinity};
  world.tokens.push(token);
  return token;
}

/** The initial state. */
export function makeWorld(secrets: Secrets, now: number): World {
  const one = makeStore(
    'lyra',
    'America/Argentina/Buenos_Aires',
    -180,
    seedPlans(88_120, now - 41 * DAY),
  );
  const two = makeStore('corvus', 'Asia/Kolkata', 330, seedPlans(88_520, now - 41 * DAY));
  const world: World = {
    stores: [one, two],
    tokens: [],
    minutes: new Map(),
    days: new Map(),
    searches: new Map(),
    marks: new Map(),
    sendings: new Map(),
    nextUser: 7_340_001,
    nextNumber: 500_000,
    nextPlan: 89_004,
    nextIssue: 812_003,
    served: 0,
    origin: '',
    seal: randomBytes(24).toString('hex'),
  };
  const ada = addAdmin(world, one, 'ada', now - 40 * DAY);
  const bruno = addAdmin(world, one, 'bruno', now - 39 * DAY);
  const carla = addAdmin(world, two, 'carla', now - 38 * DAY);
  addReader(world, one, 'nora.quist', now - 30 * DAY);
  addReader(world, one, 'omar.teal', now - 29 * DAY);
  addReader(world, two, 'pia.lund', now - 28 * DAY);
  const edith = addAdmin(world, one, 'edith', now - 27 * DAY);
  const admins: Record<string, User> = {
    'second-admin': bruno,
    'second-store': carla,
    'limited-admin': edith,
  };
  for (const [role, secret] of Object.entries(secrets)) {
    const adminId = (admins[role] ?? ada).id;
    addToken(world, role === 'second-store' ? two : one, {secret, role, adminId});
  }
  seedContent(one, {first: 611_040, titles: 30, userId: ada.id}, now);
  seedContent(two, {first: 656_040, titles: 15, userId: carla.id}, now);
  seedReadings(one, 320, now);
  seedReadings(two, 40, now);
  return world;
}
