/** The values of any update are what reads and the list show afterwards (Content, Rules). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import type {AnyProperty, Judgement} from '../../../language/check.ts';
import {all, expectOutcome} from '../../../language/judge.ts';
import {propertiesOf} from '../../../language/property.ts';
import type {Handle} from '../../../language/script.ts';
import {classesOf} from '../../../values/values.ts';
import {findIssues, readByReference, readIssue, upload} from '../../issuing.ts';
import {update} from '../issue-steps.ts';
import {FREE_TERMS, ISSUE_VALUES, type DrawnIssue} from '../issue-values.ts';
import {whenTermsShown} from './kept-members.ts';
import {termsOfUpdate} from './taxonomy-updates.ts';
import {expectShownAsGiven, whenUpdateAccepted} from '../shown.ts';

/** The values of an issue before the update: in every member another value than any draw has. */
export const BEFORE = {
  description: 'What nobody reads any more.',
  prices: {USD: 3.21, GTQ: 77},
  publication_date: '2018-01-17',
  lang: 'it',
};

/** The generated values of an update; the file and the reference stay. */
type DrawnUpdate = Omit<DrawnIssue, 'external_id' | 'extension'> & {wasFree: boolean};

const {external_id: _reference, extension: _extension, ...UPDATED} = ISSUE_VALUES;

interface Seen {
  created: Exchange;
  changed: Exchange;
  read: Exchange;
  byReference: Exchange;
  list: Exchange;
}

/** Every response that shows the issue shows the values of the update. */
const expectKept = ({created, changed, read, byReference, list}: Seen): Judgement =>
  all(expectOutcome(changed, 'updated', 'refused'), () =>
    expectShownAsGiven({created, reads: [read, byReference], list}, changed, 'after an update'),
  );

/** If an issue shows its terms, they are those of the update. */
const expectTerms = (seen: Seen, members: readonly string[]): Judgement =>
  whenUpdateAccepted(seen.changed, () =>
    whenTermsShown(termsOfUpdate({...seen, updated: seen.changed}, members)),
  );

/** Properties of every update, whatever its values. */
export const anyUpdate: AnyProperty[] = propertiesOf<DrawnUpdate, Record<keyof Seen, Handle>>(
  {
    scene: 'store: any update of content',
    forAll: {...UPDATED, wasFree: classesOf<boolean>(true, false)} as never,
    maxDrawsOnShared: 0,
    drawFactor: 2,
    act: (s, {wasFree, ...values}) => {
      const terms = Object.fromEntries(FREE_TERMS.map((name) => [name, [s.fresh('text')]]));
      const issue = upload(s, {...BEFORE, ...terms, free: wasFree});
      return {
        created: issue.created,
        changed: update(s, issue, values as Record<string, Val>),
        read: readIssue(s, issue.created),
        byReference: readByReference(s, issue.body.external_id),
        list: findIssues(s, values.name),
      };
    },
  },
  {
    'store.content.update-is-kept': expectKept,
    'store.content.taxonomy-is-replaced': (seen) => expectTerms(seen, FREE_TERMS),
  },
);
