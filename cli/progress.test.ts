import {expect, test} from 'vitest';
import {progressOn} from './progress.ts';

test('a file gets a line now and then, with the minutes that are left', () => {
  const written: string[] = [];
  const stream = {write: (text: string) => void written.push(text)};
  const clock = {time: 0, now: () => clock.time, sleep: async () => undefined};
  const progress = progressOn(stream as unknown as NodeJS.WriteStream, clock);
  progress.show(0, 288, 'first', 900);
  clock.time = 15_000;
  progress.show(3, 288, 'workspace: a book', 610);
  progress.show(4, 288, 'too soon', 600);
  clock.time = 30_000;
  progress.show(5, 288, 'a mock');
  progress.end();
  expect(written).toEqual([
    '3 of 288 request sequences, about 11 min left: workspace: a book\n',
    '5 of 288 request sequences: a mock\n',
  ]);
});
