import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {all, expectEqual, expectOutcome, summaryOf, when} from '../../language/judge.ts';
import {isSameJson} from '../../../spec/json.ts';
import type {Args, Handle, Script} from '../../language/script.ts';
import {idsOf} from '../publications/walks.ts';
import {moreThanAPage} from '../publishing.ts';
import {BY_TOOL} from './by-tool.ts';

/** Pages of a walk at most: more than two, so that a cursor follows upon a cursor. */
const MAX_PAGES = 4;

/** Records the first pages of the list. */
const walkPages = (s: Script, args: Args = {}): Handle<Exchange[]> =>
  s.walk('listPublications', {...args, atMost: MAX_PAGES});

/** The pages that a tool brings are those of the API, as long as these stay the same. */
function expectSamePages(before: Exchange[], byTool: Exchange[], after: Exchange[]): Judgement {
  const ids = idsOf(before);
  const isSteady = isSameJson(ids, idsOf(after));
  return when(before.length > 2 && isSteady, 'the list has two pages, or changed meanwhile', () =>
    all(...byTool.map((page) => expectOutcome(page, 'page', 'the-tool-failed')), () =>
      // Those of one instant may come in another order (NS-WS-28).
      expectEqual(
        idsOf(byTool).toSorted(),
        ids.toSorted(),
        'another-result',
        byTool.at(-1),
        `the publications on the first ${before.length} pages`,
      ),
    ),
  );
}

/** A tool leads from page to page as its operation does (Rule 4). */
export const everyPage: Check[] = [
  check({
    rule: 'workspace.mcp.tool-answers-as-the-operation',
    place: 'listPublications, page after page',
    given: moreThanAPage,
    onlyOnTestTargets: true,
    act: (s) => ({before: walkPages(s), byTool: walkPages(s, BY_TOOL), after: walkPages(s)}),
    judge: ({before, byTool, after}) =>
      when(
        before.every(({situations}) => situations.includes('page')),
        `the operation itself was answered ${before.map(summaryOf).join(', ')}`,
        () => expectSamePages(before, byTool, after),
      ),
  }),
];
