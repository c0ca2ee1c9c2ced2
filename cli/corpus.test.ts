import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {UsageError} from '../spec/usage-error.ts';
import {fixtureReader} from '../suites/engine/fixtures/read-fixture.ts';
import type {Fixture} from '../suites/engine/fixtures/fixture.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {Corpus} from './corpus.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'presscheck-corpus-'));
const read = fixtureReader(loadSpecifications());
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
  corpus.writeSequence(FIXTURE);
  corpus.writeSequence(FIXTURE);
  corpus.writeFinding({...FIXTURE, fixture: 'found'});
  expect(new Corpus(at).readAll(read)).toEqual({fixtures: [FIXTURE], leftAside: []});
  expect(readdirSync(at).filter((name) => name.endsWith('.yaml'))).toHaveLength(1);
});

test('files that cannot be played are named, left aside and not changed', () => {
  const at = folder();
  const corpus = new Corpus(at);
  corpus.writeSequence(FIXTURE);
  const files = {
    'a.yaml': 'a: [',
    'b.yaml': 'hello: 1',
    'c.yaml': 'fixture: c\nrule: store.users.gone\nsteps: [{step: advance, id: s, ms: 1}]\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(at, name), text);
  writeFileSync(join(at, 'notes.txt'), 'not mine');
  mkdirSync(join(at, 'd.yaml'));
  const {fixtures, leftAside} = corpus.readAll(read);
  expect(fixtures).toEqual([FIXTURE]);
  const problems = leftAside.map(({problem}) => problem).join('\n');
  for (const name of [...Object.keys(files), 'd.yaml']) expect(problems).toContain(name);
  expect(problems).toMatch(/store\.users\.gone/);
  for (const [name, text] of Object.entries(files))
    expect(readFileSync(join(at, name), 'utf8')).toBe(text);
});

test('files that attack the reader are named, left aside and not changed', () => {
  const at = folder();
  const call = '- {step: call, id: a, api: workspace, op: getAccount, as: full}';
  const files: Record<string, string> = {
    'circle.yaml': 'fixture: x\nsteps: &s\n- {step: parallel, id: p, branches: [*s]}',
    'control\u001B]0;title\u0007\n\u202E.yaml': 'a: [',
    'future.yaml': 'fixture: x\nsteps: [{step: teleport, id: a}]',
    'large.yaml': `a: "${'x'.repeat(2_000_000)}"`,
    'link.yaml': 'fixture: x\nsteps: [{step: download, id: u, url: "http://localhost:1/a"}]',
    'no-api.yaml': `fixture: x\nsteps:\n${call.replace('workspace', 'magazines')}`,
    'no-operation.yaml': `fixture: x\nsteps:\n${call.replace('getAccount', 'constructor')}`,
    'prototype.yaml': `fixture: x\n__proto__: {polluted: 1}\nsteps:\n${call}`,
    'no-rule.yaml': `fixture: x\nrule: __proto__\nsteps:\n${call}`,
    'large-file.yaml': `fixture: x\nsteps:\n${call}\n- {step: upload, id: u, url: {$from: a, at: /x}, headers: {}, sample: good, size: 1.0e15}`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(at, name), text);
  const outside = join(folder(), 'outside.yaml');
  symlinkSync('/dev/zero', join(at, 'device.yaml'));
  symlinkSync('loop.yaml', join(at, 'loop.yaml'));
  symlinkSync(outside, join(at, 'nowhere.yaml'));
  const before = readdirSync(at);
  const {fixtures, leftAside} = new Corpus(at).readAll(read);
  expect(fixtures).toEqual([]);
  expect(leftAside.map(({file}) => file)).toEqual(before.toSorted().map((name) => join(at, name)));
  expect(readdirSync(at)).toEqual(before);
  for (const [name, text] of Object.entries(files))
    expect(readFileSync(join(at, name), 'utf8')).toBe(text);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('nothing is written where a link in the corpus leads', () => {
  const [at, outside] = [folder(), folder()];
  const corpus = new Corpus(at);
  const file = corpus.writeFinding(FIXTURE);
  const text = readFileSync(file, 'utf8');
  const linked = join(outside, 'linked.yaml');
  writeFileSync(linked, 'mine');
  rmSync(file);
  symlinkSync(linked, file);
  expect(corpus.writeFinding(FIXTURE)).toBe(file);
  expect(readFileSync(linked, 'utf8')).toBe('mine');
  expect(lstatSync(file).isFile()).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe(text);

  rmSync(join(at, 'found'), {recursive: true});
  symlinkSync(outside, join(at, 'found'));
  expect(() => new Corpus(at)).toThrow(/found: is not a folder of the corpus/);
});

test('a file that a killed run left unfinished is written again', () => {
  const corpus = new Corpus(folder());
  const file = corpus.writeFinding(FIXTURE);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.slice(0, 20));
  corpus.writeFinding(FIXTURE);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('a folder that cannot be made or read is refused before anything is sent', () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  for (const path of [file, join(file, 'below'), '/proc/presscheck'])
    expect(() => new Corpus(path)).toThrow(UsageError);
});
