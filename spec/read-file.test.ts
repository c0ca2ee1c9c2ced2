import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync, truncateSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {NoPlainFile, readPlainFile, whyUnread} from './read-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'presscheck-read-'));
afterAll(() => rmSync(folder, {recursive: true}));

/** Why a path is not read. */
function refusal(path: string, most = 1000): string {
  try {
    readPlainFile(path, most);
  } catch (error) {
    return whyUnread(error);
  }
  return 'read';
}

test('a file is read whole, and one that does not tell its size too', () => {
  const path = join(folder, 'file');
  writeFileSync(path, Buffer.from([0, 255, 10]));
  expect([...readPlainFile(path, 3)]).toEqual([0, 255, 10]);
  writeFileSync(path, '');
  expect(readPlainFile(path, 0)).toHaveLength(0);
  expect(readPlainFile('/proc/self/cmdline', 100_000).length).toBeGreaterThan(3);
});

test('what is no file, or too large, is refused at once', () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const sparse = join(folder, 'sparse');
  writeFileSync(sparse, '');
  truncateSync(sparse, 1e12);
  expect(refusal(pipe)).toBe('it is a pipe');
  expect(refusal('/dev/zero')).toBe('it is a device');
  expect(refusal(folder)).toBe('it is a folder');
  expect(refusal(sparse)).toBe('it has more than 1000 bytes');
  expect(refusal('/proc/self/maps', 10)).toBe('it has more than 10 bytes');
  expect(refusal(join(folder, 'nothing'))).toBe('ENOENT');
  expect(() => readPlainFile(pipe, 1)).toThrow(NoPlainFile);
});
