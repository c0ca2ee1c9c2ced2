import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {loadLaw} from '../../spec/law.ts';
import {UsageError} from '../../spec/profile.ts';
import {fixtureReader} from './read-fixture.ts';

const laws = {workspace: loadLaw('workspace'), store: loadLaw('store')};
const folder = mkdtempSync(join(tmpdir(), 'presscheck-fixture-'));
afterAll(() => rmSync(folder, {recursive: true}));

const reader = fixtureReader(laws);

const read = (text: string) => {
  const file = join(folder, 'f.yaml');
  writeFileSync(file, text);
  return reader(file);
};
const call = (more: string): string => `fixture: x\nsteps:\n  - step: call\n    id: a\n    api: workspace\n    op: getAccount\n    as: full\n${more}`;

test('a fixture that is right is read as it stands', () => {
  expect(read(call('    expects: account\n')).steps).toEqual([{step: 'call', id: 'a', api: 'workspace', op: 'getAccount', as: 'full', expects: 'account'}]);
});

test.each<[wrong: string, complaint: RegExp]>([
  ['text', /f\.yaml: the file must be object/],
  ['steps: []', /f\.yaml: the file must have required property 'fixture'/],
  ['fixture: x\nsteps: []', /f\.yaml:2: steps must NOT have fewer than 1 items/],
  ['fixture: x\nsteps:\n  - {id: a}', /f\.yaml:3: steps\.0 must have required property 'step'/],
  ['fixture: x\nsteps:\n  - {step: cal, id: a}', /f\.yaml:3: steps\.0\.step `cal` is no kind of step: one of call/],
  ['fixture: x\nstep: 1\nsteps: []', /f\.yaml:2: step is no field here/],
  [call('    expect: account'), /f\.yaml:8: steps\.0\.expect is no field here/],
  [call('    expects: acount'), /f\.yaml:8: steps\.0\.expects: one of account,/],
  [call('').replace('getAccount', 'getAcount'), /f\.yaml:6: steps\.0\.op: one of getAccount,/],
  [call('').replace('as: full', 'as: boss'), /f\.yaml:7: steps\.0\.as: one of full, other-key/],
  [call('').replace('getAccount', 'getPublication'), /f\.yaml:3: steps\.0\.path: getPublication needs `publication`/],
  [call('    query: {cursor: {$from: b, at: /id}}'), /f\.yaml:8: steps\.0\.query\.cursor: no step before it is called `b`/],
  [call('    query: {cursor: {$from: a}}'), /f\.yaml:8: steps\.0\.query\.cursor: `at` is a JSON Pointer/],
  [call('    query: {cursor: {$frm: a}}'), /f\.yaml:8: .*\$frm: a computed value is one of \$from/],
  [call('    query: {cursor: {$fresh: mail, n: 1}}'), /\$fresh: one of email, external-id/],
  [call('rule: no.such.rule'), /f\.yaml:8: rule: `no\.such\.rule` is none of the catalogue/],
  [call('handles: {seen: [z]}'), /f\.yaml:8: handles\.seen: no step is called `z`/],
  [call('  - {step: advance, id: b, ms: -1}'), /f\.yaml:8: steps\.1\.ms must be >= 0/],
  [call('  - {step: control, id: b, verb: fly, args: {}}'), /f\.yaml:8: steps\.1\.verb .*leave-places/],
  [call('  - {step: repeat, id: b, times: 2, body: [{step: call, id: c, api: store, op: x, as: admin}]}'), /f\.yaml:8: steps\.1\.body\.0\.op: one of/],
  ['fixture: [', /f\.yaml:1: /],
])('%j is refused: file, line, field, and what would be right', (wrong, complaint) => {
  expect(() => read(wrong)).toThrow(UsageError);
  expect(() => read(wrong)).toThrow(complaint);
});
