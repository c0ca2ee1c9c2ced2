import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {check, checksAt, checksOf, sharedScene, type Check, type Judgement} from '../../check.ts';
import {all, holds, saw, summaryOf, undecided} from '../../judge.ts';
import {text, type Handle} from '../../script.ts';
import {issueIn, issuesIn} from '../issue-rows.ts';
import {fileOf, findIssues, issueIdOf, readByReference, readIssue, upload} from '../issuing.ts';
import {walkIssues} from './issue-steps.ts';
import {idIn, isAsGiven, isListed, isNotListed, isRead, rowOf} from './shown.ts';

/** The numeric id of an issue as a text to search for. */
const numberOf = (created: Handle): Val => text(issueIdOf(created));

/** Two issues with different names, read and searched by everything that identifies them. */
const searches = sharedScene({
  id: 'store: searches for content',
  api: 'store',
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

/** Records which of two documented answers to a search was seen; both are right. */
const either = (response: Exchange, variant: string): Judgement =>
  all(saw(variant), holds(true, {branch: variant, expected: 'either', got: variant, at: response}));

/** A search for an external_id finds the issue or nothing (NS-ST-62). */
function mayFind(list: Exchange, created: Exchange): Judgement {
  if (list.situations.includes('nothing-found')) return either(list, 'not found');
  if (!list.situations.includes('issue-page'))
    return holds(false, {
      branch: 'another status',
      expected: '200 or 404',
      got: summaryOf(list),
      at: list,
    });
  return either(list, rowOf(list, created) ? 'found' : 'not found');
}

/** A search that nothing can match finds nothing: 404, or an empty list (NS-ST-63). */
function findsNothing(list: Exchange): Judgement {
  if (list.situations.includes('nothing-found')) return either(list, '404');
  if (!list.situations.includes('issue-page'))
    return holds(false, {
      branch: 'another status',
      expected: '404, or a list without issues',
      got: summaryOf(list),
      at: list,
    });
  // Another rule judges searches that find issues which do not match.
  if (issuesIn(list).length) return undecided('the search found something');
  return either(list, 'an empty list');
}

/**
 * A search for the id of one issue does not find another one, unless its values contain these
 * digits.
 */
function isNotFoundByIdOf(named: Exchange, other: Exchange, list: Exchange): Judgement {
  const digits = String(idIn(named));
  const hasDigits = JSON.stringify(issueIn(other)).includes(digits);
  return hasDigits ? all() : isNotListed(list, other, 'found by the id of another');
}

/** How issues are read and searched. */
export const finding: Check[] = [
  ...checksOf(searches, {
    'store.content.reference-finds-the-issue': (seen) =>
      all(
        isRead(seen.readByReference, seen.one, 'not found by its external_id'),
        isRead(seen.readOtherByReference, seen.other, 'not found by its external_id'),
      ),
    'store.content.name-finds-the-issue': ({one, other, byName, byOtherName}) =>
      all(
        isListed(byName, one, 'not found by its name'),
        isListed(byOtherName, other, 'not found by its name'),
      ),
    'store.content.number-finds-the-issue': ({one, other, byNumber, byOtherNumber}) =>
      all(
        isListed(byNumber, one, 'not found by its id'),
        isListed(byOtherNumber, other, 'not found by its id'),
      ),
    'store.content.external-id-may-find-the-issue': ({one, byExternalId}) =>
      mayFind(byExternalId, one),
    'store.content.search-leaves-others-out': ({one, other, ...seen}) =>
      all(
        isNotListed(seen.byOtherName, one, 'found by the name of another'),
        isNotListed(seen.byName, other, 'found by the name of another'),
        () => isNotFoundByIdOf(other, one, seen.byOtherNumber),
        () => isNotFoundByIdOf(one, other, seen.byNumber),
        isNotListed(seen.byExternalId, other, 'found by the external_id of another'),
      ),
    'store.content.list-shows-every-issue': ({one, other, everything}) =>
      all(isListed(everything, one, 'on no page'), isListed(everything, other, 'on no page')),
  }),
  ...checksAt(searches, 'store.content.read-gives-the-issue', {
    'of two issues': ({one, other, read, readOther}) =>
      all(
        isRead(read, one, 'not read', (issue) =>
          isAsGiven('when read', issue, one, read, ['name']),
        ),
        isRead(readOther, other, 'not read', (issue) =>
          isAsGiven('when read', issue, other, readOther, ['name']),
        ),
      ),
  }),
  check({
    rule: 'store.content.search-without-a-match',
    act: (s) => ({nothing: findIssues(s, s.fresh('text'))}),
    judge: ({nothing}) => findsNothing(nothing),
  }),
];
