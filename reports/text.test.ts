import {expect, test} from 'vitest';
import {failedPlace, GREEN, placeOf, RECORD, ruleOf} from './testing/record.ts';
import {text} from './text.ts';

const page = text(RECORD);
const lines = page.trimEnd().split('\n');
const lineOf = (part: string): number => lines.findIndex((line) => line.includes(part));

test('the verdict stands first and last, with the target and the counts beside it', () => {
  expect(lines[0]).toMatch(/^Failed: deployment staging\. /);
  expect(lines[2]).toContain('Target: deployment staging');
  expect(lines.slice(-3)).toEqual(lines.slice(0, 3).toReversed());
});

test('it opens with what failed by cause, then says what would decide the rest', () => {
  const order = [
    '3 failed rules, 2 causes',
    '1. FAILED  store.users.a-failure',
    '1. FAILED  store.users.the-same-failure',
    'undecided because of it: 2 rules',
    '2. FAILED  store.users.another-failure',
    '4 other rules not decided',
    'give it a clock',
    'give a key',
    'Inconclusive:',
    'The target has no workspace API',
    'chapter  ',
  ].map(lineOf);
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test('a failure has expected, got, and the request that shows it marked', () => {
  expect(page).toContain('expected  the status to be 201');
  expect(page).toContain('got       again');
  expect(page).toContain('  fixtures/store.users.a-failure-createUser.yaml');
  expect(page).toContain("curl -sS '<&>'  # 500  # <== this response");
  expect(page).toContain('# wait 60 s');
  expect(page.match(/<== this response/g)).toHaveLength(2);
});

test('a failure has the command that replays its fixture on the same target', () => {
  const replaying = {folder: 'a report', options: ['--config', 'staging.yaml']};
  expect(text(RECORD, false, replaying)).toContain(
    "  npx presscheck replay --config staging.yaml 'a report/fixtures/store.users.a-failure-createUser.yaml'\n",
  );
});

test('places with the same violation as the first are one line', () => {
  const failed = (place: string, got: string) => ({...failedPlace('createUser', 200, got), place});
  const places = [failed('a', 'x'), failed('b', 'x'), failed('c', 'y'), failed('d', 'x')];
  const shown = text({...RECORD, rules: [ruleOf('broken', 'failed', {places})]});
  expect(shown).toContain('   the same at 2 more places: b, d\n   place: c\n');
  expect(shown.match(/got {7}x/g)).toHaveLength(1);
});

test('all places are shown on demand, and what the rules saw that a failure leaves undecided', () => {
  const failed = (place: string) => ({...failedPlace('createUser', 200, place), place});
  const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(failed);
  const reason = 'blocked by store.users.broken: expected the user (1), got none';
  const blocked = ruleOf('blocked', 'inconclusive', {blockedBy: 'store.users.broken', reason});
  const record = {...RECORD, rules: [ruleOf('broken', 'failed', {places}), blocked]};
  const [usual, all] = [text(record), text(record, false, undefined, true)];
  expect(usual).toContain('and at 2 more places');
  expect(usual).not.toContain(reason);
  expect(all).toContain('   place: g\n');
  expect(all).toContain(`     store.users.blocked\n       ${reason}\n`);
});

test('an API that the target does not have is one line', () => {
  expect(page.match(/workspace/g)).toHaveLength(1);
  expect(page).toContain('The target has no workspace API: 2 rules are not applicable.');
});

test('it says what each thing to supply decides', () => {
  expect(page).toContain('decides 1 rule, at 1 place: store.users.a-skip');
  expect(page).toContain('decides 1 more place');
});

test('a long sequence is shortened around the response that shows the violation', () => {
  const place = failedPlace('createUser', 200, 'x');
  const curl = Array.from({length: 60}, (_, at) => `curl ${at}`);
  const evidence = {...place.evidence, curl, shown: [30]} as typeof place.evidence;
  const rules = [ruleOf('long', 'failed', {places: [{...place, ...(evidence && {evidence})}]})];
  const shown = text({...RECORD, rules})
    .split('\n')
    .filter((line) => /curl \d|lines more/.test(line))
    .map((line) => line.trim());
  expect(shown).toHaveLength(27);
  expect(shown.slice(11, 16)).toEqual([
    'curl 11',
    '# 18 lines more: report.json',
    'curl 30  # <== this response',
    '# 17 lines more: report.json',
    'curl 48',
  ]);
});

test('attempts that differ are told', () => {
  const place = failedPlace('createUser', 200, 'x');
  const attempts = [
    {verdict: 'failed' as const, saw: 'a 201'},
    {verdict: 'passed' as const, saw: 'a 422'},
  ];
  const rules = [ruleOf('flaky', 'failed', {places: [{...place, attempts}]})];
  expect(text({...RECORD, rules})).toContain(
    'attempts differ: failed (a 201), then passed (a 422)',
  );
});

test('a run without a single rule has a report', () => {
  const empty = {...RECORD, rules: [], supply: [], expected: [], exitCode: 3};
  expect(text(empty)).toContain('0 of 0 rules passed');
});

test('a run that could not begin says why in a few lines, and counts the rules of its APIs once', () => {
  const couldNotBegin = 'no answer (connection refused): check host and port of base_url';
  const rules = [
    ruleOf('a-rule', 'inconclusive', {reason: couldNotBegin}),
    ruleOf('another', 'inconclusive', {reason: couldNotBegin}),
    ruleOf('x', 'not-applicable', {rule: 'workspace.account.has-plan'}),
  ];
  const short = text({...RECORD, rules, expected: [], supply: [], exitCode: 5, couldNotBegin});
  expect(short.trimEnd().split('\n')).toEqual([
    'Nothing decided: deployment staging. The run could not begin, and nothing was decided.',
    'Tested by presscheck 0.2.0 against the Store Integration API: ' +
      '0 of 2 rules passed, 0 failed, 2 inconclusive, 9 requests. Exit code 5.',
    expect.stringContaining('Target: deployment staging'),
    '',
    `Why: ${couldNotBegin}`,
  ]);
});

test('a note on what differs from the document comes first, with the request that shows it', () => {
  const differing = {
    ...ruleOf('differing', 'differs', {
      places: [{...failedPlace('createUser', 500, 'x'), verdict: 'differs' as const}],
    }),
    note: 'differs from what the document implies: expected y, got x',
  };
  const other = {...ruleOf('other', 'passed'), note: 'answered as: 204'};
  const noted = text({...RECORD, rules: [other, differing]});
  expect(noted).toMatch(/Notes\n {2}\S+differing: differs .*\n {4}curl .*\n {2}\S+other: answered/);
});

test('rules with the same note are one line, and some of them are named', () => {
  const note = 'passed at 1 of 2 places';
  const rules = ['a', 'b', 'c', 'd', 'e'].map((name) => ({...ruleOf(name, 'passed'), note}));
  const [first = ''] = rules.map(({rule}) => rule);
  const noted = text({...RECORD, rules: [...rules, {...ruleOf('other', 'passed'), note: 'x'}]});
  expect(noted).toContain(`Notes\n  5 rules ${note}: ${first}, `);
  expect(noted).toMatch(/ and 1 more\n {2}\S+other: x\n/);
});

test('of many things that are still in use ten are named', () => {
  const leftInUse = Array.from({length: 12}, (_, at) => `user ${at + 1}`);
  expect(text({...RECORD, leftInUse})).toContain(
    'user 9, user 10 and 2 more, which report.json names',
  );
});

test('a rule that passed at other places is no rule that was not exercised', () => {
  const places = [placeOf('a', 'passed'), placeOf('b', 'not-exercised', {reason: 'no such row'})];
  const rules = [ruleOf('at-some-places', 'passed', {places})];
  expect(text({...GREEN, rules})).not.toContain('no such row');
});
