/**
 * An admin of a template. Two chapters need it: `store/users` adds the user row, `store/access` the
 * token.
 */
export interface Admin {
  /** Key of the store. */
  store: string;
  /** Id of the user: admins are the first users of a world, so their ids count from 1. */
  id: number;
  email: string;
  role: 'admin' | 'second-admin' | 'second-store' | 'limited-admin';
  /** The token in the demo world. Default: derived from the seed of the world. */
  token?: string;
}

/**
 * The number of admins for each role in a suite world, so that no check has to wait for the minute limit of a token.
 */
const ADMINS_PER_ROLE = 6;

/** Admins of the demo world, with obviously fake tokens that never change. */
export const DEMO_ADMINS: Admin[] = [
  {
    store: 'riverside',
    id: 1,
    email: 'greta.vale@riverside.example',
    role: 'admin',
    token: 'demo-token-riverside-admin',
  },
  {
    store: 'riverside',
    id: 2,
    email: 'oskar.fern@riverside.example',
    role: 'second-admin',
    token: 'demo-token-riverside-second-admin',
  },
  {
    store: 'hilltop',
    id: 3,
    email: 'nell.ash@hilltop.example',
    role: 'second-store',
    token: 'demo-token-hilltop-admin',
  },
];

/**
 * An admin of the demo world who may not manage content. The user is created after the readers, so that their ids do
 * not change.
 */
export const DEMO_LIMITED_ADMIN: Admin = {
  store: 'riverside',
  id: 14,
  email: 'sten.holt@riverside.example',
  role: 'limited-admin',
  token: 'demo-token-riverside-limited-admin',
};

/** Admins that share a role; their ids count from `from`. */
const admins = (store: string, prefix: string, role: Admin['role'], from: number): Admin[] =>
  Array.from({length: ADMINS_PER_ROLE}, (_, i) => ({
    store,
    id: from + i,
    email: `${prefix}-${i + 1}@${store}.example`,
    role,
  }));

/** Admins of a suite world. */
export const SUITE_ADMINS: Admin[] = [
  ...admins('store-a', 'admin', 'admin', 1),
  ...admins('store-a', 'second-admin', 'second-admin', ADMINS_PER_ROLE + 1),
  ...admins('store-b', 'admin', 'second-store', 2 * ADMINS_PER_ROLE + 1),
  // May not manage content.
  {
    store: 'store-a',
    id: 3 * ADMINS_PER_ROLE + 1,
    email: 'limited-admin@store-a.example',
    role: 'limited-admin',
  },
];
