import {expect, test} from 'vitest';
import {isColored} from './colors.ts';

test.each<[env: NodeJS.ProcessEnv, isTTY: boolean, colored: boolean]>([
  [{}, true, true],
  [{TERM: 'dumb'}, true, false],
  [{NO_COLOR: '1'}, true, false],
  [{}, false, false],
  [{CI: 'true'}, false, false],
  [{CI: 'true', FORCE_COLOR: '1'}, false, true],
  [{FORCE_COLOR: '0'}, true, false],
  [{FORCE_COLOR: '1', NO_COLOR: '1'}, true, false],
])('%j, a terminal: %j: colours: %j', (env, isTTY, colored) => {
  expect(isColored(env, {isTTY})).toBe(colored);
});
