import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Rule} from '../../../spec/rule.ts';
import type {PlaceVerdict, RuleVerdict, Verdict} from '../../../spec/run-record.ts';
import type {Expectation} from '../../target/config.ts';
import {compareExpectations} from './expectations.ts';
import {exitCodeOf, placeVerdict, ruleVerdict} from './verdict.ts';

const VERDICTS: Verdict[] = [
  'passed',
  'failed',
  'not-applicable',
  'not-exercised',
  'inconclusive',
  'harness-error',
];
const CODE: Record<Verdict, number> = {
  'harness-error': 4,
  failed: 1,
  inconclusive: 5,
  'not-exercised': 3,
  passed: 0,
  differs: 0,
  'not-applicable': 3,
};

const rule = (id: string, level: Rule['level'] = 'must'): Rule =>
  ({
    id,
    level,
    api: 'store',
    chapter: 'store/users',
    section: 'S',
    sentence: 'Said.',
    since: '1',
    covers: [],
  }) as unknown as Rule;
const place = (verdict: Verdict, more: Partial<PlaceVerdict> = {}): PlaceVerdict => ({
  place: '*',
  verdict,
  violations: verdict === 'failed' ? [{branch: 'b', expected: 'x', got: 'y', step: 's1'}] : [],
  witnesses: verdict === 'passed' ? [{of: 'a', saw: 'b'}] : [],
  ...(verdict !== 'passed' && verdict !== 'failed' && {reason: `why ${verdict}`}),
  ...more,
});
const found = (verdicts: Verdict[]): RuleVerdict[] =>
  verdicts.map((verdict, index) => ruleVerdict(rule(`r${index}`), [place(verdict)]));
const some = fc.array(fc.constantFrom(...VERDICTS), {minLength: 1, maxLength: 5});

test('the exit code is that of the first in 4, 1, 5, 3, 0 that occurs', () => {
  fc.assert(
    fc.property(some, (verdicts) => {
      const codes = verdicts
        .filter((verdict) => verdict !== 'not-applicable')
        .map((verdict) => CODE[verdict]);
      expect(exitCodeOf(found(verdicts), new Set())).toBe(
        [4, 1, 5, 3, 0].find((code) => codes.includes(code)) ?? 3,
      );
    }),
    {seed: 1},
  );
});

test('a run that decided nothing is never 0', () => {
  expect(exitCodeOf([], new Set())).toBe(3);
  expect(exitCodeOf(found(['not-applicable']), new Set())).toBe(3);
  expect(exitCodeOf(found(['failed']), new Set(['r0']))).toBe(3);
});

test('the worst place decides a rule, and only witnesses at every place make it pass', () => {
  fc.assert(
    fc.property(some, (verdicts) => {
      const {verdict, witnesses} = ruleVerdict(
        rule('r'),
        verdicts.map((one, index) => place(one, {place: `p${index}`})),
      );
      if (verdict === 'passed')
        expect(verdicts.every((one) => one === 'passed' || one === 'not-applicable')).toBe(true);
      if (verdicts.includes('failed') && !verdicts.includes('harness-error'))
        expect(verdict).toBe('failed');
      expect(witnesses).toBe(verdicts.filter((one) => one === 'passed').length);
    }),
    {seed: 2},
  );
});

test('the reason of a rule is that of a place where something was seen', () => {
  const violations = [{branch: 'b', expected: 'x', got: 'y', step: 's1'}];
  const {reason} = ruleVerdict(rule('r'), [
    place('inconclusive', {place: 'p0', reason: 'nothing to compare'}),
    place('inconclusive', {place: 'p1', reason: 'a line would fit', violations}),
  ]);
  expect(reason).toBe('a line would fit (2 of 2 places: p0, p1)');
});

test('at one place a pass hides nothing that another check, or an answer in passing, says', () => {
  fc.assert(
    fc.property(some, (verdicts) => {
      const {verdict} = placeVerdict(verdicts.map((one) => place(one)));
      expect(verdict).toBe(
        [
          'failed',
          'harness-error',
          'inconclusive',
          'not-exercised',
          'passed',
          'not-applicable',
        ].find((one) => verdicts.includes(one as Verdict)),
      );
    }),
    {seed: 3},
  );
});

test('of what leaves a place undecided, a violation that was seen comes first', () => {
  const violations = [{branch: 'b', expected: 'at least 0', got: '-1', step: 's1'}];
  const seen = place('inconclusive', {violations, reason: 'the profile does not name it'});
  expect(placeVerdict([place('inconclusive'), seen])).toMatchObject({
    violations,
    reason: 'the profile does not name it',
  });
});

test('a rule without a place is not exercised; what is only observed differs instead of failing', () => {
  expect(ruleVerdict(rule('r'), [])).toMatchObject({
    verdict: 'not-exercised',
    reason: 'no check of this run decides this rule: those of a higher effort do',
  });
  const differs = ruleVerdict(rule('r', 'observed'), [place('passed'), place('failed')]);
  expect(differs).toMatchObject({
    verdict: 'differs',
    note: 'differs from what the document implies: expected x, got y',
    places: [{verdict: 'passed'}, {verdict: 'differs'}],
  });
  expect(exitCodeOf([differs], new Set())).toBe(0);
  expect(exitCodeOf([differs, ...found(['passed', 'failed'])], new Set())).toBe(1);
  const variant = ruleVerdict(rule('r', 'variant'), [place('passed', {variant: 'as 204'})]);
  expect(variant).toMatchObject({verdict: 'passed', note: 'answered as: as 204'});
});

test('a rule passes at the places that a target can bring about, and says at how many', () => {
  const lacks = [['a sample']];
  const places = [
    place('passed', {place: 'p1'}),
    place('not-applicable', {place: 'p2'}),
    place('not-exercised', {place: 'p3', lacks}),
  ];
  expect(ruleVerdict(rule('r'), places)).toMatchObject({
    verdict: 'passed',
    exercised: {places: 1, of: 2},
    note: 'passed at 1 of 2 places',
  });
});

test.each<[name: string, place: PlaceVerdict]>([
  ['a place whose turn did not come', place('not-exercised', {place: 'p2'})],
  ['the rule itself', place('not-exercised', {lacks: [['a hook']]})],
])('a pass elsewhere does not make up for %s', (_name, missing) => {
  const verdict = ruleVerdict(rule('r'), [place('passed', {place: 'p1'}), missing]);
  expect(verdict.verdict).toBe('not-exercised');
  expect(verdict).not.toHaveProperty('exercised');
});

test('a rule of which no place could be brought about is not exercised', () => {
  const lacks = [['a hook']];
  const places = [place('not-applicable', {place: 'p1'}), place('not-exercised', {lacks})];
  expect(ruleVerdict(rule('r'), places).verdict).toBe('not-exercised');
});

const row = (verdict: Verdict, until = '2030-06-30', name = 'r0'): Expectation => ({
  rule: name,
  verdict,
  reason: 'known',
  until,
});

test.each<
  [
    name: string,
    verdicts: Verdict[],
    expected: Expectation[],
    code: number,
    state: string | undefined,
  ]
>([
  ['met: it is accepted', ['failed', 'passed'], [row('failed')], 0, 'met'],
  ['met on its last day', ['failed', 'passed'], [row('failed', '2030-06-01')], 0, 'met'],
  [
    'expired the day after: it accepts nothing',
    ['failed', 'passed'],
    [row('failed', '2030-05-31')],
    1,
    'expired',
  ],
  ['stale: the rule passes now', ['passed', 'passed'], [row('failed')], 1, 'stale'],
  [
    'stale: the rule is short of green in another way',
    ['failed', 'passed'],
    [row('inconclusive')],
    1,
    'stale',
  ],
  [
    'stale: no such rule in a whole run',
    ['passed'],
    [row('failed', '2030-06-30', 'r9')],
    1,
    'stale',
  ],
  ['one accepted, another not', ['failed', 'not-exercised', 'passed'], [row('failed')], 3, 'met'],
  ['accepted inconclusive', ['inconclusive', 'passed'], [row('inconclusive')], 0, 'met'],
  [
    'a stale row does not hide a worse code',
    ['passed', 'harness-error'],
    [row('failed')],
    4,
    'stale',
  ],
  [
    'a stale row counts before what was not exercised or is inconclusive',
    ['passed', 'not-exercised', 'inconclusive'],
    [row('failed')],
    1,
    'stale',
  ],
  ['a row that is not decided', ['inconclusive', 'passed'], [row('failed')], 5, 'stale'],
  ['nothing left that passed', ['failed'], [row('failed')], 3, 'met'],
])('expectations: %s', (_name, verdicts, expected, code, state) => {
  const compared = compareExpectations(found(verdicts), expected, '2030-06-01');
  expect(compared.exitCode).toBe(code);
  expect(compared.expected[0]?.state).toBe(state);
});

test('at quick effort a row says nothing of a rule that passes at the place that was tested', () => {
  const compare = (verdict: Verdict) =>
    compareExpectations(found([verdict, 'passed']), [row('failed')], '2030-06-01', {quick: true});
  expect(compare('passed')).toEqual({expected: [], exitCode: 0});
  expect(compare('failed').expected).toMatchObject([{state: 'met'}]);
});

test('what an accepted failure alone leaves undecided is accepted with it', () => {
  const [cause, first, second] = found(['failed', 'inconclusive', 'inconclusive', 'passed']);
  const blocked = (rule: RuleVerdict | undefined, ...by: (string | undefined)[]): RuleVerdict => ({
    ...rule!,
    blockedBy: by[0]!,
    places: by.map((one, place) => ({
      place: String(place),
      verdict: 'inconclusive',
      witnesses: [],
      violations: [],
      ...(one !== undefined && {blockedBy: one}),
    })),
  });
  const passed = found(['passed', 'passed', 'passed', 'passed']).slice(3);
  const codeOf = (...others: RuleVerdict[]): number =>
    compareExpectations([cause!, ...others, ...passed], [row('failed')], '2030-06-01').exitCode;
  expect(codeOf(blocked(first, 'r0'), blocked(second, 'r1'))).toBe(0);
  expect(codeOf(blocked(first, 'r0', undefined))).toBe(5);
  expect(codeOf(blocked(first, 'r9'))).toBe(5);
});

test('of a run of some rules only, rows of others say nothing', () => {
  expect(
    compareExpectations(found(['passed']), [row('failed', '2030-06-30', 'r9')], '2030-06-01', {
      partial: true,
    }),
  ).toEqual({expected: [], exitCode: 0});
});

test.each<[verdicts: Verdict[], code: number]>([
  [['passed', 'not-exercised'], 0],
  [['passed', 'not-exercised', 'inconclusive'], 5],
  [['passed', 'not-exercised', 'failed'], 1],
  [['not-exercised'], 3],
])('with not exercised rules accepted, %j is exit code %i', (verdicts, code) => {
  const options = {acceptsNotExercised: true};
  expect(compareExpectations(found(verdicts), [], '2030-06-01', options).exitCode).toBe(code);
});
