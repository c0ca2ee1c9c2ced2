/** Parameters that name another workspace open nothing of it. */

import {at} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {
  all,
  expectMember,
  expectMemberDifferent,
  expectOutcome,
  expectRefused,
  when,
} from '../../language/judge.ts';
import {expectAllRefused, sendAll} from '../../language/requests.ts';
import {seconds, type Args, type Handle, type Script} from '../../language/script.ts';
import {requestsNaming} from '../naming.ts';
import {
  expectNotCreated,
  publishAndWait,
  readAccount,
  register,
  registrationOf,
  reservationOf,
  reserveAndUpload,
} from '../publishing.ts';
import {readCurrent, publishWithFile, readRun, start, readUsage} from '../running.ts';
import {expectIgnoredOrRefused, expectNoForeign, listedIds} from './foreign-rows.ts';

const RULE = 'workspace.access.no-workspace-parameter';

/** Headers by which services let a client choose a workspace, an account or a tenant. */
const WORKSPACE_HEADERS = [
  'X-Workspace',
  'X-Workspace-Id',
  'X-Account',
  'X-Account-Id',
  'X-Tenant-Id',
];

/** Parameters by which services let a client choose a workspace, with the id that an account shows. */
function naming(account: Handle): {
  query: Record<string, Val>;
  headers: Record<string, Val>;
} {
  const id = account.at('/workspace');
  return {
    query: {workspace: id, workspace_id: id, account: id, account_id: id},
    headers: Object.fromEntries(WORKSPACE_HEADERS.map((name) => [name, id])),
  };
}

/** What the usage of a workspace counts, and what is left of its allowance. */
const FIGURES = ['/daily_runs_used', '/publications_left'];

/** Figures of the own workspace that others did not move meanwhile, and that are not those of the other. */
const ownFigures = (before: Exchange, after: Exchange, theirs: Exchange): string[] =>
  FIGURES.filter((figure) => {
    const own = at(before.body, figure);
    return own === at(after.body, figure) && own !== at(theirs.body, figure);
  });

/** A key gives access only to its own workspace, whatever parameters the request has (Rule 2). */
export const namedWorkspace: Check[] = [
  check({
    rule: RULE,
    act: (s) => {
      const other = readAccount(s, 'second-workspace');
      const own = readAccount(s);
      const {query, headers} = naming(other);
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
    rule: RULE,
    place: 'getAccountUsage',
    onlyOnTestTargets: true,
    act: (s) => {
      const named = naming(readAccount(s, 'second-workspace'));
      const registration = publishWithFile(s);
      start(s, registration, 'metered_tool', {expects: 'accepted'});
      // The usage may lag a moment behind a start.
      s.advance(seconds(5));
      const before = readUsage(s);
      const theirs = readUsage(s, 'second-workspace');
      return {
        before,
        theirs,
        byQuery: s.call('getAccountUsage', {query: named.query}),
        byHeader: s.call('getAccountUsage', {headers: named.headers}),
        after: readUsage(s),
      };
    },
    judge: ({before, theirs, byQuery, byHeader, after}) => {
      const figures = ownFigures(before, after, theirs);
      const expectOwn = (read: Exchange) => (): Judgement =>
        all(
          ...figures.map((one) =>
            expectMember(read, one, at(before.body, one), 'usage-of-another'),
          ),
        );
      return when(figures.length > 0, 'the usage of both workspaces is the same', () =>
        all(
          expectIgnoredOrRefused(byQuery, 'usage', 'parameter-broke-the-usage', expectOwn(byQuery)),
          expectIgnoredOrRefused(byHeader, 'usage', 'header-broke-the-usage', expectOwn(byHeader)),
        ),
      );
    },
  }),
  check({
    rule: RULE,
    place: 'what a publication has',
    onlyOnTestTargets: true,
    act: (s) => {
      const named = naming(readAccount(s, 'second-workspace'));
      const theirs = publishWithFile(s, 'second-workspace');
      const file = readCurrent(s, theirs, {as: 'second-workspace'}).at('/id');
      const requests = requestsNaming(s, {publication: theirs.at('/id'), file});
      const [, start] = requests.startRun;
      const body = {...(start?.body as object), ...named.query};
      return {
        ...sendAll(s, {...requests, startRun: ['startRun', {...start, body}]}, named),
        ...readForeignRun(s, theirs, named),
      };
    },
    judge: (seen) => expectAllRefused(seen, 'opened'),
  }),
];

/** Records a read of a run of the second workspace, in the name of the first. */
function readForeignRun(s: Script, theirs: Handle, named: Args): {read?: Handle} {
  // A URL that only a response tells may itself be what gives access.
  if (s.isFollowed('readRun')) return {};
  const args = {as: 'second-workspace', expects: 'accepted'} as const;
  return {read: readRun(s, start(s, theirs, 'unmetered_tool', args), named)};
}
