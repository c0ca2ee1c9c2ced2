import {appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeEach, expect, test} from 'vitest';
import {CreationFiles} from './creation-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'presscheck-created-'));
const path = (name: string): string => join(folder, `${name}.jsonl`);
const remove = (): void => rmSync(folder, {recursive: true, force: true});
beforeEach(() => {
  remove();
  mkdirSync(folder);
});
afterAll(remove);

const files = new CreationFiles(folder, 'http://a.example');
const created = (id: string) => ({created: 'createUser', id, by: 'admin', undone: false});

/** The events of each run, and what was told of other files. */
function read(): {events: Record<string, unknown[]>; told: string[]} {
  const told: string[] = [];
  const runs = files.runs((mistake) => told.push(mistake));
  return {events: Object.fromEntries(runs.map(({nonce, events}) => [nonce, events])), told};
}

test('half a line, as a killed run leaves it, spoils neither what stands before it nor what follows', () => {
  const lines = [{deployment: 'http://a.example', nonce: 'killed'}, created('1')];
  const whole = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(path('killed'), `${whole}{"created":"createUser","i`);
  files.begin('killed').append(created('2'));
  expect(read()).toEqual({events: {killed: [created('1'), created('2')]}, told: []});
});

test('a run that was killed while it began its log has created nothing', () => {
  writeFileSync(path('begun'), '{"deployment":"http://a.ex');
  writeFileSync(path('empty'), '');
  expect(read()).toEqual({events: {}, told: []});
});

test('the logs of other deployments are left alone, whatever stands in them', () => {
  writeFileSync(path('other'), '{"deployment":"http://b.example","nonce":"other"}\n{"new":1}\n');
  expect(read()).toEqual({events: {}, told: []});
});

test('a file that cannot be read is told, and the others are read', () => {
  mkdirSync(path('a-folder'));
  writeFileSync(path('foreign'), '{"some": "file"}\n');
  writeFileSync(path('lost'), '\0'.repeat(100));
  files.begin('whole').append(created('1'));
  appendFileSync(path('spoilt'), '{"deployment":"http://a.example","nonce":"spoilt"}\n{"new":1}\n');
  const {events, told} = read();
  expect(events).toEqual({whole: [created('1')]});
  expect(told.map((mistake) => /[\w-]+(?=\.jsonl)/.exec(mistake)?.[0])).toEqual([
    'a-folder',
    'foreign',
    'lost',
    'spoilt',
  ]);
});
