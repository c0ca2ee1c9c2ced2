import {expect, test} from 'vitest';
import {isOwnMachine} from './own-machine.ts';

test('a name of many dots is read at once', () => {
  expect(isOwnMachine(`files${'.'.repeat(1_000_000)}example`)).toBe(false);
}, 20_000);
