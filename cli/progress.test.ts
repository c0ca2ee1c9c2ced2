import {expect, test} from 'vitest';
import {progressOn} from './progress.ts';

test('a step that takes long says for how long it has been going on', async () => {
  const written: string[] = [];
  const stream = {write: (text: string) => void written.push(text)};
  // Time passes when something waits, one second before the step, until 46 seconds are over.
  const clock = {
    time: 0,
    now: () => clock.time,
    sleep: async (ms: number) => {
      clock.time += ms;
      if (clock.time >= 46_000) progress.end();
    },
  };
  const progress = progressOn(stream as unknown as NodeJS.WriteStream, clock, 'a limit');
  progress.show(3, 288, 'workspace: a minute');
  await new Promise((resolve) => void setImmediate(resolve));
  expect(written).toEqual([
    '3 of 288 request sequences: workspace: a minute (14 s; a limit)\n',
    '3 of 288 request sequences: workspace: a minute (29 s; a limit)\n',
    '3 of 288 request sequences: workspace: a minute (44 s; a limit)\n',
  ]);
});

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
