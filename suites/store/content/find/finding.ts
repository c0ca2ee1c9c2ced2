import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectThat, summaryOf, nothing, sawAt} from '../../../language/judge.ts';
import {type Handle} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {checksOfPatterns, expectNothingFound, judgeLists} from '../../../tables/searches.ts';
import {issueIn, issuesIn} from '../../issue-rows.ts';
import {fileOf, findIssues, issueIdOf, readByReference, readIssue, upload} from '../../issuing.ts';
import {walkIssues} from '../issue-steps.ts';
import {idIn, expectAsGiven, expectListed, expectNotListed, expectRead, rowOf} from '../shown.ts';
import {toText} from '../../../../spec/json.ts';

/** The numeric id of an issue as a text to search for. */
const numberOf = (created: Handle): Val => text(issueIdOf(created));

/** Two issues with different names, read and searched by everything that identifies them. */
const searches = sharedScene({
  id: 'store: searches for content',
  act: (s) => {
    const one = upload(s, {free: true, lang: 'es'});
    const other = upload(s, {
      name: text('1984 ', s.fresh('title')),
      extension: 'pdf',
      file_url: fileOf(s, 'pdf'),
    });
    return {
      one: one.created,
      other: other.created,
      byName: findIssues(s, one.body.name),
      byOtherName: findIssues(s, other.body.name),
      byNumber: findIssues(s, numberOf(one.created)),
      byOtherNumber: findIssues(s, numberOf(other.created)),
      byExternalId: findIssues(s, one.body.external_id),
      everything: walkIssues(s),
      read: readIssue(s, one.created),
      readOther: readIssue(s, other.created),
      readByReference: readByReference(s, one.body.external_id),
      readOtherByReference: readByReference(s, other.body.external_id),
    };
  },
});

/** A search for an external_id finds the issue or nothing (NS-ST-62). */
function expectFoundOrNothing(list: Exchange, created: Exchange): Judgement {
  if (list.situations.includes('nothing-found')) return sawAt(list, 'not found');
  if (!list.situations.includes('issue-page'))
    return expectThat(false, {
      branch: 'another status',
      expected: '200 or 404',
      got: summaryOf(list),
      at: list,
    });
  return sawAt(list, rowOf(list, created) ? 'found' : 'not found');
}

/**
 * A search for the id of one issue does not find another one, unless its values contain these
 * digits.
 */
function expectNotFoundByIdOf(named: Exchange, other: Exchange, list: Exchange): Judgement {
  const digits = toText(idIn(named));
  const hasDigits = JSON.stringify(issueIn(other)).includes(digits);
  return hasDigits ? nothing() : expectNotListed(list, other, 'found by the id of another');
}

/** The text of a search for content is not a pattern. */
const patterns: Check[] = checksOfPatterns(
  'store.content.search-leaves-others-out',
  {
    kind: 'title',
    named: (s, name) => upload(s, {name}).created,
    search: (s, query) => walkIssues(s, {query}),
    rowOf,
  },
  {id: 'store: searches for titles with signs of patterns', word: 'book'},
);

const finds = judgeLists(expectListed, 'lacks');
const leavesOut = judgeLists(expectNotListed, 'has');

/** How issues are read and searched. */
export const finding: Check[] = [
  ...checksOf(searches, {
    'store.content.reference-finds-the-issue': (seen) =>
      all(
        expectRead(seen.readByReference, seen.one, 'not found by its external_id'),
        expectRead(seen.readOtherByReference, seen.other, 'not found by its external_id'),
      ),
    'store.content.name-finds-the-issue': finds({byName: 'one', byOtherName: 'other'}),
    'store.content.number-finds-the-issue': finds({byNumber: 'one', byOtherNumber: 'other'}),
    'store.content.external-id-may-find-the-issue': ({one, byExternalId}) =>
      expectFoundOrNothing(byExternalId, one),
    'store.content.search-leaves-others-out': (seen) =>
      all(
        leavesOut({byOtherName: 'one', byName: 'other', byExternalId: 'other'})(seen),
        () => expectNotFoundByIdOf(seen.other, seen.one, seen.byOtherNumber),
        () => expectNotFoundByIdOf(seen.one, seen.other, seen.byNumber),
      ),
    'store.content.list-shows-every-issue': finds({everything: ['one', 'other']}),
    'store.content.read-gives-the-issue @ of two issues': ({one, other, read, readOther}) =>
      all(
        expectRead(read, one, 'not read', (issue) =>
          expectAsGiven('when read', issue, one, read, ['name']),
        ),
        expectRead(readOther, other, 'not read', (issue) =>
          expectAsGiven('when read', issue, other, readOther, ['name']),
        ),
      ),
  }),
  check({
    rule: 'store.content.search-without-a-match',
    act: (s) => ({nothing: findIssues(s, s.fresh('text'))}),
    judge: ({nothing}) =>
      expectNothingFound(nothing, {kind: 'issue', served: 'issue-page', rowsOf: issuesIn}),
  }),
  ...patterns,
];
