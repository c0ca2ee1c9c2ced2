import {expect, test} from 'vitest';
import type {Coverage, RunRecord} from '../spec/run-record.ts';
import {effortLines, valuesText} from './effort.ts';
import {html} from './html.ts';
import {RECORD} from './testing/record.ts';

const recordOf = (values: Coverage['values']): RunRecord =>
  ({coverage: {values, models: []}}) as unknown as RunRecord;

test('the classes of values are counted, and report.json is named where some were not sent', () => {
  const of = (name: string, sent: number, notSent: number): Coverage['values'][number] => ({
    of: name,
    sent: Array.from({length: sent}, (_, index) => `sent ${index}`),
    notSent: Array.from({length: notSent}, (_, index) => `class ${index}`),
  });
  expect(valuesText(recordOf([of('a', 1, 0), of('b', 1, 1), of('c', 1, 9)]))).toBe(
    '3 of 13 classes of generated values sent; report.json names the others (coverage.values).',
  );
  expect(valuesText(recordOf([of('a', 1, 0)]))).toBe('1 of 1 classes of generated values sent.');
});

test('nothing is said of values where a run has none', () => {
  expect(valuesText(recordOf([]))).toBeUndefined();
});

const QUICK: RunRecord = {
  ...RECORD,
  effort: {
    name: 'quick',
    leftOut: [
      {rule: 'store.users.one', reason: 'needs a burst'},
      {rule: 'store.users.two', reason: 'needs a long wait'},
      {rule: 'store.users.three', reason: 'needs a long wait'},
    ],
  },
};

test('the rules that quick effort leaves out are counted by reason, not listed', () => {
  expect(effortLines(QUICK)).toEqual([
    'Quick effort leaves out 3 rules; standard effort decides them:',
    'needs a long wait: 2 rules',
    'needs a burst: 1 rule',
  ]);
});

test('the page names them in a folded list below the map, not in its header', () => {
  const page = html(QUICK);
  const [head = '', rest = ''] = page.split('</header>');
  expect(head).toContain('<p>Quick effort leaves out 3 rules; standard effort decides them.</p>');
  expect(head).not.toContain('store.users.two');
  expect(rest.indexOf('store.users.two')).toBeGreaterThan(rest.indexOf('The documents by verdict'));
  expect(rest).toMatch(/<details><summary>2 rules<\/summary>\n<p><code>store\.users\.two/);
});
