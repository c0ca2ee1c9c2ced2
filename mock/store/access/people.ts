/**
 * An admin of a template's store. The users chapter makes the user rows; the access chapter
 * generates the tokens.
 */
export interface Admin {
  /** Key of the store. */
  store: string;
  /** Id of the user row: admins are the first users of a world. */
  id: number;
  email: string;
  role: 'admin' | 'second-admin' | 'second-store';
  /** A fixed token; otherwise it derives from the seed. */
  token?: string;
}

const POOL = 6;

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

const admins = (store: string, prefix: string, role: Admin['role'], from: number): Admin[] =>
  Array.from({length: POOL}, (_, i) => ({
    store,
    id: from + i,
    email: `${prefix}-${i + 1}@${store}.example`,
    role,
  }));

/** Six admins share each role, so that a runner never waits for one token's minute. */
export const SUITE_ADMINS: Admin[] = [
  ...admins('store-a', 'admin', 'admin', 1),
  ...admins('store-a', 'second-admin', 'second-admin', POOL + 1),
  ...admins('store-b', 'admin', 'second-store', 2 * POOL + 1),
];
