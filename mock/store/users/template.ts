import type {Seeding} from '../../chapter.ts';
import type {Row} from '../../world/change.ts';
import {DEMO_ADMINS, SUITE_ADMINS, type Admin} from '../access/people.ts';
import type {StoreRow} from '../access/rows.ts';
import {moved, newUser, uuidFrom, type NewUser, type UserMove} from './user.ts';

/** A user of a template: born some time ago, perhaps gone since. Instants in epoch milliseconds. */
interface Person extends Partial<Omit<NewUser, keyof Row>> {
  email: string;
  born: number;
  left?: {by: UserMove; at: number};
}

const DAY = 86_400_000;

/** Puts a user into a store. */
function put(seeding: Seeding, store: string, {born, left, ...person}: Person): void {
  const id = seeding.newNumber('user');
  const uuid = uuidFrom((kind) => seeding.newId(kind));
  const row = {
    key: String(id),
    tenant: store,
    seq: seeding.newSeq(),
    id,
    uuid,
    external_id: `reader-${id}`,
  };
  const user = newUser({...row, ...person}, born);
  const gone = left && moved(user, left.by, left.at);
  seeding.put('users', typeof gone === 'object' ? gone : user);
}

/**
 * The admins whose tokens the access chapter generates: the first users of a world, in the order of
 * their ids.
 */
const putAdmins = (seeding: Seeding, admins: Admin[]): void => {
  for (const {store, email} of admins)
    put(seeding, store, {email, admin: true, born: seeding.now - 90 * DAY});
};

/** Readers of the demo stores; some have left, one altogether. */
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

export function demo(seeding: Seeding): void {
  putAdmins(seeding, DEMO_ADMINS);
  for (const [store, name, daysAgo, by] of READERS) {
    const born = seeding.now - daysAgo * DAY;
    const email = `${name.toLowerCase().replace(' ', '.')}@readers.example`;
    put(seeding, store, {name, email, born, ...(by && {left: {by, at: born + 2 * DAY}})});
  }
}

/** Two readers a store; their addresses derive from the seed. */
export function suite(seeding: Seeding): void {
  putAdmins(seeding, SUITE_ADMINS);
  for (const {key: store} of seeding.rows<StoreRow>('stores'))
    for (let n = 1; n <= 2; n++)
      put(seeding, store, {
        email: `${seeding.newId('reader').replace('_', '-')}@readers.example`,
        born: seeding.now - n * DAY,
      });
}
