import {expect, test} from 'vitest';
import type {PlaceVerdict} from '../../../spec/run-record.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {LineEvidence} from '../../target/codec/line-evidence.ts';
import {explainedByLines, lineText, mostTelling, suspectLinesBehind} from './suspect-lines.ts';

const PLAN = {line: 'members.Account#/plan', correction: 'members.Account#/plan: {at: /tier}'};
const violation = {branch: 'b', expected: 'a plan', got: 'nothing', step: 's1'};
const failed = (violations: PlaceVerdict['violations']): PlaceVerdict => ({
  place: '*',
  verdict: 'failed',
  witnesses: [],
  violations,
});

test('a violation that a line of the profile would explain accuses nobody', () => {
  expect(
    explainedByLines(failed([{...violation, suspectLines: [PLAN]}]), new LineEvidence()),
  ).toMatchObject({
    verdict: 'inconclusive',
    reason: `expected a plan, got nothing; this line of the profile would fit: ${PLAN.correction}`,
    violations: [violation],
  });
});

test('it accuses once the run has shown the line to be right', () => {
  const lines = new LineEvidence();
  lines.confirm(PLAN.line);
  expect(explainedByLines(failed([{...violation, suspectLines: [PLAN]}]), lines)).toEqual(
    failed([violation]),
  );
});

test('a violation that no line explains stands alone', () => {
  const plain = {...violation, step: 's2'};
  const both = failed([{...violation, suspectLines: [PLAN]}, plain]);
  expect(explainedByLines(both, new LineEvidence())).toEqual(failed([plain]));
});

test('absence may stand for null only where the member was seen', () => {
  const suspect = {...PLAN, line: 'members.Account#/plan null', onceShown: PLAN.line};
  const verdict = failed([{...violation, suspectLines: [suspect]}]);
  const lines = new LineEvidence();
  expect(explainedByLines(verdict, lines).verdict).toBe('failed');
  lines.confirm(PLAN.line);
  expect(explainedByLines(verdict, lines).verdict).toBe('inconclusive');
});

test('what a response is does not depend on lines that only a later request used', () => {
  const sent = {method: 'POST', url: '', headers: {}};
  const exchanges = [
    {step: 's1', status: 200, sent},
    {step: 's2', status: 404, sent, suspectLines: [PLAN]},
  ] as Exchange[];
  expect(suspectLinesBehind({...violation, wanted: ['account']}, exchanges)).toEqual([]);
  expect(suspectLinesBehind(violation, exchanges)).toEqual([PLAN]);
});

test('what a response is does not depend on a read before it that was refused', () => {
  const of = (method: string): Exchange[] =>
    [
      {step: 's0', status: 404, sent: {method, url: '', headers: {}}, suspectLines: [PLAN]},
      {step: 's1', status: 200, sent: {method: 'GET', url: '', headers: {}}},
    ] as Exchange[];
  const wrong = {...violation, wanted: ['account']};
  expect(suspectLinesBehind(wrong, of('GET'))).toEqual([]);
  expect(suspectLinesBehind(wrong, of('POST'))).toEqual([PLAN]);
});

test('which situation a response is does not depend on how its members are read', () => {
  const suspectLines = [{...PLAN, concernsBody: true as const}];
  const sent = {method: 'GET', url: '', headers: {}};
  const exchanges = [{step: 's1', status: 200, sent, suspectLines}] as Exchange[];
  const wrong = {...violation, wanted: ['publication-not-found']};
  expect(suspectLinesBehind(wrong, exchanges)).toEqual([]);
  expect(suspectLinesBehind({...violation, pointer: '/plan'}, exchanges)).toEqual(suspectLines);
});

test('how many requests a limit let pass depends on where they went, not on what they brought', () => {
  const path = {...PLAN, line: 'paths.getAccount', isPath: true as const};
  const sent = {method: 'GET', url: '', headers: {}};
  const exchanges = [{step: 's1', status: 200, sent, suspectLines: [PLAN, path]}] as Exchange[];
  const tooMany = {...violation, isOfLimit: true as const};
  expect(suspectLinesBehind(tooMany, exchanges)).toEqual([path]);
});

test('values that are equal are so in any form', () => {
  const sent = {method: 'GET', url: '', headers: {}};
  const form = {...PLAN, concernsForm: true as const};
  const seen = (suspect: typeof PLAN) =>
    [{step: 's1', status: 200, sent, suspectLines: [suspect]}] as Exchange[];
  const twice = {...violation, pointer: '/mirrors', isOfEquality: true as const};
  expect(suspectLinesBehind(twice, seen(form))).toEqual([]);
  expect(suspectLinesBehind(twice, seen(PLAN))).toEqual([PLAN]);
  expect(suspectLinesBehind({...violation, pointer: '/mirrors'}, seen(form))).toEqual([form]);
});

test('a suspect about a member that may be missing explains only that member', () => {
  const sent = {method: 'GET', url: '', headers: {}};
  const candidates = {near: ['/tier'], far: [], isWholeBody: true};
  const suspect = {...PLAN, candidates, onlyMember: 'plan'};
  const exchanges = [
    {step: 's1', status: 200, sent, suspectLines: [suspect]},
  ] as object[] as Exchange[];
  expect(suspectLinesBehind({...violation, pointer: '/plan'}, exchanges)).toEqual([suspect]);
  expect(suspectLinesBehind({...violation, pointer: '/left'}, exchanges)).toEqual([]);
  expect(suspectLinesBehind(violation, exchanges)).toEqual([]);
});

test('the places that the run leaves open are named, and no others', () => {
  const candidates = {near: ['/tier', '/motto'], far: ['/of/tier'], isWholeBody: true};
  const lines = new LineEvidence();
  const evidence = {nulls: [], explained: []};
  lines.noteMissing(PLAN.line, {...evidence, fitting: ['/tier', '/motto'], refuted: []});
  lines.noteMissing(PLAN.line, {...evidence, fitting: ['/tier'], refuted: ['/motto']});
  const verdict = failed([{...violation, suspectLines: [{...PLAN, candidates}]}]);
  expect(explainedByLines(verdict, lines).reason).toContain(
    'would fit: members.Account#/plan: {at: /tier}',
  );
});

test('what every response has is no member of one of them', () => {
  const candidates = {near: ['/request'], far: [], isWholeBody: true};
  const lines = new LineEvidence();
  for (const op of ['one', 'two', 'three']) lines.notePlaces(op, ['/request', `/${op}`]);
  expect(lines.mayBeWrong({...PLAN, candidates})).toBe(false);
});

test('a value that is there is not said to be missing: its form is not understood', () => {
  expect(lineText({...PLAN, kind: 'misformed'})).toContain(
    'the form of this value is not understood',
  );
  expect(lineText({...PLAN, kind: 'unwritten'})).toContain('says where this is');
});

test('a line that the responses correct says more than one that is only unproven', () => {
  const unproven = {line: 'choices.NS-ST-77', correction: 'no success', kind: 'unproven'} as const;
  const fitting = {line: 'rows.getIssue', correction: 'rows.getIssue: {at: /data/0}'};
  expect(mostTelling([unproven, fitting])).toBe(fitting);
  expect(mostTelling([unproven])).toBe(unproven);
});
