import {expect, it} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Check, Judgement} from '../../language/check.ts';
import {brief, expectThat, summaryOf} from '../../language/judge.ts';
import {membersReadBy} from './members-read.ts';

const list = {
  op: 'listUsers',
  status: 200,
  situations: ['page'],
  body: {
    data: [
      {id: 1, email: 'a', 'a/b': 1},
      {id: 2, email: 'b'},
    ],
  },
} as unknown as Exchange;
const refusal = {...list, status: 404, body: {reason: 'x'}};

/** What a judge reads of a list and of a refusal. */
const readBy = (judge: (seen: {list: Exchange; refusal: Exchange}) => Judgement): string[] => {
  const check = {rule: 'store.x.y', judge} as unknown as Check;
  return [...membersReadBy(check, {list, refusal, none: undefined}).values()].flatMap((one) => [
    ...one,
  ]);
};

const judged = (got: string, at: Exchange): Judgement =>
  expectThat(false, {branch: 'b', expected: 'x', got, at});

it('reads the members of the rows that a judge looks at', () => {
  const read = readBy(({list: page}) => {
    const rows = page.body.data as {id: number; email: string; 'a/b': number}[];
    return judged(String(rows.find(({id}) => id === 1)?.email), page);
  });
  expect(read).toEqual(expect.arrayContaining(['/data', '/data/0/id', '/data/0/email']));
  expect(read).not.toContain('/data/1/email');
  expect(read).not.toContain('/data/0/a~1b');
});

it('does not count what a message shows, nor what a refusal contains', () => {
  const read = readBy(({list: page, refusal: refused}) =>
    judged(`${brief(page.body.data[0])} ${summaryOf(refused)}`, page),
  );
  expect(read).toEqual(expect.arrayContaining(['/data/0']));
  expect(read).not.toContain('/data/0/id');
});

it('a judge that cannot read a response has read what it came to', () => {
  const read = readBy(({list: page}) => judged(page.body.missing.name as string, page));
  expect(read).toContain('/missing');
});
