import {expect, test} from 'vitest';
import type {PlaceVerdict} from '../../../spec/run-record.ts';
import type {Exchange, SuspectLine, SuspectLocation} from '../../../spec/exchange.ts';
import {LineEvidence} from '../../target/codec/line-evidence.ts';
import {explainedByLines, lineText, suspectLinesBehind} from './suspect-lines.ts';
import {mostTelling} from '../../target/codec/telling-line.ts';

const KEY = 'Account#/plan';
const PLAN: SuspectLine = {
  line: `members.${KEY}`,
  correction: `members.${KEY}: {at: /tier}`,
  decides: 'body',
  member: {key: KEY, about: 'location or form'},
};

/** The line, where the member may be elsewhere. */
const elsewhere = (location: Pick<SuspectLocation, 'near'> & Partial<SuspectLocation>) => ({
  ...PLAN,
  decides: 'body' as const,
  member: {
    key: KEY,
    about: 'location' as const,
    far: [],
    isWholeBody: true,
    isOptional: false,
    ...location,
  },
});
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
  const suspect: SuspectLine = {
    ...PLAN,
    line: `${PLAN.line} null`,
    decides: 'body',
    member: {key: KEY, about: 'absence', isMostlyNull: false},
  };
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
  const suspectLines = [PLAN];
  const sent = {method: 'GET', url: '', headers: {}};
  const exchanges = [{step: 's1', status: 200, sent, suspectLines}] as Exchange[];
  const wrong = {...violation, wanted: ['publication-not-found']};
  expect(suspectLinesBehind(wrong, exchanges)).toEqual([]);
  expect(suspectLinesBehind({...violation, pointer: '/plan'}, exchanges)).toEqual(suspectLines);
});

test('how many requests a limit let pass depends on where they went, not on what they brought', () => {
  const path = {line: 'paths.getAccount', correction: 'another', decides: 'path'} as const;
  const sent = {method: 'GET', url: '', headers: {}};
  const exchanges = [{step: 's1', status: 200, sent, suspectLines: [PLAN, path]}] as Exchange[];
  const tooMany = {...violation, isOfLimit: true as const};
  expect(suspectLinesBehind(tooMany, exchanges)).toEqual([path]);
});

test('values that are equal are so in any form', () => {
  const sent = {method: 'GET', url: '', headers: {}};
  const form = {...PLAN, decides: 'body', member: {key: KEY, about: 'form'}} as const;
  const seen = (suspect: SuspectLine) =>
    [{step: 's1', status: 200, sent, suspectLines: [suspect]}] as Exchange[];
  const twice = {...violation, pointer: '/mirrors', isOfEquality: true as const};
  expect(suspectLinesBehind(twice, seen(form))).toEqual([]);
  expect(suspectLinesBehind(twice, seen(PLAN))).toEqual([PLAN]);
  expect(suspectLinesBehind({...violation, pointer: '/mirrors'}, seen(form))).toEqual([form]);
});

test('a suspect about a member that may be missing explains only that member', () => {
  const sent = {method: 'GET', url: '', headers: {}};
  const suspect = elsewhere({near: ['/tier'], isOptional: true});
  const exchanges = [
    {step: 's1', status: 200, sent, suspectLines: [suspect]},
  ] as object[] as Exchange[];
  expect(suspectLinesBehind({...violation, pointer: '/plan'}, exchanges)).toEqual([suspect]);
  expect(suspectLinesBehind({...violation, pointer: '/left'}, exchanges)).toEqual([]);
  expect(suspectLinesBehind(violation, exchanges)).toEqual([]);
});

test('the places that the run leaves open are named, and no others', () => {
  const suspect = elsewhere({near: ['/tier', '/motto'], far: ['/of/tier']});
  const lines = new LineEvidence();
  const evidence = {nulls: [], copies: []};
  lines.noteMissing(PLAN.line, {...evidence, fitting: ['/tier', '/motto'], refuted: []});
  lines.noteMissing(PLAN.line, {...evidence, fitting: ['/tier'], refuted: ['/motto']});
  const verdict = failed([{...violation, suspectLines: [suspect]}]);
  expect(explainedByLines(verdict, lines).reason).toContain(
    'would fit: members.Account#/plan: {at: /tier}',
  );
});

test('what every response has is no member of one of them', () => {
  const lines = new LineEvidence();
  for (const op of ['one', 'two', 'three']) lines.notePointers(op, ['/request', `/${op}`]);
  expect(lines.mayBeWrong(elsewhere({near: ['/request']}))).toBe(false);
});

test('a value that is there is not said to be missing: its form is not understood', () => {
  expect(lineText({...PLAN, doubt: 'misformed'})).toContain(
    'neither the document nor the profile gives the form of this value',
  );
  expect(lineText({...PLAN, doubt: 'unwritten'})).toContain('says where this is');
  const alternative = 'choices.NS-WS-01: as in the contract';
  expect(lineText({...PLAN, doubt: 'unwritten', alternative})).toContain(`write ${alternative}`);
});

test('a line that the responses correct says more than one that is only unproven', () => {
  const unproven: SuspectLine = {
    line: 'requests.startRun.tool',
    correction: 'no success',
    doubt: 'unproven',
    decides: 'request',
  };
  const fitting: SuspectLine = {
    line: 'rows.getIssue',
    correction: 'rows.getIssue: {at: /data/0}',
    decides: 'body',
  };
  expect(mostTelling([unproven, fitting])).toBe(fitting);
  expect(mostTelling([unproven])).toBe(unproven);
});
