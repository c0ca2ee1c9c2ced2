import {expect, test} from 'vitest';
import type {Exchange} from '../../../../spec/exchange.ts';
import {expectDescriptionGiven} from './kept-members.ts';

const GIVEN = '<p>What the <b>moon</b> does.</p>';

/** Whether a description that is shown in HTML so is that which was given. */
const isGiven = (html: string): boolean =>
  expectDescriptionGiven(
    {
      how: 'when read',
      row: {description: GIVEN, description_with_html: html},
      where: {op: 'getIssue', step: 's1', status: 200} as Exchange,
    },
    GIVEN,
  ).violations.length === 0;

test('a description may be taken for HTML, or for text that is escaped in HTML', () => {
  expect(isGiven('<div><p>What the <em>moon</em> does.</p></div>')).toBe(true);
  expect(isGiven('<p>&lt;p&gt;What the &lt;b&gt;moon&lt;/b&gt; does.&lt;/p&gt;</p>')).toBe(true);
  expect(isGiven('<p>What the &lt;b&gt;moon&lt;/b&gt; does.</p>')).toBe(false);
  expect(isGiven('<p>What&#32;the m&#111;&#x6F;n does&period;</p>')).toBe(true);
  expect(isGiven('<p>What the sun does.</p>')).toBe(false);
});
