import {expect, test} from 'vitest';
import {codeSpan, plainText} from './markdown-escape.ts';
import {markdown} from './markdown.ts';
import {failedPlace, RECORD, ruleOf} from './testing/record.ts';

const page = markdown(RECORD);

test('it opens with the result and what failed, then what would decide the rest', () => {
  const order = [
    '## Failed: deployment staging',
    '3 rules failed, in store/users. There was an error in presscheck itself',
    'Tested by presscheck',
    'Exit code 4',
    'Target: deployment staging',
    '### Exceptions of the configuration',
    '### Errors in presscheck itself',
    '### 3 failed rules, 2 causes',
    '**1. `store.users.a-failure`**',
    '<details><summary>undecided because of it: 2 rules</summary>',
    '### 4 other rules not decided',
    '| give it a clock | decides 1 rule',
    'The target has no workspace API',
    '<details><summary>By chapter</summary>',
  ].map((part) => page.indexOf(part));
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test('a failure has expected, got and its commands, the one that shows it marked', () => {
  expect(page).toContain('  - expected: the status to be 201\n  - got: an orange');
  expect(page).toContain("```sh\n# wait 60 s\ncurl -sS 'http://localhost/before'  # 200\n");
  expect(page).toContain('# <== this response\n```');
});

test('the commands of a rule stand once, at its first place', () => {
  const places = ['createUser', 'updateUser'].map((op) => failedPlace(op, 500, 'x'));
  const twice = markdown({...RECORD, rules: [ruleOf('broken', 'failed', {places})]});
  expect(twice).toContain('- place `updateUser`: response of');
  expect(twice.match(/```sh/g)).toHaveLength(1);
});

test('places that failed like the first one are named on one line', () => {
  const first = failedPlace('createUser', 500, 'x');
  const places = ['*', 'b', 'c'].map((place) => ({...first, place}));
  const same = markdown({...RECORD, rules: [ruleOf('broken', 'failed', {places})]});
  expect(same).toContain('\nthe same at 2 more places: `b`, `c`\n');
  expect(same.match(/- expected: /g)).toHaveLength(1);
});

test('foreign text is no markup', () => {
  expect(page).not.toContain('<b>');
  expect(page).not.toContain('@all');
  expect(plainText('[a](http://b) *c* _d_ | `e` ![f](g)')).toBe(
    String.raw`\[a\](http\://b) \*c\* \_d\_ \| \`e\` \!\[f\](g)`,
  );
  expect(plainText('1. one')).toBe(String.raw`1\. one`);
  expect(plainText('- one')).toBe(String.raw`\- one`);
  expect(codeSpan('a `` b')).toBe('```a `` b```');
  expect(codeSpan('`a')).toBe('`` `a ``');
});

test('it is not longer than a job summary may be', () => {
  const rules = Array.from({length: 400}, (_, at) =>
    ruleOf(`broken-${at}`, 'failed', {
      places: Array.from({length: 30}, (__, place) =>
        failedPlace(`op${at}`, 200, `${at} ${place}`),
      ),
    }),
  );
  const long = markdown({...RECORD, rules});
  expect(long.length).toBeLessThan(1_000_000);
  expect(long).toContain('and 380 more causes: see the whole report.');
});

test.each(['9', ' ', '`', '` '])(
  'a megabyte of one character is escaped at once: %j',
  (unit) => {
    const text = unit.repeat(1_000_000);
    expect(plainText(text).length).toBeLessThanOrEqual(2 * text.length);
    expect(codeSpan(text)).toContain(text);
  },
  20_000,
);
