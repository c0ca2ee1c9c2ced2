import {expect, test} from 'vitest';
import {stepsOf} from '../../../testing/recorded-steps.ts';
import {converting} from '../convert/converting.ts';
import {fileChanges} from './file-changes.ts';

const uploads = (offered: string[]): unknown[] =>
  stepsOf(fileChanges, 'store.content.file-stays', offered).flatMap((step) =>
    step.step === 'call' && step.op === 'createIssue'
      ? [(step.body as {extension: string}).extension]
      : [],
  );

test('an audio file is updated where there is a sample: its members are those that are documented', () => {
  expect([uploads(['sample:mp3_file']), uploads([])]).toEqual([['mp3'], ['epub']]);
});

test('reads of a conversion become rarer where a hook moves the clock, so that it may take long', () => {
  const growth = (offered: string[]): unknown[] =>
    stepsOf(converting, 'store.content.conversion-status-is-one-of-two', offered).flatMap((step) =>
      step.step === 'repeat' ? [step.growth] : [],
    );
  expect([growth(['control:advance']), growth([])]).toEqual([[1.1], [undefined]]);
});
