import {existsSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {makeFolder} from './make-folder.ts';

const root = mkdtempSync(join(tmpdir(), 'presscheck-folder-'));
afterAll(() => rmSync(root, {recursive: true}));

test('a folder is made with those above it, and may be there already', () => {
  makeFolder(join(root, 'a/b/c'));
  makeFolder(join(root, 'a/b/c'));
  expect(existsSync(join(root, 'a/b/c'))).toBe(true);
});

test('a folder that cannot be made is refused at once', () => {
  writeFileSync(join(root, 'file'), '');
  expect(() => makeFolder(join(root, 'file'))).toThrow(/EEXIST/);
  expect(() => makeFolder(join(root, 'file/below'))).toThrow(/ENOTDIR|EEXIST/);
  expect(() => makeFolder('/proc/no-such/folder')).toThrow(/ENOENT|EACCES|EPERM|EROFS/);
});
