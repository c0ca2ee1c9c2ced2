import {describe, expect, it} from 'vitest';
import {newUser, type User} from '../users/user.ts';
import type {View} from '../../operation.ts';
import {SEEDED_CLIENTS} from './seed.ts';
import {sessionLimit} from './session-limit.ts';
import type {AuthSession} from './session.ts';
import {signIn} from './sign-in.ts';

const reader = (members: Partial<User> = {}): User => ({
  ...newUser(
    {key: '7', tenant: 'store-a', seq: 7, id: 7, uuid: 'u', email: 'a@b.example', external_id: 'x'},
    0,
  ),
  ...members,
});

const session = (key: string, expires = 1_000_000): AuthSession => ({
  key,
  tenant: 'store-a',
  seq: Number(key),
  user: '7',
  ...SEEDED_CLIENTS.web,
  started: 0,
  seen: 0,
  expires,
});

const viewOf = (sessions: AuthSession[], overLimit = 'oldest_ends'): View =>
  ({
    now: 60_000,
    number: () => 10,
    freedom: () => overLimit,
    all: (table: string) => (table === 'auth_sessions' ? sessions : []),
    newId: () => 'session_new',
    newSeq: () => 99,
  }) as unknown as View;

const ends = (result: ReturnType<typeof signIn>): string[] =>
  'refused' in result
    ? [result.refused]
    : result.changes.map((change) => ('del' in change ? change.del : 'begins'));

describe('a sign-in', () => {
  it('begins a session that lives for its lifetime', () => {
    expect(signIn(viewOf([]), reader(), SEEDED_CLIENTS.mobile)).toMatchObject({
      session: {key: 'session_new', user: '7', seen: 60_000, expires: 660_000},
    });
  });

  it.each(['deactivated', 'anonymized'] as const)('of a user who is %s is refused', (state) => {
    const user = reader({state, may_log_in: false});
    expect(ends(signIn(viewOf([]), user, SEEDED_CLIENTS.web))).toEqual(['not-active']);
  });

  it('ends the oldest living sessions above the limit, and those that expired', () => {
    const sessions = [session('1', 5), session('2'), session('3'), session('4')];
    const user = reader({sessions_limit: 2});
    expect(ends(signIn(viewOf(sessions), user, SEEDED_CLIENTS.web))).toEqual([
      '1',
      '2',
      '3',
      'begins',
    ]);
  });

  it('is refused at the limit in a world that says so', () => {
    const view = viewOf([session('1'), session('2')], 'refused');
    expect(ends(signIn(view, reader(), SEEDED_CLIENTS.web, [2]))).toEqual(['limit-reached']);
    expect(ends(signIn(view, reader(), SEEDED_CLIENTS.web, [2, 3]))).toEqual(['begins']);
  });
});

it('the limit of the user counts before those of the plans', () => {
  expect(sessionLimit(3, [9])).toBe(3);
  expect(sessionLimit(null, [2, 5])).toBe(5);
  expect(sessionLimit(null, [])).toBeUndefined();
});
