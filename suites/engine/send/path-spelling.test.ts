import {expect, test} from 'vitest';
import {spelledPath} from './path-spelling.ts';

test.each([
  ['lower-case-hex', '/users/zo%c3%ab-7.5~x/force-logout'],
  ['marks-encoded', '/users/zo%C3%AB%2D7%2E5%7Ex/force-logout'],
] as const)(
  '%s: the value is encoded in another way, the rest of the path is not',
  (spelling, path) => {
    const id = 'zo\u00eb-7.5~x';
    const plain = `/users/${encodeURIComponent(id)}/force-logout`;
    expect(spelledPath(plain, {id}, spelling)).toBe(path);
    expect(decodeURIComponent(path)).toBe(decodeURIComponent(plain));
  },
);
