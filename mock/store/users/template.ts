import {DAY_MS} from '../../../spec/durations.ts';
import type {Seeder} from '../../chapter.ts';
import type {Row} from '../../world/change.ts';
import {DEMO_ADMINS, DEMO_LIMITED_ADMIN, SUITE_ADMINS, type Admin} from '../access/admins.ts';
import type {StoreRow} from '../access/rows.ts';
import {movedUser, newUser, uuidFrom, type NewUser, type User, type UserMove} from './user.ts';

/** A user of a template. Instants are epoch milliseconds. */
interface TemplateUser extends Partial<Omit<NewUser, keyof Row>> {
  email: string;
  name?: string;
  created: number;
  /** A later change of state, for example a deactivation. */
  left?: {by: UserMove; at: number};
}

/** Adds a user to a store. */
function addUser(seeder: Seeder, store: string, template: TemplateUser): void {
  const {created, left, name, ...values} = template;
  const id = seeder.newNumber('user');
  const uuid = uuidFrom((kind) => seeder.newId(kind));
  const row = {
    key: String(id),
    tenant: store,
    seq: seeder.newSeq(),
    id,
    uuid,
    external_id: `reader-${id}`,
  };
  const user: User = {...newUser({...row, ...values}, created), ...(name && {name})};
  const gone = left && movedUser(user, left.by, left.at);
  seeder.put('users', typeof gone === 'object' ? gone : user);
}

/**
 * Adds admins. The chapter `store/access` adds tokens for them by their ids: they must be the first users of a world,
 * because their ids count from 1.
 */
const addAdmins = (seeder: Seeder, admins: Admin[]): void => {
  for (const {store, email} of admins)
    addUser(seeder, store, {email, admin: true, created: seeder.now - 90 * DAY_MS});
};

/** Readers of the demo stores; one is deactivated, one anonymized. */
const READERS: [store: string, name: string, daysAgo: number, by?: UserMove][] = [
  ['riverside', 'Ada Marsh', 80],
  ['riverside', 'Boris Hale', 74],
  ['riverside', 'Carla Finch', 61, 'deactivate'],
  ['riverside', 'Dario Pike', 55],
  ['riverside', 'Elsa Thorne', 40],
  ['riverside', 'Felix Brandt', 33, 'anonymize'],
  ['riverside', 'Greta Moss', 21],
  ['riverside', 'Hugo Lane', 4],
  ['hilltop', 'Iris Quill', 50],
  ['hilltop', 'Jan Weir', 12],
];

/** The password with which the readers of the demo stores sign in on the store's page. */
export const DEMO_PASSWORD = 'demo-password';

/** The demo world: admins and readers of two stores. */
export function demo(seeder: Seeder): void {
  addAdmins(seeder, DEMO_ADMINS);
  for (const [store, name, daysAgo, by] of READERS) {
    const created = seeder.now - daysAgo * DAY_MS;
    const email = `${name.toLowerCase().replace(' ', '.')}@readers.example`;
    const left = by && {by, at: created + 2 * DAY_MS};
    addUser(seeder, store, {
      name,
      email,
      created,
      new_password: DEMO_PASSWORD,
      ...(left && {left}),
    });
  }
  addAdmins(seeder, [DEMO_LIMITED_ADMIN]);
}

/** A suite world: admins, and two readers in each store, whose emails derive from the seed. */
export function suite(seeder: Seeder): void {
  addAdmins(seeder, SUITE_ADMINS);
  for (const {key: store} of seeder.rows<StoreRow>('stores'))
    for (let n = 1; n <= 2; n++)
      addUser(seeder, store, {
        email: `${seeder.newId('reader').replace('_', '-')}@readers.example`,
        created: seeder.now - n * DAY_MS,
      });
}
