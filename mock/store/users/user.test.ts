import {describe, expect, it} from 'vitest';
import {access} from '../access/chapter.ts';
import {users} from './chapter.ts';
import {createdUser, listedUser} from './render-user.ts';
import {movedUser, newUser, uuidFrom, type User, type UserMove, type UserState} from './user.ts';

const BORN = Date.UTC(2026, 2, 2, 9, 30, 0, 250);
const LATER = BORN + 3_600_000;

const active = newUser(
  {
    key: '7',
    tenant: 'harbour',
    seq: 1,
    id: 7,
    uuid: 'u-7',
    email: 'ada@readers.example',
    external_id: 'reader-ada',
    admin: true,
  },
  BORN,
);
const as = (state: UserState): User =>
  state === 'active'
    ? active
    : (movedUser(active, state === 'deactivated' ? 'deactivate' : 'anonymize', LATER) as User);

describe('a new user', () => {
  it('is active, and has what was left out at its quietest', () => {
    expect(active).toMatchObject({
      state: 'active',
      name: 'ada',
      admin: true,
      plan_admin: false,
      only_sees_readable: false,
      sessions_limit: null,
      created: BORN,
      updated: BORN,
      deleted: null,
    });
  });
});

describe('the table of states', () => {
  it.each<[UserState, UserMove, UserState | 'unlisted' | 'forbidden']>([
    ['active', 'deactivate', 'deactivated'],
    ['active', 'anonymize', 'anonymized'],
    ['active', 'reactivate', 'unlisted'],
    ['deactivated', 'deactivate', 'unlisted'],
    ['deactivated', 'anonymize', 'anonymized'],
    ['deactivated', 'reactivate', 'active'],
    ['anonymized', 'deactivate', 'unlisted'],
    ['anonymized', 'anonymize', 'unlisted'],
    ['anonymized', 'reactivate', 'forbidden'],
  ])('from %s, %s leads to %s', (state, move, next) => {
    const to = movedUser(as(state), move, LATER);
    expect(typeof to === 'string' ? to : to.state).toBe(next);
  });

  it('keeps the person through deactivation and back', () => {
    const gone = as('deactivated');
    expect(gone).toEqual({
      ...active,
      state: 'deactivated',
      may_log_in: false,
      updated: LATER,
      deleted: LATER,
    });
    expect(movedUser(gone, 'reactivate', LATER + 1)).toEqual({...active, updated: LATER + 1});
  });

  it('forgets the person when anonymizing, and keeps the instant of an earlier deactivation', () => {
    expect(movedUser(as('deactivated'), 'anonymize', LATER + 5)).toEqual({
      ...active,
      state: 'anonymized',
      email: 'user-7@anonymized.invalid',
      name: null,
      external_id: null,
      may_log_in: false,
      updated: LATER + 5,
      deleted: LATER,
    });
  });
});

describe('rendering', () => {
  /** The mock's own choices. */
  const own = (name: string) => ({...access.freedoms, ...users.freedoms})[name]?.values[0];

  it('gives dates as objects on create', () => {
    expect(createdUser(active, own).created_at).toEqual({
      timestamp: BORN / 1000 - 0.25,
      date: '2026-03-02 09:30:00',
      timezone: 'UTC',
    });
    expect(createdUser(active, own)).toMatchObject({deleted_at: null, anonymized: false});
  });

  it('gives dates as ISO 8601 in lists', () => {
    expect(listedUser(as('deactivated'), own)).toMatchObject({
      created_at: '2026-03-02T09:30:00.250Z',
      updated_at: '2026-03-02T10:30:00.250Z',
      deleted_at: '2026-03-02T10:30:00.250Z',
      created_at_date_string: '2026-03-02',
      can_be_edited: false,
    });
    expect(listedUser(active, own)).toMatchObject({deleted_at: null, only_sees_readable: false});
  });
});

it('makes UUIDs of ids', () => {
  let n = 0;
  const uuid = uuidFrom((kind) => `${kind}_${String.fromCharCode(97 + n++).repeat(10)}abcdefg234`);
  expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(n).toBe(2);
});

it('who is made without flags has none of them', () => {
  const values = {key: 'u1', tenant: 's1', seq: 1, id: 1, uuid: 'u'};
  const made = newUser({...values, email: 'ada@readers.example', external_id: 'ada'}, 0);
  expect(made).toMatchObject({admin: false, plan_admin: false, only_sees_readable: false});
});
