/**
 * Lists of terms that updates replace, in whatever form they are shown: the form of the earlier
 * terms shows it (Content, Rules; NS-ST-95).
 */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {all, brief, expectThat, notApplicable} from '../../../language/judge.ts';
import type {Script} from '../../../language/script.ts';
import {isSameText} from '../../../values/normalized.ts';
import {issueIn, type IssueRow} from '../../issue-rows.ts';
import {findIssues, readIssue, upload} from '../../issuing.ts';
import {twoCollections} from '../../plans/values/collections.ts';
import {update} from '../issue-steps.ts';
import {termsShown} from './kept-members.ts';
import {rowOf, whenUpdateAccepted} from '../shown.ts';

/** Records an upload, an update to another term, and an update to both terms of a list. */
function exchange(s: Script, member: string, [one, other]: readonly [Val, Val]) {
  const issue = upload(s, {[member]: [one]});
  const shown = () => ({
    read: readIssue(s, issue.created),
    list: findIssues(s, issue.body.name),
  });
  const before = shown();
  const changed = update(s, issue, {[member]: [other]});
  const after = shown();
  const joined = update(s, issue, {[member]: [one, other]});
  const both = shown();
  return {
    created: issue.created,
    read: before.read,
    list: before.list,
    changed,
    readChanged: after.read,
    listChanged: after.list,
    joined,
    readJoined: both.read,
    listJoined: both.list,
  };
}

const countries = sharedScene({
  id: 'store: countries of content are replaced',
  onlyOnTestTargets: true,
  act: (s) => exchange(s, 'country', ['Argentina', 'Mexico']),
});

type Exchanged = SeenIn<typeof countries>;

/**
 * The terms in one response: before, after an update to another term, and after an update to both.
 */
interface Shown {
  before: string[];
  after: string[];
  both: string[];
  where: {after: Exchange; both: Exchange};
}

function shownBy(
  member: string,
  issues: (IssueRow | undefined)[],
  where: Shown['where'],
): Shown | undefined {
  const [before, after, both] = issues.map((issue) => issue && termsShown(issue, member));
  return before?.length === 1 && after && both ? {before, after, both, where} : undefined;
}

/** The first term is gone after the first update, and both are present after the second. */
function expectTermsReplaced(member: string, {before, after, both, where}: Shown): Judgement {
  const has = (terms: string[], term: string): boolean =>
    terms.some((one) => isSameText(term, one) || isSameText(one, term));
  const left = after.filter((term) => has(before, term));
  const lost = [...before, ...after].filter((term) => !has(both, term));
  return all(
    expectThat(left.length === 0, {
      branch: `a ${member} of before is left`,
      expected: `\`${member}\` of ${where.after.op} to have none of the earlier terms ${brief(before)}`,
      got: brief(after),
      at: where.after,
    }),
    expectThat(lost.length === 0, {
      branch: `a second ${member} is lost`,
      expected: `\`${member}\` of ${where.both.op} to have ${brief([...before, ...after])}`,
      got: brief(both),
      at: where.both,
    }),
  );
}

/** The terms in the reads and in the lists, where these show any. */
function shownIn(member: string, seen: Exchanged): Shown[] {
  const reads = [seen.read, seen.readChanged, seen.readJoined].map(issueIn);
  const lists = [seen.list, seen.listChanged, seen.listJoined];
  const rows = lists.map((list) => rowOf(list, seen.created));
  return [
    shownBy(member, reads, {after: seen.readChanged, both: seen.readJoined}),
    shownBy(member, rows, {after: seen.listChanged, both: seen.listJoined}),
  ].filter((one) => one !== undefined);
}

/** The terms of every response were replaced by those of the updates. */
function expectReplaced(member: string, seen: Exchanged): Judgement {
  const shown = shownIn(member, seen);
  return shown.length
    ? all(...shown.map((one) => expectTermsReplaced(member, one)))
    : notApplicable(`no response shows the ${member} of a content`);
}

/** Judges only with two accepted updates, to another term and to both. */
const whenReplaced =
  (member: string) =>
  (seen: Exchanged): Judgement =>
    whenUpdateAccepted(seen.changed, () =>
      whenUpdateAccepted(seen.joined, () => expectReplaced(member, seen)),
    );

const collections = sharedScene({
  id: 'store: collections of content are replaced',
  onlyOnTestTargets: true,
  given: twoCollections,
  act: (s, {names}) => exchange(s, 'collection', names),
});

/** Updates replace lists of terms. */
export const replacements: Check[] = [
  ...checksOf(countries, {
    'store.content.taxonomy-is-replaced @ countries': whenReplaced('country'),
  }),
  ...checksOf(collections, {
    'store.content.taxonomy-is-replaced @ collections': whenReplaced('collection'),
  }),
];
