import {describe, expect, test} from 'vitest';
import type {RunRecord} from '../spec/run-record.ts';
import {headingOf} from './heading.ts';
import {html} from './html.ts';
import {json} from './json.ts';
import {markdown} from './markdown.ts';
import {ranksText, triesTooFew} from './ranks.ts';
import {outcome} from './summary.ts';
import {GREEN, RANKS_SEEN} from './testing/record.ts';
import {text} from './text.ts';

const pair = {kind: 'user', first: 'createUser', later: 'listUsers'} as const;
/** A run that tried half of the first rank, and a third of each other one. */
const HALF: RunRecord = {
  ...GREEN,
  coverage: {
    ...GREEN.coverage,
    pairs: {
      tried: [{...pair, of: 'the same', scene: 'a <scene>'}],
      notTried: [{...pair, of: 'another'}],
    },
    ranks: RANKS_SEEN,
  },
};

describe('the shares of pairs that were tried', () => {
  test('stand in the verdict for the first rank, and for all ranks on a line', () => {
    expect(headingOf(HALF).tested).toContain('50 % of 2 first-rank pairs tried');
    expect(headingOf({...HALF, only: ['store']}).tested).not.toContain('first-rank');
    const line =
      'Pairs of operations tried, by rank: 1: 50 % of 2; 2: 33 % of 3; 3: 33 % of 3; 4: 33 % of 3; 5: 33 % of 3.';
    expect(ranksText(HALF)).toBe(line);
    expect(text(HALF)).toContain(line);
    expect(markdown(HALF)).toContain(line);
    expect(ranksText(GREEN)).toBeUndefined();
    expect(JSON.parse(json(HALF))).toMatchObject({coverage: {ranks: RANKS_SEEN}});
  });

  test('are a table of the page, with the variations of each rank', () => {
    const page = html(HALF);
    expect(page).toContain(
      'createUser, then listUsers: the same user: tried; another user: not tried',
    );
    expect(page).toMatch(/1: a change, and a later [^<]*<\/th><td>.* 50 %<\/td><td>1 of 2<\/td>/);
    expect(page).toMatch(/email: &lt;dots&gt;<\/th><td>.* 0 %<\/td><td>0 of 2<\/td>/);
    for (const rank of [2, 3, 4, 5])
      expect(page).toContain(`<summary>Rank ${rank} by variation</summary>`);
  });
});

describe('must_try', () => {
  test('is about each rank, and about runs of the whole catalogue', () => {
    const demands = (mustTry: RunRecord['mustTry']): RunRecord => ({
      ...HALF,
      ...(mustTry && {mustTry}),
    });
    expect(triesTooFew(demands({rank1: 51}))).toBe(true);
    expect(triesTooFew(demands({rank1: 50, rank5: 33}))).toBe(false);
    expect(triesTooFew(demands({rank1: 50, rank5: 34}))).toBe(true);
    expect(triesTooFew(demands(undefined))).toBe(false);
    expect(triesTooFew({...demands({rank1: 60}), only: ['store']})).toBe(false);
    expect(triesTooFew({...demands({rank1: 60}), effort: {name: 'quick'}})).toBe(false);
  });

  test('says which ranks were tried too little, and what to do', () => {
    expect(outcome({...HALF, mustTry: {rank1: 60, rank3: 33, rank4: 40}, exitCode: 3})).toBe(
      '50 % of the pairs of rank 1 were tried, and `must_try` demands 60 % of rank1: the report shows which were not; ' +
        '33 % of the pairs of rank 4 were tried, and `must_try` demands 40 % of rank4: a hook for `advance`, or a longer `max_wait`, raises the share.',
    );
  });
});
