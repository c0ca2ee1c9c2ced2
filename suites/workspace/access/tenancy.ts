import {whenHolds} from '../../blocked-by.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Ref, Val} from '../../../spec/value.ts';
import {check, checksAt, sharedScene, type Check, type Judgement} from '../../check.ts';
import {
  all,
  expectOutcome,
  expectMemberDifferent,
  expectMember,
  expectNone,
  expectRefused,
  when,
} from '../../judge.ts';
import {column} from '../../rows.ts';
import type {Handle} from '../../script.ts';
import {walk} from '../publications/walks.ts';
import {
  readAccount,
  whenAllowanceLimited,
  reserveAndUpload,
  listUntilShown,
  moreThanAPage,
  publish,
  register,
  registrationOf,
  reservationOf,
  reserve,
  publishAndWait,
  expectNotCreated,
} from '../publishing.ts';
import {readCurrent, publishWithFile} from '../running.ts';
import {expectAlike, expectIndistinguishable} from './indistinguishable.ts';

const listedIds = (page: Exchange): unknown[] => column([page], '/id');

/** The listed publications contain none of another workspace. */
const expectNoForeign = (
  foreign: unknown[],
  rows: unknown[],
  branch: string,
  where: Exchange | undefined,
): Judgement =>
  expectNone(
    rows.filter((id) => foreign.includes(id)),
    'publication of another workspace',
    branch,
    where,
  );

/**
 * A parameter that names another workspace is ignored or refused.
 * @param success the outcome when the parameter is ignored
 */
export const expectIgnoredOrRefused = (
  response: Exchange,
  success: string,
  branch: string,
  whenIgnored: () => Judgement,
): Judgement =>
  response.situations.includes(success) ? whenIgnored() : expectRefused(response, branch);

/** Further operations for which the document shows the answer to an unknown id. */
const NAMING = ['listPublicationFiles', 'getCurrentPublicationFile'] as const;
type Naming = (typeof NAMING)[number];
type NamedTwice = Record<`${Naming} ${'foreign' | 'unknown'}`, Handle>;

const OF_ANOTHER = 'workspace.access.foreign-tells-nothing';

/** Requests that name a publication of another workspace, and one that does not exist. */
const foreignAndUnknown = sharedScene({
  id: 'workspace: what another workspace has, and what nobody has',
  api: 'workspace',
  act: (s) => {
    const foreign = publishWithFile(s).at('/id');
    const unknown = reserve(s).at('/publication_id');
    const call = (op: Naming, publication: Ref): Handle =>
      s.call(op, {as: 'second-workspace', path: {publication}});
    const handles = NAMING.flatMap((op) => [
      [`${op} foreign`, call(op, foreign)],
      [`${op} unknown`, call(op, unknown)],
    ]);
    return Object.fromEntries(handles) as NamedTwice;
  },
});

/**
 * The answers to a foreign id and to an unknown id are the same. Another rule requires that it is
 * 404.
 */
const expectNothingTold = (foreign: Exchange, unknown: Exchange): Judgement =>
  whenHolds(
    foreign.status === 404,
    'workspace.access.foreign-is-not-found',
    'the foreign id was not answered 404',
    () => expectAlike(foreign, unknown),
  );

/** Headers by which services let a client choose a workspace, an account or a tenant. */
export const WORKSPACE_HEADERS = [
  'X-Workspace',
  'X-Workspace-Id',
  'X-Account',
  'X-Account-Id',
  'X-Tenant-Id',
];

/** A key gives access only to its own workspace, whatever parameters the request has. */
export const tenancy: Check[] = [
  check({
    rule: 'workspace.access.no-workspace-parameter',
    act: (s) => {
      const other = readAccount(s, 'second-workspace');
      const own = readAccount(s);
      const query = {
        workspace: other.at('/workspace'),
        workspace_id: other.at('/workspace'),
        account: other.at('/workspace'),
        account_id: other.at('/workspace'),
      };
      const headers = Object.fromEntries(
        WORKSPACE_HEADERS.map((name) => [name, other.at('/workspace')]),
      );
      const theirs = publishAndWait(s, 'second-workspace');
      const landed = reserveAndUpload(s, 'second-workspace');
      const registration = {query, body: {...registrationOf(s, landed), ...query}};
      // A reservation with these parameters, in the query and in the body, belongs to the workspace
      // of the key: it can be registered without them.
      const reservation = s.call('createUpload', {query, body: {...reservationOf(s), ...query}});
      s.upload(reservation, {optional: true});
      return {
        own,
        other,
        theirs,
        reservation,
        plain: register(s, reservation, {optional: true}),
        opened: s.call('createPublication', registration),
        readThere: s.call('getPublication', {
          as: 'second-workspace',
          path: {publication: landed.at('/publication_id')},
        }),
        account: s.call('getAccount', {query, headers}),
        list: s.call('listPublications', {query, headers}),
        read: s.call('getPublication', {path: {publication: theirs.at('/id')}, query, headers}),
      };
    },
    judge: ({own, other, theirs, reservation, plain, opened, readThere, account, list, read}) =>
      all(
        expectMemberDifferent(other, '/workspace', own.body.workspace, 'one-workspace-only'),
        expectIgnoredOrRefused(list, 'page', 'parameter-broke-the-list', () =>
          expectNoForeign([theirs.body.id], listedIds(list), 'parameter-opened-the-list', list),
        ),
        expectRefused(read, 'parameter-opened-a-publication'),
        expectRefused(opened, 'parameter-opened-an-upload'),
        expectNotCreated(readThere, 'parameter-registered-there'),
        expectIgnoredOrRefused(reservation, 'reserved', 'parameter-broke-the-reservation', () =>
          expectOutcome(plain, 'registered', 'parameter-reserved-there'),
        ),
        expectIgnoredOrRefused(account, 'account', 'parameter-broke-the-read', () =>
          expectMember(account, '/workspace', own.body.workspace, 'parameter-was-obeyed'),
        ),
      ),
  }),
  check({
    rule: 'workspace.access.foreign-tells-nothing',
    act: (s) => {
      const registration = publishAndWait(s);
      const unknown = reserve(s);
      const readAs = (publication: Ref) =>
        s.call('getPublication', {as: 'second-workspace', path: {publication}});
      const [ofForeign, ofUnknown] = [registration.at('/id'), unknown.at('/publication_id')];
      return {
        foreign: readAs(ofForeign),
        unknown: readAs(ofUnknown),
        foreignAgain: readAs(ofForeign),
        unknownAgain: readAs(ofUnknown),
        registration,
        reserved: unknown,
      };
    },
    judge: ({foreign, unknown, foreignAgain, unknownAgain, registration, reserved}) =>
      expectIndistinguishable(
        {responses: [foreign, foreignAgain], id: registration.body.id},
        {responses: [unknown, unknownAgain], id: reserved.body.publication_id},
      ),
  }),
  ...NAMING.flatMap((op) =>
    checksAt(foreignAndUnknown, OF_ANOTHER, {
      [op]: (seen) => expectNothingTold(seen[`${op} foreign`], seen[`${op} unknown`]),
    }),
  ),
  check({
    rule: OF_ANOTHER,
    place: 'downloadFile',
    act: (s) => {
      const link = (file: Val): Handle =>
        s.call('downloadFile', {as: 'second-workspace', path: {file}});
      return {
        foreign: link(readCurrent(s, publishWithFile(s)).at('/id')),
        unknown: link(s.sample('unknown_file')),
      };
    },
    judge: ({foreign, unknown}) => expectNothingTold(foreign, unknown),
  }),
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
      const path = {publication: landed.at('/publication_id')};
      return {
        idAndKey,
        keyOnly,
        idOnly,
        readByOwner: s.call('getPublication', {path}),
        readByOther: s.call('getPublication', {as: 'second-workspace', path}),
        own: s.call('createPublication', {body: registrationOf(s, landed), expects: 'registered'}),
      };
    },
    judge: ({idAndKey, keyOnly, idOnly, readByOwner, readByOther}) =>
      all(
        expectRefused(idAndKey, 'registered-with-foreign-id-and-key'),
        // Which refusal comes first is open (NS-WS-32, NS-WS-33). Another rule judges the reason
        // for a foreign key.
        expectRefused(keyOnly, 'registered-with-foreign-key'),
        expectRefused(idOnly, 'registered-with-foreign-id'),
        expectNotCreated(readByOwner, 'made-in-the-owner'),
        expectNotCreated(readByOther, 'made-in-the-other'),
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
    judge: ({before, ownBefore, after, ownAfter}) =>
      whenAllowanceLimited(ownBefore, () =>
        whenAllowanceLimited(before, () =>
          when(
            ownAfter.body.publications_left !== ownBefore.body.publications_left,
            'the own allowance did not move',
            () =>
              expectMember(
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
