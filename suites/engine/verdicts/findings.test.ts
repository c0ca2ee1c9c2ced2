import {expect, test} from 'vitest';
import type {PlaceVerdict} from '../../../spec/run-record.ts';
import type {Check} from '../../check.ts';
import {PASSIVE} from '../../contract/passive-checks.ts';
import {Findings, verdictsOf} from './findings.ts';

const checkOf = (own: Partial<Check> = PASSIVE): Check =>
  ({rule: 'workspace.account.has-plan', place: 'p', ...own}) as unknown as Check;

const found = (findings: Findings): PlaceVerdict[] => findings.all().flatMap(verdictsOf);

const lacking: PlaceVerdict = {
  place: 'p',
  verdict: 'not-exercised',
  witnesses: [],
  violations: [],
  lacks: [['a sample']],
};

test('what other scenes show decides a place whose own scene the target cannot run', () => {
  const check = checkOf();
  const findings = new Findings([check]);
  findings.decide(check, lacking);
  findings.observe({witnesses: [{rule: check.rule, place: 'p', saw: 'x'}], broken: []});
  expect(found(findings)).toMatchObject([{verdict: 'passed', witnesses: [{of: 'p', saw: 'x'}]}]);
});

test('a check with a judge of its own is not decided by other scenes', () => {
  const check = checkOf({judge: () => ({witnesses: [], violations: []})});
  const findings = new Findings([check]);
  findings.decide(check, lacking);
  findings.observe({witnesses: [{rule: check.rule, place: 'p', saw: 'x'}], broken: []});
  expect(found(findings)).toMatchObject([{verdict: 'not-exercised'}]);
});
