/** A refused creation makes nobody and takes no name; a refused update changes nothing (Endpoints / Users; Errors). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {check, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectNone} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import {checksOfCorrected} from '../../../tables/corrected.ts';
import {createUser, EVERYTHING, idOf, newUser, search, updateOf} from '../../people.ts';
import {expectActive, expectPersonKept, rowOf, rowsOf} from '../../user-rows.ts';

/** No user has the email of a refused update. */
export const expectNobodyMoved = (list: Exchange, branch: string): Judgement =>
  expectNone(rowsOf(list), 'user with the email of the refused update', branch, list);

/** The effects of refused creations and updates. */
export const refused: Check[] = [
  ...checksOfCorrected({
    scene: 'store.users.refused-create-makes-nobody and takes no name',
    rule: 'store.users.refused-create-makes-nobody',
    place: 'and takes no name',
    begin: (s) => {
      const {created, body} = createUser(s);
      return {control: created, taken: body};
    },
    send: (s, body) => s.call('createUser', {body}),
    bodies: (s) => ({right: newUser(s)}),
    causes: {
      'external_id of a refused creation refused': (_s, {taken}) => ({'/email': taken.email}),
      'email of a refused creation refused': (_s, {taken}) => ({
        '/external_id': taken.external_id,
      }),
      'user of a creation refused for its password refused': () => ({'/new_password': 'short'}),
      'user of a creation without an external_id refused': () => ({'/external_id': undefined}),
      'user of a creation without an email refused': () => ({'/email': undefined}),
      'user of a creation without a password refused': () => ({'/new_password': undefined}),
    },
    isRefused: hasSituation('invalid'),
  }),
  check({
    rule: 'store.users.refused-update-changes-nothing',
    // Each update has one wrong member; its correct members must not be stored either.
    act: (s) => {
      const {created, body} = createUser(s);
      const before = search(s, body.email);
      const email = s.fresh('email');
      const refuse = (more: Record<string, Val>): void => {
        const sent = {...updateOf(body), ...EVERYTHING, ...more};
        s.call('updateUser', {path: idOf(created), body: sent, expects: 'invalid'});
      };
      refuse({email, sessions_limit: 1_000_000});
      refuse({email: s.fresh('text')});
      return {created, before, found: search(s, body.email), moved: search(s, email)};
    },
    judge: ({created, before, found, moved}) =>
      all(
        () => expectActive(found, created, 'the user is not found any more'),
        () => expectPersonKept(rowOf(before, created), rowOf(found, created), 'refused', found),
        () => expectNobodyMoved(moved, 'email-moved'),
      ),
  }),
  check({
    rule: 'store.users.refused-update-changes-nothing',
    place: 'of a user whom nobody created',
    act: (s) => {
      const body = newUser(s);
      const path = {id: s.sample('unknown_user')};
      s.call('updateUser', {path, body: updateOf(body), expects: 'user-not-found'});
      return {found: search(s, body.email)};
    },
    judge: ({found}) => expectNobodyMoved(found, 'user-made'),
  }),
];
