import {mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {UsageError} from '../spec/usage-error.ts';
import {fixtureReader} from '../suites/engine/read-fixture.ts';
import type {Fixture} from '../suites/engine/fixture.ts';
import {bothSpecifications} from './both-specifications.ts';
import {Corpus} from './corpus.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'presscheck-corpus-'));
const read = fixtureReader(bothSpecifications());
const FIXTURE: Fixture = {
  fixture: 'a / b',
  rule: 'store.users.created-is-as-given',
  handles: {created: ['s1']},
  draw: {sessions_limit: 1},
  classes: {sessions_limit: 'the least'},
  steps: [{step: 'call', id: 's1', api: 'store', op: 'createUser', as: 'admin', body: {}}],
};

test('what is kept is read again, with the classes of its draw, and what was found is not', () => {
  const at = folder();
  const corpus = new Corpus(at);
  corpus.keep(FIXTURE);
  corpus.keep(FIXTURE);
  corpus.find({...FIXTURE, fixture: 'found'});
  expect(new Corpus(at).read(read)).toEqual({fixtures: [FIXTURE], leftAside: []});
  expect(readdirSync(at).filter((name) => name.endsWith('.yaml'))).toHaveLength(1);
});

test('files that cannot be played are named, left aside and not changed', () => {
  const at = folder();
  const corpus = new Corpus(at);
  corpus.keep(FIXTURE);
  const files = {
    'a.yaml': 'a: [',
    'b.yaml': 'hello: 1',
    'c.yaml': 'fixture: c\nrule: store.users.gone\nsteps: [{step: advance, id: s, ms: 1}]\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(at, name), text);
  writeFileSync(join(at, 'notes.txt'), 'not mine');
  mkdirSync(join(at, 'd.yaml'));
  const {fixtures, leftAside} = corpus.read(read);
  expect(fixtures).toEqual([FIXTURE]);
  const problems = leftAside.map(({problem}) => problem).join('\n');
  for (const name of [...Object.keys(files), 'd.yaml']) expect(problems).toContain(name);
  expect(problems).toMatch(/store\.users\.gone/);
  for (const [name, text] of Object.entries(files))
    expect(readFileSync(join(at, name), 'utf8')).toBe(text);
});

test('a folder that cannot be made or read is refused before anything is sent', () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  for (const path of [file, join(file, 'below'), '/proc/presscheck'])
    expect(() => new Corpus(path)).toThrow(UsageError);
});
