/** Content uploaded and updated with a value of every kind in every member (Content, Upload body and Rules). */

import {mapValues} from '../../../spec/map-values.ts';
import type {Val} from '../../../spec/value.ts';
import type {Check} from '../../language/check.ts';
import type {Script} from '../../language/script.ts';
import {checksOfCases} from '../../tables/cases.ts';
import {acceptedAsWhole, ofEachDecided, sceneOfKinds} from '../../tables/each-kind.ts';
import {findIssues, newIssue, readByReference, readIssue, send, upload} from '../issuing.ts';
import {FREE_TERMS} from './issue-values.ts';
import {update} from './issue-steps.ts';
import {PLAIN_MEMBERS, UPDATED, UPLOADED} from './kinds-of-values.ts';
import {expectShownAsGiven} from './shown.ts';
import {BEFORE} from './update/any-update.ts';
import {whenTermsShown} from './update/kept-members.ts';
import {termsOfUpdate} from './update/taxonomy-updates.ts';
import {JUDGES} from './upload/as-given.ts';

const PLACE = 'each kind of value';

const plain = (s: Script): Record<string, Val> => ({name: s.fresh('title')});

const uploads = sceneOfKinds({
  id: 'store: content with each kind of value',
  kinds: UPLOADED,
  plain,
  act: (s, {file, ...values}) => {
    const body = newIssue(s, {...values, ...(file as Record<string, Val> | undefined)});
    const created = send(s, body);
    return {
      created,
      read: readIssue(s, created, {optional: true}),
      byReference: readByReference(s, body.external_id),
      list: findIssues(s, body.name),
    };
  },
});

const updates = sceneOfKinds({
  id: 'store: content updated with each kind of value',
  kinds: UPDATED,
  plain,
  begin: (s) => ({issue: upload(s, BEFORE)}),
  act: (s, values, {issue}) => ({
    created: issue.created,
    updated: update(s, issue, values),
    read: readIssue(s, issue.created),
    byReference: readByReference(s, issue.body.external_id),
    list: findIssues(s, values.name ?? ''),
  }),
});

/** The checks of content with each kind of value. */
export const eachKind: Check[] = [
  ...checksOfCases(uploads, PLACE, {
    'store.content.create-answers-201': acceptedAsWhole('created', ...PLAIN_MEMBERS),
    ...mapValues(JUDGES, (judge) => ofEachDecided('created', judge)),
  }),
  ...checksOfCases(updates, PLACE, {
    'store.content.update-is-kept': [
      acceptedAsWhole(
        'updated',
        ...Object.keys(UPDATED).filter((name) => PLAIN_MEMBERS.includes(name)),
      ),
      ofEachDecided('updated', ({created, updated, read, byReference, list}) =>
        expectShownAsGiven({created, reads: [read, byReference], list}, updated, 'after an update'),
      ),
    ],
    'store.content.taxonomy-is-replaced': ofEachDecided('updated', (seen) =>
      whenTermsShown(termsOfUpdate(seen, FREE_TERMS)),
    ),
  }),
];
