import type {Exchange} from '../../../../spec/exchange.ts';
import {
  checksAt,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import type {LazyJudgement} from '../../../language/judge.ts';
import {issueIn, type IssueRow} from '../../issue-rows.ts';
import {text} from '../../../language/sent-values.ts';
import {findIssues, readIssue, upload} from '../../issuing.ts';
import {update} from '../issue-steps.ts';
import {whenTermsShown, expectTermsGiven, termsShown} from './kept-members.ts';
import {rowOf, whenUpdateAccepted} from '../shown.ts';
import {FREE_TERMS} from '../issue-values.ts';
import {whenServed} from '../../../language/judge.ts';

/** Updates that extend, shorten and replace lists of terms (Content, Rules). */
const termUpdates = sharedScene({
  id: 'store: terms of content are replaced',
  api: 'store',
  act: (s) => {
    const [ada, boris, carla] = [
      text('Marsh, Ada ', s.fresh('text')),
      s.fresh('text'),
      s.fresh('text'),
    ];
    const [sea, travel, maps] = [s.fresh('text'), s.fresh('text'), s.fresh('text')];
    const issue = upload(s, {
      author: [ada],
      category: [sea, travel],
      keyword: [sea],
      publisher: [ada],
    });
    const terms = {keyword: [sea], publisher: [boris]};
    const added = update(s, issue, {...terms, author: [ada, boris], category: [travel]});
    const readAdded = readIssue(s, issue.created);
    const listAdded = findIssues(s, issue.body.name);
    const exchanged = update(s, issue, {...terms, author: [carla, boris, ada], category: [maps]});
    return {
      created: issue.created,
      added,
      readAdded,
      listAdded,
      exchanged,
      readExchanged: readIssue(s, issue.created),
      listExchanged: findIssues(s, issue.body.name),
    };
  },
});

/** Two contents with the same terms, of which one loses some. */
const sharedTerms = sharedScene({
  id: 'store: a content loses terms that another one has',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const [term, other] = [s.fresh('text'), s.fresh('text')];
    const terms = {author: [term, other], category: [term], publisher: [term], keyword: [term]};
    const [issue, bystander] = [upload(s, terms), upload(s, terms)];
    const changed = update(s, issue, {
      author: [other],
      category: [other],
      publisher: [other],
      keyword: [other],
    });
    return {bystander: bystander.created, changed, read: readIssue(s, bystander.created)};
  },
});

type Seen = SeenIn<typeof termUpdates>;

/** Judges the terms of an update in a read and a list. */
function expectTermsOfUpdate(
  updated: Exchange,
  read: Exchange,
  row: IssueRow | undefined,
  list: Exchange,
  members: readonly string[],
): LazyJudgement[] {
  const representations = [
    {name: 'when read after an update', issue: issueIn(read), where: read},
    ...(row ? [{name: 'in the list after an update', issue: row, where: list}] : []),
  ];
  return representations.flatMap((representation) =>
    members
      .filter((member) => termsShown(representation.issue, member) !== undefined)
      .map((member) => expectTermsGiven(representation, member, updated.requestBody?.[member])),
  );
}

/**
 * The terms of some lists are those of each update; if no response shows terms, nothing is decided.
 */
function expectTermsOfUpdates(seen: Seen, members: readonly string[]): Judgement {
  const {created, added, exchanged} = seen;
  return whenServed([added, exchanged], () => {
    const rows = [rowOf(seen.listAdded, created), rowOf(seen.listExchanged, created)] as const;
    const parts = [
      ...expectTermsOfUpdate(added, seen.readAdded, rows[0], seen.listAdded, members),
      ...expectTermsOfUpdate(exchanged, seen.readExchanged, rows[1], seen.listExchanged, members),
    ];
    return whenTermsShown(parts);
  });
}

/** The other content has the terms that it was given. */
const expectOwnTermsKept = ({bystander, changed, read}: SeenIn<typeof sharedTerms>): Judgement =>
  whenUpdateAccepted(changed, () => {
    const issue = issueIn(read);
    const shown = FREE_TERMS.filter((member) => termsShown(issue, member) !== undefined);
    const representation = {name: 'of another content', issue, where: read};
    return whenTermsShown(
      shown.map((member) =>
        expectTermsGiven(representation, member, bystander.requestBody?.[member]),
      ),
    );
  });

/** The terms after an update with other terms. */
export const taxonomyUpdates: Check[] = [
  ...checksAt(sharedTerms, 'store.content.update-changes-what-it-names-only', {
    'terms of another content': expectOwnTermsKept,
  }),
  ...checksOf(termUpdates, {
    'store.content.taxonomy-is-replaced': (seen) =>
      expectTermsOfUpdates(seen, ['category', 'publisher']),
    'store.content.every-term-that-is-sent-is-kept': (seen) =>
      expectTermsOfUpdates(seen, ['author', 'keyword']),
  }),
];
