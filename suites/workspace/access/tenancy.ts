import type {Exchange, Ref} from '../../../spec/step.ts';
import {check, type Check, type Judgement} from '../../check.ts';
import {all, equal, holds, is, memberDiffers, memberIs, refused, when} from '../../judge.ts';
import {column, missing} from '../../rows.ts';
import {
  account,
  counted,
  land,
  listed,
  moreThanAPage,
  publish,
  register,
  registrationOf,
  reservationOf,
  reserve,
  shown,
} from '../publishing.ts';
import {PAGES} from '../publications/paging.ts';
import {compareAnswers} from './told-apart.ts';

const listedIds = (page: Exchange): unknown[] => column([page], '/id');

/** None of another workspace's rows is among those that were listed. */
const none = (rows: unknown[], foreign: unknown[], branch: string, at: Exchange): Judgement =>
  equal(missing(rows, missing(rows, foreign)).length, 0, branch, at);

/** Whose data a key opens: its own workspace's, whatever is asked. */
export const tenancy: Check[] = [
  check({
    rule: 'workspace.access.no-workspace-parameter',
    act: (s) => {
      const other = account(s, 'second-workspace');
      const own = account(s);
      const query = {
        workspace: other.at('/workspace'),
        workspace_id: other.at('/workspace'),
        account: other.at('/workspace'),
        account_id: other.at('/workspace'),
      };
      const theirs = shown(s, 'second-workspace');
      const landed = land(s, 'second-workspace');
      const asked = {query, body: {...registrationOf(s, landed), ...query}};
      // Reserved with the parameters, in the query and in the body, and registered without them: it
      // is one's own.
      const reservation = s.call('createUpload', {query, body: {...reservationOf(s), ...query}});
      s.upload(reservation, {optional: true});
      return {
        own,
        other,
        theirs,
        reservation,
        plain: register(s, reservation, {optional: true}),
        opened: s.call('createPublication', asked),
        made: s.call('getPublication', {
          as: 'second-workspace',
          path: {publication: landed.at('/publication_id')},
        }),
        accountAsked: s.call('getAccount', {query}),
        list: s.call('listPublications', {query}),
        read: s.call('getPublication', {path: {publication: theirs.at('/id')}, query}),
      };
    },
    judge: ({own, other, theirs, reservation, plain, opened, made, accountAsked, list, read}) =>
      all(
        memberDiffers(other, '/workspace', own.body.workspace, 'one-workspace-only'),
        list.situations.includes('page')
          ? holds(!listedIds(list).includes(theirs.body.id), {
              branch: 'parameter-opened-the-list',
              expected: "none of the other workspace's publications",
              got: 'theirs',
              at: list,
            })
          : refused(list, 'parameter-broke-the-list'),
        refused(read, 'parameter-opened-a-publication'),
        refused(opened, 'parameter-opened-an-upload'),
        is(made, 'publication-not-found', 'parameter-registered-there'),
        reservation.situations.includes('reserved')
          ? is(plain, 'registered', 'parameter-reserved-there')
          : refused(reservation, 'parameter-broke-the-reservation'),
        accountAsked.situations.includes('account')
          ? memberIs(accountAsked, '/workspace', own.body.workspace, 'parameter-was-obeyed')
          : refused(accountAsked, 'parameter-broke-the-read'),
      ),
  }),
  check({
    rule: 'workspace.access.foreign-tells-nothing',
    act: (s) => {
      const there = shown(s);
      const unknown = reserve(s);
      const ask = (publication: Ref) =>
        s.call('getPublication', {as: 'second-workspace', path: {publication}});
      const [ofForeign, ofUnknown] = [there.at('/id'), unknown.at('/publication_id')];
      return {
        foreign: ask(ofForeign),
        unknown: ask(ofUnknown),
        foreignAgain: ask(ofForeign),
        unknownAgain: ask(ofUnknown),
        there,
        reserved: unknown,
      };
    },
    judge: ({foreign, unknown, foreignAgain, unknownAgain, there, reserved}) =>
      compareAnswers(
        {asked: [foreign, foreignAgain], id: there.body.id},
        {asked: [unknown, unknownAgain], id: reserved.body.publication_id},
      ),
  }),
  check({
    rule: 'workspace.access.list-shows-own-only',
    given: moreThanAPage,
    act: (s) => {
      const there = publish(s);
      const here = publish(s, 'second-workspace');
      const own = listed(s, there);
      return {
        there,
        here,
        own,
        list: listed(s, here, '/id', {as: 'second-workspace'}),
        pages: s.walk('listPublications', {atMost: PAGES}),
        // Where the other workspace's cursor leads is open (NS-WS-27), but not to its rows.
        led: s.call('listPublications', {
          as: 'second-workspace',
          query: {cursor: own.at('/next_cursor')},
        }),
      };
    },
    judge: ({there, here, list, own, pages, led}) =>
      when(
        listedIds(own).includes(there.body.id) && listedIds(list).includes(here.body.id),
        'a registered publication was not listed',
        () =>
          all(
            none(listedIds(list), [there.body.id, ...column(pages, '/id')], 'foreign-listed', list),
            none(
              column(pages, '/id'),
              [here.body.id],
              'foreign-listed-on-a-later-page',
              pages.at(-1)!,
            ),
            led.situations.includes('page')
              ? none(listedIds(led), column(pages, '/id'), 'foreign-cursor-obeyed', led)
              : refused(led, 'foreign-cursor-breaks-the-server'),
          ),
      ),
  }),
  check({
    rule: 'workspace.access.foreign-upload-cannot-be-registered',
    act: (s) => {
      const landed = land(s);
      // Their own bytes landed: only the key is foreign.
      const theirs = land(s, 'second-workspace');
      const whole = s.call('createPublication', {
        as: 'second-workspace',
        body: registrationOf(s, landed),
      });
      const keyOnly = s.call('createPublication', {
        as: 'second-workspace',
        body: {...registrationOf(s, landed), publication_id: theirs.at('/publication_id')},
      });
      const idOnly = s.call('createPublication', {
        as: 'second-workspace',
        body: {...registrationOf(s, theirs), publication_id: landed.at('/publication_id')},
      });
      const path = {publication: landed.at('/publication_id')};
      return {
        whole,
        keyOnly,
        idOnly,
        there: s.call('getPublication', {path}),
        here: s.call('getPublication', {as: 'second-workspace', path}),
        own: s.call('createPublication', {body: registrationOf(s, landed), expects: 'registered'}),
      };
    },
    judge: ({whole, keyOnly, idOnly, there, here}) =>
      all(
        refused(whole, 'registered-with-foreign-id-and-key'),
        // What of it is told first is open (NS-WS-32, NS-WS-33); that a key outside has its own
        // reason is another rule's.
        refused(keyOnly, 'registered-with-foreign-key'),
        refused(idOnly, 'registered-with-foreign-id'),
        is(there, 'publication-not-found', 'made-in-the-owner'),
        is(here, 'publication-not-found', 'made-in-the-other'),
      ),
  }),
  check({
    rule: 'workspace.access.allowance-is-own',
    act: (s) => {
      const before = account(s, 'second-workspace');
      const ownBefore = account(s);
      publish(s);
      return {before, ownBefore, after: account(s, 'second-workspace'), ownAfter: account(s)};
    },
    judge: ({before, ownBefore, after, ownAfter}) =>
      counted(ownBefore, () =>
        counted(before, () =>
          when(
            ownAfter.body.publications_left !== ownBefore.body.publications_left,
            'the own allowance did not move',
            () =>
              memberIs(
                after,
                '/publications_left',
                before.body.publications_left,
                'spent-in-another-workspace',
              ),
          ),
        ),
      ),
  }),
];
