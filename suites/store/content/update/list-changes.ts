/** Updates of content whose lists get longer, shorter, and another order (Content, Rules). */

import {CURRENCIES} from '../../../../spec/currencies.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Handles,
  type Judgement,
} from '../../../language/check.ts';
import {groupIn, inGroups} from '../../../language/groups.ts';
import {all, judgeEach, nothing} from '../../../language/judge.ts';
import type {Script} from '../../../language/script.ts';
import {expectListsStill, LIST_CHANGES, LONGEST} from '../../../tables/list-changes.ts';
import {issueIn, type IssueRow} from '../../issue-rows.ts';
import {findIssues, readIssue, upload} from '../../issuing.ts';
import {FREE_TERMS, inWholeUnits} from '../issue-values.ts';
import {update} from '../issue-steps.ts';
import {rowOf, whenUpdateAccepted} from '../shown.ts';
import {expectPricesGiven} from '../upload/prices-shown.ts';
import {whenTermsShown} from './kept-members.ts';
import {termsOfUpdate} from './taxonomy-updates.ts';

/** A term and a price of an issue. */
type Pair = readonly [term: Val, price: [code: string, amount: number]];

/** So many terms, each with a price in a currency of its own. */
const newPairs = (s: Script): Pair[] =>
  CURRENCIES.slice(0, LONGEST).map((code, at) => [
    s.fresh('text'),
    [code, inWholeUnits(code, 4.5 + at)],
  ]);

/** The members that are lists, and the prices, which are shown as one. */
const membersOf = (pairs: readonly Pair[]): Record<string, Val> => ({
  ...Object.fromEntries(FREE_TERMS.map((name) => [name, pairs.map(([term]) => term)])),
  prices: Object.fromEntries(pairs.map(([, price]) => price)),
});

/** The members that the document calls lists (Resources / Content issue). */
const LISTS = ['price_morph'];

/** Content with long lists, which one update after the other changes. */
const changedLists = sharedScene({
  id: 'store: lists of content become longer, shorter and ordered otherwise',
  onlyOnTestTargets: true,
  act: (s): Handles => {
    const whole = newPairs(s);
    const issue = upload(s, membersOf(whole));
    const look = () => ({
      read: readIssue(s, issue.created),
      list: findIssues(s, issue.body.name),
    });
    const first = look();
    const changes = Object.entries(LIST_CHANGES).map(([name, change]) => {
      const updated = update(s, issue, membersOf(change(whole)));
      return [name, {updated, ...look()}];
    });
    const groups = Object.fromEntries(changes) as Parameters<typeof inGroups>[0];
    return inGroups({first: {created: issue.created, ...first}, ...groups});
  },
});

type Shown = Record<'created' | 'updated' | 'read' | 'list', Exchange>;

/** Judges each update, and what is read and listed after it. */
const judgeEachChange =
  (judge: (shown: Shown, first: Shown, when: string) => Judgement) =>
  (seen: object): Judgement => {
    const first = groupIn<keyof Shown>(seen, 'first');
    return judgeEach(Object.keys(LIST_CHANGES), (name) => {
      const shown = {...groupIn<keyof Shown>(seen, name), created: first.created};
      return whenUpdateAccepted(shown.updated, () =>
        judge(shown, first, `after an update: ${name}`),
      );
    });
  };

/** What shows content, as far as it does. */
const rowsOf = ({created, read, list}: Shown): [IssueRow | undefined, Exchange][] => [
  [read.situations.includes('issue') ? issueIn(read) : undefined, read],
  [rowOf(list, created), list],
];

/** What was shown as a list is still one, and has the prices that were given. Whether it keeps others is open. */
const expectKept = (shown: Shown, first: Shown, when: string): Judgement => {
  const before = rowsOf(first);
  const given: unknown = shown.updated.requestBody?.prices;
  return judgeEach(rowsOf(shown), ([row, where], at) =>
    row
      ? all(expectListsStill(before[at]?.[0], row, where, LISTS, when), () =>
          expectPricesGiven({how: when, row, where}, given, false),
        )
      : nothing(),
  );
};

/** The checks of lists that updates change. */
export const listChanges: Check[] = checksOf(changedLists, {
  'store.content.update-is-kept @ lists of other lengths': judgeEachChange(expectKept),
  'store.content.taxonomy-is-replaced @ lists of other lengths': judgeEachChange((shown) =>
    whenTermsShown(termsOfUpdate(shown, FREE_TERMS)),
  ),
});
