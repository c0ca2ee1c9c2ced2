import {expect, test} from 'vitest';
import {progressOn} from './progress.ts';

test('a step that takes long says for how long it has been going on', async () => {
  const written: string[] = [];
  const stream = {write: (text: string) => void written.push(text)};
  // Time passes when something waits, one second before the step, until 30 seconds are over.
  const clock = {
    time: 0,
    now: () => clock.time,
    sleep: async (ms: number) => {
      clock.time += ms;
      if (clock.time >= 30_000) progress.end();
    },
  };
  const progress = progressOn(stream as unknown as NodeJS.WriteStream, clock, 'a limit');
  progress.show(3, 288, 'workspace: a minute');
  await new Promise((resolve) => void setImmediate(resolve));
  expect(written).toEqual([
    '3 of 288 request sequences: workspace: a minute\n',
    '3 of 288 request sequences: workspace: a minute (8 s; a limit)\n',
    '3 of 288 request sequences: workspace: a minute (16 s; a limit)\n',
    '3 of 288 request sequences: workspace: a minute (24 s; a limit)\n',
  ]);
});

test('a terminal and a file are never silent for ten seconds, whatever takes long', async () => {
  for (const isTTY of [true, false]) {
    const at: number[] = [];
    const clock = {
      time: 0,
      now: () => clock.time,
      sleep: async (ms: number) => {
        clock.time += ms;
        if (clock.time === 9000) progress.show(0, 3, 'a step of 51 seconds');
        if (clock.time >= 60_000) progress.end();
      },
    };
    const stream = {isTTY, write: () => void at.push(clock.time)};
    const progress = progressOn(stream as unknown as NodeJS.WriteStream, clock);
    progress.say('verifying the credentials');
    await new Promise((resolve) => void setImmediate(resolve));
    const pauses = at.slice(1).map((time, index) => time - at[index]!);
    expect(at[0]).toBe(1000);
    expect(Math.max(...pauses)).toBeLessThan(10_000);
    expect(at.at(-1)).toBeGreaterThan(50_000);
  }
});

test('a step before the first sequence says what it waits for', async () => {
  const written: string[] = [];
  const stream = {write: (text: string) => void written.push(text)};
  const clock = {
    time: 0,
    now: () => clock.time,
    sleep: async (ms: number) => {
      clock.time += ms;
      if (clock.time >= 10_000) progress.end();
    },
  };
  const progress = progressOn(stream as unknown as NodeJS.WriteStream, clock, 'a mail');
  progress.say('verifying', 'it waits for responses');
  await new Promise((resolve) => void setImmediate(resolve));
  expect(written.at(-1)).toBe('verifying (8 s; it waits for responses)\n');
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
    '0 of 288 request sequences, about 15 min left: first\n',
    '3 of 288 request sequences, about 11 min left: workspace: a book\n',
    '5 of 288 request sequences: a mock\n',
  ]);
});
