import type {Chapter, Seeder} from '../../chapter.ts';
import {DEMO_ADMINS, DEMO_LIMITED_ADMIN, SUITE_ADMINS, type Admin} from './admins.ts';
import type {StoreRow, TokenRow} from './rows.ts';

/** Makes a template of this chapter, which adds the stores and an API token for each admin. */
const addStores =
  (stores: [key: string, name: string][], admins: Admin[]) =>
  (seeder: Seeder): void => {
    for (const [key, name] of stores) {
      const store: StoreRow = {key, tenant: key, seq: seeder.newSeq(), name};
      seeder.put('stores', store);
    }
    for (const {store, id, role, token} of admins) {
      const row: TokenRow = {
        key: seeder.newId('token'),
        tenant: store,
        seq: seeder.newSeq(),
        secret: token === undefined ? seeder.newSecret('st') : seeder.ownCredential(token),
        admin: id,
        role,
        ...(role === 'limited-admin' && {no_content: true}),
      };
      seeder.put('tokens', row);
    }
  };

/** Stores, their administrators and the administrators' tokens (Authentication). */
export const access: Chapter = {
  name: 'store/access',
  tables: {
    stores: {},
    tokens: {
      indexes: {
        secret: {of: (row: TokenRow) => row.secret, scope: 'world'},
        admin: {of: (row: TokenRow) => String(row.admin)},
      },
    },
  },
  freedoms: {
    'store.timezone': {
      values: ['UTC', 'America/Argentina/Buenos_Aires', 'Pacific/Auckland'],
      others: 'IANA name of a time zone',
      meaning: "The time zone of the stores' dates, by its IANA name.",
      open: ['NS-ST-04'],
    },
  },
  templateFreedoms: {demo: {'store.timezone': 'America/Argentina/Buenos_Aires'}},
  refusals: {
    unauthenticated: 'The token is missing or not valid.',
    'body-refused': 'The body is not JSON.',
    invalid: 'The given data was invalid.',
  },
  templates: {
    demo: addStores(
      [
        ['riverside', 'Riverside Books'],
        ['hilltop', 'Hilltop Library'],
      ],
      [...DEMO_ADMINS, DEMO_LIMITED_ADMIN],
    ),
    suite: addStores(
      [
        ['store-a', 'Store A'],
        ['store-b', 'Store B'],
      ],
      SUITE_ADMINS,
    ),
  },
};
