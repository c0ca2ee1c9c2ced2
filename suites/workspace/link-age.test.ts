import {expect, test} from 'vitest';
import {response} from '../testing/response.ts';
import {expectDownloadLifetime} from './link-age.ts';

const minted = response(302, ['redirect'], {sentAt: 0, gotAt: 300});

/** Judges the use of a link so many seconds after it was made. */
const usedAfter = (seconds: number, status: number, situation: string) =>
  expectDownloadLifetime(
    minted,
    response(status, [situation], {sentAt: seconds * 1000, gotAt: seconds * 1000 + 100}),
  );

test('a link that is used too near to its end decides nothing, and the reason says what was answered', () => {
  const {inconclusive, violations, retry} = usedAfter(599, 200, 'fetched');
  expect(violations).toEqual([]);
  expect(inconclusive).toBe(
    'the link was used at an age of 598 to 600 s, too near to its end at 600 s: at most 598 s, or at least ' +
      '602 s, would decide; it was answered 200 (fetched). Requests took long here: run again when ' +
      'the machines are less busy',
  );
  expect(retry).toBe('used-too-late');
});

test('before and after that it decides', () => {
  expect(usedAfter(597, 200, 'fetched')).toMatchObject({witnesses: [{}], violations: []});
  expect(usedAfter(597, 403, 'storage-refused').violations).toHaveLength(1);
  expect(usedAfter(603, 200, 'fetched').violations).toHaveLength(1);
});
