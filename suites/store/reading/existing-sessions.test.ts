import {expect, test} from 'vitest';
import {verbsIn} from '../../testing/recorded-steps.ts';
import {existingSessions} from './existing-sessions.ts';

const verbs = (offered: string[]): string[] =>
  verbsIn(existingSessions, 'store.reading.guest-has-no-user', offered);

test('where a hook records sessions, those of every kind are recorded first', () => {
  const offered = ['control:record-reading', 'sample:content_product'];
  expect(verbs(offered)).toEqual(Array.from({length: 3}, () => 'record-reading'));
  expect(verbs([...offered, 'sample:subscribable_plan'])).toHaveLength(4);
});

test('without it, or without a content, the list is taken as it is', () => {
  expect(verbs([])).toEqual([]);
  expect(verbs(['control:record-reading'])).toEqual([]);
});
