import {expect, test} from 'vitest';
import {requireSituation} from '../engine/send/blocked.ts';
import {expectOutcome} from '../language/judge.ts';
import {unusable} from './unusable.ts';
import {response} from '../testing/response.ts';
import {unfetchedFile, UNSUPPLIED} from './unsupplied-file.ts';

const requestBody = {name: 'Of Tides', file_url: `${UNSUPPLIED}good.epub`};
const refusal = (fields: string[], status = 422) =>
  response(status, ['invalid'], {
    requestBody,
    body: {CODE: 'error', errors: Object.fromEntries(fields.map((field) => [field, ['no']]))},
  });

test('an upload of a file that nobody can fetch may be refused for it', () => {
  for (const one of [refusal(['file_url']), refusal(['file']), refusal([]), refusal([], 400)]) {
    expect(unfetchedFile(one)).toBe('file_url');
    expect(unusable(one)).toContain('file_url');
    expect(expectOutcome(one, 'created', 'refused')).toMatchObject({
      violations: [],
      inconclusive: expect.stringContaining('sample'),
    });
  }
});

test('a set-up that waits for it says what to configure', () => {
  expect(() => requireSituation(refusal(['file_url']), 'created')).toThrow('samples');
});

test('it is judged where it was refused for another member, or for who sent it', () => {
  expect(unfetchedFile(refusal(['lang']))).toBeUndefined();
  expect(unfetchedFile(refusal(['file_url'], 403))).toBeUndefined();
});

test('a file that the target names has to be taken', () => {
  const supplied = {...requestBody, file_url: 'https://files.presscheck.example/good.epub'};
  expect(unfetchedFile({...refusal(['file_url']), requestBody: supplied})).toBeUndefined();
});
