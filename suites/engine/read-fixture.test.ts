import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import * as fc from 'fast-check';
import {afterAll, expect, test} from 'vitest';
import {stringify} from 'yaml';
import {loadSpecification} from '../../spec/specification.ts';
import {UsageError} from '../../spec/usage-error.ts';
import {prepare} from './prepare.ts';
import {fixtureReader} from './read-fixture.ts';
import {checkOf} from './replay.ts';

const specifications = {
  workspace: loadSpecification('workspace'),
  store: loadSpecification('store'),
};
const folder = mkdtempSync(join(tmpdir(), 'presscheck-fixture-'));
afterAll(() => rmSync(folder, {recursive: true}));

const reader = fixtureReader(specifications);

const read = (text: string) => {
  const file = join(folder, 'f.yaml');
  writeFileSync(file, text);
  return reader(file);
};
const call = (more: string): string =>
  `fixture: x\nsteps:\n  - step: call\n    id: a\n    api: workspace\n    op: getAccount\n    as: full\n${more}`;

test('a fixture that is right is read as it stands', () => {
  expect(read(call('    expects: account\n')).steps).toEqual([
    {step: 'call', id: 'a', api: 'workspace', op: 'getAccount', as: 'full', expects: 'account'},
  ]);
});

test.each<[wrong: string, complaint: RegExp]>([
  ['text', /f\.yaml: the file must be object/],
  ['steps: []', /f\.yaml: the file must have required property 'fixture'/],
  ['fixture: x\nsteps: []', /f\.yaml:2: steps must NOT have fewer than 1 items/],
  ['fixture: x\nsteps:\n  - {id: a}', /f\.yaml:3: steps\.0 must have required property 'step'/],
  [
    'fixture: x\nsteps:\n  - {step: cal, id: a}',
    /f\.yaml:3: steps\.0\.step `cal` is no kind of step: one of call/,
  ],
  ['fixture: x\nstep: 1\nsteps: []', /f\.yaml:2: step is no field here/],
  [call('    expect: account'), /f\.yaml:8: steps\.0\.expect is no field here/],
  [call('    expects: acount'), /f\.yaml:8: steps\.0\.expects: one of account,/],
  [
    call('').replace('getAccount', 'getAcount'),
    /f\.yaml:6: steps\.0\.op: there is no operation `getAcount`; did you mean `getAccount`\?/,
  ],
  [call('').replace('as: full', 'as: boss'), /f\.yaml:7: steps\.0\.as: one of full, other-key/],
  [
    call('').replace('getAccount', 'getPublication'),
    /f\.yaml:3: steps\.0\.path: getPublication needs `publication`/,
  ],
  [
    call('    query: {cursor: {$from: b, at: /id}}'),
    /f\.yaml:8: steps\.0\.query\.cursor: no step before it is called `b`/,
  ],
  [
    call('    query: {cursor: {$from: a}}'),
    /f\.yaml:8: steps\.0\.query\.cursor: `at` is a JSON Pointer/,
  ],
  [call('    query: {cursor: {$frm: a}}'), /f\.yaml:8: .*\$frm: a computed value is one of \$from/],
  [call('    query: {cursor: {$fresh: mail, n: 1}}'), /\$fresh: one of email, external-id/],
  [call('rule: no.such.rule'), /f\.yaml:8: rule: `no\.such\.rule` is none of the catalogue/],
  [
    call('  - {step: advance, id: a, ms: 1}'),
    /f\.yaml:8: steps\.1\.id: another step is called `a`; give each its own id/,
  ],
  [call('handles: {seen: [z]}'), /f\.yaml:8: handles\.seen: no step is called `z`/],
  [call('  - {step: advance, id: b, ms: -1}'), /f\.yaml:8: steps\.1\.ms must be >= 0/],
  [
    call('  - {step: control, id: b, verb: fly, args: {}}'),
    /f\.yaml:8: steps\.1\.verb .*leave-places/,
  ],
  [
    call(
      '  - {step: repeat, id: b, times: 2, body: [{step: call, id: c, api: store, op: x, as: admin}]}',
    ),
    /f\.yaml:8: steps\.1\.body\.0\.op: there is no operation `x`; .*There are/,
  ],
  [
    call('  - {step: download, id: b, url: "http://elsewhere.example/"}'),
    /f\.yaml:8: steps\.1\.url: is a link that a step before it got/,
  ],
  [
    call('  - {step: download, id: b, url: {$link: {place: http://elsewhere.example/, query: x}}}'),
    /f\.yaml:8: steps\.1\.url: is a link that a step before it got/,
  ],
  [
    call(
      '  - {step: upload, id: b, url: {$from: a, at: /x}, headers: {}, sample: good, size: 1.0e15}',
    ),
    /f\.yaml:8: steps\.1\.size must be <= 100000000/,
  ],
  ['fixture: [', /f\.yaml:1: /],
])('%j is refused: file, line, field, and what would be right', (wrong, complaint) => {
  expect(() => read(wrong)).toThrow(UsageError);
  expect(() => read(wrong)).toThrow(complaint);
});

/** Names that fixtures use. */
const names = [
  'fixture',
  'steps',
  'rule',
  'place',
  'handles',
  'step',
  'id',
  'api',
  'op',
  'as',
  'path',
  'query',
  'body',
  'expects',
  'until',
  'times',
  'branches',
  'page',
  'atMost',
  'between',
  'after',
  'ms',
  'verb',
  'args',
  'url',
  'headers',
  'sample',
  '$from',
  'at',
  '$fresh',
  'n',
  'depth',
  '$sum',
  '$day',
  '$text',
  '$sample',
  'publication',
  '__proto__',
  'constructor',
  '',
];
const leaves = fc.constantFrom<unknown>(
  null,
  true,
  0,
  1,
  -1,
  0.5,
  '',
  'a',
  'x',
  'call',
  'upload',
  'parallel',
  'repeat',
  'walk',
  'advance',
  'control',
  'workspace',
  'store',
  'getAccount',
  'constructor',
  'full',
  'email',
  '/id',
);
const {value} = fc.letrec((tie) => ({
  value: fc.oneof(
    {depthSize: 'medium'},
    leaves,
    fc.array(tie('value'), {maxLength: 3}),
    fc.dictionary(fc.constantFrom(...names), tie('value'), {maxKeys: 4}),
  ),
}));
const anyCall = fc
  .dictionary(
    fc.constantFrom(
      'path',
      'query',
      'body',
      'expects',
      'until',
      'elsewhere',
      'method',
      'optional',
      'present',
      'as',
      'op',
    ),
    value,
    {maxKeys: 2},
  )
  .map((more) => ({
    step: 'call',
    id: 'a',
    api: 'workspace',
    op: 'getAccount',
    as: 'full',
    ...more,
  }));
/** Steps that hold calls, and calls. */
const step = fc.oneof(
  anyCall,
  fc
    .tuple(anyCall, value)
    .map(([inner, times]) => ({step: 'repeat', id: 'b', times, body: [inner]})),
  fc
    .tuple(anyCall, value)
    .map(([page, between]) => ({step: 'walk', id: 'c', page, atMost: 2, between})),
  fc
    .array(anyCall, {maxLength: 2})
    .map((branch) => ({step: 'parallel', id: 'd', branches: [branch]})),
);

test('any YAML is a usable fixture or a complaint', () => {
  const tally = {usable: 0, refused: 0};
  fc.assert(
    fc.property(
      fc.oneof(
        {
          weight: 3,
          arbitrary: fc
            .array(step, {minLength: 1, maxLength: 3})
            .map((steps) => ({fixture: 'x', steps})),
        },
        {weight: 1, arbitrary: value},
      ),
      (content) => {
        let fixture;
        try {
          fixture = read(stringify(content, {aliasDuplicateObjects: false}));
          tally.usable += 1;
        } catch (error) {
          if (!(error instanceof UsageError)) throw error;
          tally.refused += 1;
          return;
        }
        // Usable means that it can be planned.
        const check = checkOf(fixture, [], specifications);
        prepare(
          check.scene,
          {lacks: () => undefined},
          {workspace: specifications.workspace.contract, store: specifications.store.contract},
        );
      },
    ),
    {numRuns: 2000, seed: 17},
  );
  expect(Math.min(tally.usable, tally.refused)).toBeGreaterThan(50);
});
