/** Content: how it is made, changed, ended and shown (Resources). */

import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {expectThat, type LazyJudgement} from '../../language/judge.ts';
import {text} from '../../language/sent-values.ts';
import {kindOf, type Looked} from '../../tables/kind.ts';
import {remove, update as updateIssue, walkIssues} from '../content/issue-steps.ts';
import {expectAsGiven, expectGone, rowOf as issueRow} from '../content/shown.ts';
import {FREE_TERMS} from '../content/issue-values.ts';
import {termsGiven, whenTermsShown} from '../content/update/kept-members.ts';
import {issueIn} from '../issue-rows.ts';
import {findIssues, isReadServed, readByReference, readIssue, upload} from '../issuing.ts';
import {digitsOf} from './digits.ts';

/** The content of a creation, on pages or in a read. */
const issueOn = (pages: Exchange[], created: Exchange) => {
  const [page] = pages;
  if (page?.op !== 'getIssue') return issueRow(pages, created);
  const issue = page.status < 300 ? issueIn(page) : undefined;
  return issue && String(issue.id) === String(issueIn(created).id) ? issue : undefined;
};

/** The terms that responses show of content are those that it was given. */
const expectOwnTerms = ({looks, known}: Looked[number]): LazyJudgement[] =>
  looks.flatMap((look) => {
    const row = issueOn([look], known.created);
    const shown = {how: 'of content made at once', row: row ?? {}, where: look};
    return termsGiven(shown, known.created, FREE_TERMS);
  });

/** Content whose external ids have the same beginning, with new terms that all of it has. */
export const ISSUES = kindOf({
  kind: 'contents',
  begin: (s) => ({
    title: s.fresh('title'),
    reference: s.fresh('content-id'),
    terms: Object.fromEntries(FREE_TERMS.map((name): [string, Val] => [name, [s.fresh('text')]])),
  }),
  make: (s, {title, reference, terms}, number) =>
    upload(s, {
      ...terms,
      name: text(title, ' ', digitsOf(number)),
      external_id: text(reference, String(number)),
      free: number % 2 === 0,
    }),
  looks: {
    'store.content.read-gives-the-issue': (s, {created}) =>
      isReadServed(s) ? readIssue(s, created) : undefined,
    'store.content.reference-finds-the-issue': (s, {body}) =>
      isReadServed(s) ? readByReference(s, body.external_id) : undefined,
    'store.content.name-finds-the-issue': (s, {body}) => findIssues(s, body.name),
  },
  further: {
    'store.content.terms-are-as-given': {
      expectEach: (seen) => whenTermsShown(seen.flatMap(expectOwnTerms)),
    },
  },
  lists: {'store.content.list-shows-every-issue': {walk: (s) => walkIssues(s)}},
  change: {
    rule: 'store.content.update-is-kept',
    record: (s, issue) => updateIssue(s, issue, {lang: 'es', description: 'Another one.'}),
  },
  end: {
    rule: 'store.content.deleted-is-gone',
    record: (s, {created}) => remove(s, created),
    expectEnded: (look, created) =>
      look.op === 'getIssue'
        ? expectGone(look, 'read after its deletion')
        : expectThat(issueOn([look], created) === undefined, {
            branch: 'found after its deletion',
            expected: 'the issue not to be found',
            got: 'a list with it',
            at: look,
          }),
  },
  others: 'store.content.deletion-keeps-the-others',
  rowIn: issueOn,
  expectAsGiven: (row, {by}, where) =>
    expectAsGiven('among many', row, by, where, ['name', 'external_id', 'free', 'lang']),
});
