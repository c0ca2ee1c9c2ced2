import {afterEach, expect, test, vi} from 'vitest';
import {testTarget} from '../suites/testing/target.ts';
import {announceReset} from './reset-text.ts';

afterEach(() => void vi.restoreAllMocks());

test('the hook reset is announced, and only for a target that has it', () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  announceReset(testTarget('http://localhost:1', {lacks: () => 'no hook'}));
  announceReset(testTarget('http://localhost:1', {shared: false}));
  expect(said).not.toHaveBeenCalled();
  announceReset(testTarget('http://localhost:1', {name: 'staging'}));
  expect(said).toHaveBeenCalledExactlyOnceWith(
    'The hook `reset` is called first: everything in staging is lost.\n',
  );
});
