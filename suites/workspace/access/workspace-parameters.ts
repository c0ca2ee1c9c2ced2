/** Parameters that name another workspace open nothing of it. */

import type {Val} from '../../../spec/value.ts';
import {check, type Check} from '../../language/check.ts';
import {
  expectRefused,
  all,
  expectMemberDifferent,
  expectOutcome,
  expectMember,
} from '../../language/judge.ts';
import type {Handle} from '../../language/script.ts';
import {
  readAccount,
  publishAndWait,
  reserveAndUpload,
  registrationOf,
  reservationOf,
  register,
  expectNotCreated,
} from '../publishing.ts';
import {expectIgnoredOrRefused, expectNoForeign, listedIds} from './foreign-rows.ts';

/** Headers by which services let a client choose a workspace, an account or a tenant. */
const WORKSPACE_HEADERS = [
  'X-Workspace',
  'X-Workspace-Id',
  'X-Account',
  'X-Account-Id',
  'X-Tenant-Id',
];

/** Parameters by which services let a client choose a workspace, with the id that an account shows. */
export function naming(account: Handle): {
  query: Record<string, Val>;
  headers: Record<string, Val>;
} {
  const id = account.at('/workspace');
  return {
    query: {workspace: id, workspace_id: id, account: id, account_id: id},
    headers: Object.fromEntries(WORKSPACE_HEADERS.map((name) => [name, id])),
  };
}

/** A key gives access only to its own workspace, whatever parameters the request has. */
export const workspaceParameters: Check = check({
  rule: 'workspace.access.no-workspace-parameter',
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
});
