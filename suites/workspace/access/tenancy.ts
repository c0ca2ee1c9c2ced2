/** Lists, registrations and allowances of two workspaces are apart. */

import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Judgement, type Check} from '../../language/check.ts';
import {when, all, expectRefused, expectStill} from '../../language/judge.ts';
import {column} from '../../language/rows.ts';
import {walk} from '../publications/walks.ts';
import {
  leftIn,
  moreThanAPage,
  publish,
  listUntilShown,
  reserveAndUpload,
  registrationOf,
  expectNotCreated,
  readAccount,
  whenAllowanceLimited,
  expectLeft,
} from '../publishing.ts';
import {listedIds, expectNoForeign, expectIgnoredOrRefused} from './foreign-rows.ts';

/** The allowance of another workspace is as before, if both are limited and the own one has changed. */
const expectAllowanceKept = ({
  before,
  ownBefore,
  after,
  ownAfter,
}: Record<'before' | 'ownBefore' | 'after' | 'ownAfter', Exchange>): Judgement => {
  const hasMoved = leftIn(ownAfter) !== leftIn(ownBefore);
  return when(hasMoved, 'the own allowance did not move', () =>
    expectLeft(after, leftIn(before), 'spent-in-another-workspace'),
  );
};

/** The checks of two workspaces side by side. */
export const tenancy: Check[] = [
  check({
    rule: 'workspace.access.list-shows-own-only',
    given: moreThanAPage,
    act: (s) => {
      const inFirst = publish(s);
      const inSecond = publish(s, 'second-workspace');
      const listOfFirst = listUntilShown(s, inFirst);
      return {
        inFirst,
        inSecond,
        listOfFirst,
        listOfSecond: listUntilShown(s, inSecond, '/id', {as: 'second-workspace'}),
        pages: walk(s),
        // The answer to a cursor of another workspace is open (NS-WS-27), but it must not contain
        // the rows of that workspace.
        byForeignCursor: s.call('listPublications', {
          as: 'second-workspace',
          query: {cursor: listOfFirst.at('/next_cursor')},
        }),
      };
    },
    judge: ({inFirst, inSecond, listOfSecond, listOfFirst, pages, byForeignCursor}) =>
      when(
        listedIds(listOfFirst).includes(inFirst.body.id) &&
          listedIds(listOfSecond).includes(inSecond.body.id),
        'a registered publication was not listed',
        () =>
          all(
            () =>
              expectNoForeign(
                [inFirst.body.id, ...column(pages, '/id')],
                listedIds(listOfSecond),
                'foreign-listed',
                listOfSecond,
              ),
            () =>
              expectNoForeign(
                [inSecond.body.id],
                column(pages, '/id'),
                'foreign-listed-on-a-later-page',
                pages.at(-1),
              ),
            expectIgnoredOrRefused(
              byForeignCursor,
              'page',
              'foreign-cursor-breaks-the-server',
              () =>
                expectNoForeign(
                  column(pages, '/id'),
                  listedIds(byForeignCursor),
                  'foreign-cursor-obeyed',
                  byForeignCursor,
                ),
            ),
          ),
      ),
  }),
  check({
    rule: 'workspace.access.foreign-upload-cannot-be-registered',
    act: (s) => {
      const landed = reserveAndUpload(s);
      // An upload of the second workspace, whose bytes are also stored.
      const theirs = reserveAndUpload(s, 'second-workspace');
      const path = {publication: landed.at('/publication_id')};
      const readFirst = s.call('getPublication', {path});
      const idAndKey = s.call('createPublication', {
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
      return {
        readFirst,
        idAndKey,
        keyOnly,
        idOnly,
        readByOwner: s.call('getPublication', {path}),
        readByOther: s.call('getPublication', {as: 'second-workspace', path}),
        own: s.call('createPublication', {body: registrationOf(s, landed), expects: 'registered'}),
      };
    },
    judge: ({readFirst, idAndKey, keyOnly, idOnly, readByOwner, readByOther}) =>
      all(
        expectRefused(idAndKey, 'registered-with-foreign-id-and-key'),
        // Which refusal comes first is open (NS-WS-32, NS-WS-33). Another rule judges the reason
        // for a foreign key.
        expectRefused(keyOnly, 'registered-with-foreign-key'),
        expectRefused(idOnly, 'registered-with-foreign-id'),
        expectStill(readFirst, readByOwner, (one) => expectNotCreated(one, 'made-in-the-owner')),
        expectStill(readFirst, readByOther, (one) => expectNotCreated(one, 'made-in-the-other')),
      ),
  }),
  check({
    rule: 'workspace.access.allowance-is-own',
    act: (s) => {
      const before = readAccount(s, 'second-workspace');
      const ownBefore = readAccount(s);
      publish(s);
      return {
        before,
        ownBefore,
        after: readAccount(s, 'second-workspace'),
        ownAfter: readAccount(s),
      };
    },
    judge: (seen) =>
      whenAllowanceLimited(seen.ownBefore, () =>
        whenAllowanceLimited(seen.before, () => expectAllowanceKept(seen)),
      ),
  }),
];
