import type {Exchange} from '../../../../spec/exchange.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {issueIn} from '../../issue-rows.ts';
import {text} from '../../../language/sent-values.ts';
import {findIssues, readIssue, upload} from '../../issuing.ts';
import {update} from '../issue-steps.ts';
import {termsGiven, whenTermsShown} from './kept-members.ts';
import {rowOf, whenUpdateAccepted} from '../shown.ts';
import {FREE_TERMS} from '../issue-values.ts';
import {whenServed, type LazyJudgement} from '../../../language/judge.ts';

/** Updates that extend, shorten and replace lists of terms (Content, Rules). */
const termUpdates = sharedScene({
  id: 'store: terms of content are replaced',
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
    return {
      created: issue.created,
      added: update(s, issue, {...terms, author: [ada, boris], category: [travel]}),
      readAdded: readIssue(s, issue.created),
      listAdded: findIssues(s, issue.body.name),
      exchanged: update(s, issue, {...terms, author: [carla, boris, ada], category: [maps]}),
      readExchanged: readIssue(s, issue.created),
      listExchanged: findIssues(s, issue.body.name),
    };
  },
});

/** Two contents with the same terms, of which one loses some. */
const sharedTerms = sharedScene({
  id: 'store: a content loses terms that another one has',
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

/** The terms of some lists that a read and the list show after an update are those of the update. */
export function termsOfUpdate(
  {created, updated, read, list}: Record<'created' | 'updated' | 'read' | 'list', Exchange>,
  members: readonly string[],
): LazyJudgement[] {
  const row = rowOf(list, created);
  return [
    {how: 'when read after an update', row: issueIn(read), where: read},
    ...(row ? [{how: 'in the list after an update', row, where: list}] : []),
  ].flatMap((shown) => termsGiven(shown, updated, members));
}

/**
 * The terms of some lists are those of each update; if no response shows terms, nothing is decided.
 */
const expectTermsOfUpdates = (
  {created, added, exchanged, ...seen}: Seen,
  members: readonly string[],
): Judgement =>
  whenServed([added, exchanged], () =>
    whenTermsShown(
      [
        {created, updated: added, read: seen.readAdded, list: seen.listAdded},
        {created, updated: exchanged, read: seen.readExchanged, list: seen.listExchanged},
      ].flatMap((one) => termsOfUpdate(one, members)),
    ),
  );

/** The other content has the terms that it was given. */
const expectOwnTermsKept = ({bystander, changed, read}: SeenIn<typeof sharedTerms>): Judgement =>
  whenUpdateAccepted(changed, () => {
    const shown = {how: 'of another content', row: issueIn(read), where: read};
    return whenTermsShown(termsGiven(shown, bystander, FREE_TERMS));
  });

/** The terms after an update with other terms. */
export const taxonomyUpdates: Check[] = [
  ...checksOf(sharedTerms, {
    'store.content.update-changes-what-it-names-only @ terms of another content':
      expectOwnTermsKept,
  }),
  ...checksOf(termUpdates, {
    'store.content.taxonomy-is-replaced': (seen) =>
      expectTermsOfUpdates(seen, ['category', 'publisher']),
    'store.content.every-term-that-is-sent-is-kept': (seen) =>
      expectTermsOfUpdates(seen, ['author', 'keyword']),
  }),
];
