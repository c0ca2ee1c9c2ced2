import {check, type Check} from '../../language/check.ts';
import {
  all,
  expectMember,
  expectMemberDifferent,
  expectOutcome,
  expectStill,
  judgeEach,
  when,
} from '../../language/judge.ts';
import {hasSituation} from '../../language/outcome.ts';
import {groupIn, inGroups} from '../../language/groups.ts';
import {expectOutcomes, sendAll, type Requests} from '../../language/requests.ts';
import type {Handle, Script} from '../../language/script.ts';
import {readsOf} from '../naming.ts';
import {
  moreThanAPage,
  publish,
  readAccount,
  reserveAndUpload,
  registrationOf,
  register,
  reservationOf,
  reserve,
  expectNotCreated,
  leftIn,
  expectLeft,
} from '../publishing.ts';
import {publishWithFile, start} from '../running.ts';
import {expectNeverSpent, readUsageAround} from '../runs/limits/refused-starts.ts';
import {whenObeyed} from '../../language/blocked-by.ts';

/** Mints a key and records a read and a write with it. */
function mintKey(s: Script): {read: Handle; write: Handle} {
  const as = s.control('mint-key', {role: 'full'}).at('/key');
  return {
    read: s.call('listPublications', {as}),
    write: s.call('createUpload', {as, body: reservationOf(s)}),
  };
}

/** Writes with a body that lacks everything. */
const EMPTY_BODIES: Requests = {
  registration: ['createPublication', {body: {}}],
  reservation: ['createUpload', {body: {}}],
};

/** Keys and their abilities: what is checked first, and that a refusal has no effect. */
export const keys: Check[] = [
  check({
    rule: 'workspace.access.bearer-key-is-accepted',
    act: (s) => ({with: s.call('getAccount'), without: s.call('getAccount', {as: 'nobody'})}),
    judge: (seen) =>
      all(
        expectOutcome(seen.with, 'account', 'key-refused'),
        expectOutcome(seen.without, 'unauthenticated', 'no-key-accepted'),
      ),
  }),
  check({
    rule: 'workspace.access.ability-alone-suffices',
    place: 'for a further page of the list',
    given: moreThanAPage,
    act: (s) => {
      const first = s.call('listPublications', {as: 'read-only', expects: 'page'});
      const query = {cursor: first.at('/next_cursor')};
      return {next: s.call('listPublications', {as: 'read-only', query})};
    },
    judge: ({next}) => expectOutcome(next, 'page', 'refused'),
  }),
  check({
    rule: 'workspace.access.missing-key-is-refused',
    place: 'with a query',
    onlyOnTestTargets: true,
    act: (s) => {
      const publication = publish(s).at('/id');
      const requests: Requests = {
        getAccount: ['getAccount'],
        getAccountUsage: ['getAccountUsage'],
        listPublications: ['listPublications'],
        ...readsOf(publication, ['getPublication', 'listPublicationFiles', 'getPublicationReader']),
      };
      return sendAll(s, requests, {as: 'nobody', query: {day: 'today'}});
    },
    judge: (seen) => expectOutcomes(seen, 'unauthenticated', 'served with a query'),
  }),
  check({
    rule: 'workspace.access.missing-key-comes-first',
    act: (s) => {
      const path = {publication: reserve(s).at('/publication_id')};
      const refused = {
        lookup: s.call('getPublication', {as: 'nobody', path}),
        ...sendAll(s, EMPTY_BODIES, {as: 'nobody'}),
      };
      s.call('getPublication', {path, expects: 'publication-not-found'});
      return refused;
    },
    judge: (seen) => expectOutcomes(seen, 'unauthenticated', 'comes first'),
  }),
  check({
    rule: 'workspace.access.ability-comes-before-lookup',
    act: (s) => {
      const path = {publication: reserve(s).at('/publication_id')};
      return {
        lookup: s.call('getPublication', {as: 'write-only', path}),
        ...sendAll(s, EMPTY_BODIES, {as: 'read-only'}),
      };
    },
    judge: (seen) => expectOutcomes(seen, 'forbidden', 'comes first'),
  }),
  check({
    rule: 'workspace.access.ability-refusal-has-no-effect',
    act: (s) => {
      const landed = reserveAndUpload(s);
      const path = {publication: landed.at('/publication_id')};
      const before = readAccount(s);
      const unmade = s.call('getPublication', {path});
      const forbidden = s.call('createPublication', {
        as: 'read-only',
        body: registrationOf(s, landed),
      });
      const unreserved = s.call('createUpload', {as: 'read-only', body: reservationOf(s)});
      const after = readAccount(s);
      return {
        before,
        unmade,
        forbidden,
        unreserved,
        after,
        read: s.call('getPublication', {path}),
      };
    },
    judge: ({before, unmade, forbidden, unreserved, after, read}) =>
      whenObeyed(
        'workspace.access.ability-is-needed',
        judgeEach([forbidden, unreserved], (one) => expectOutcome(one, 'forbidden', 'served')),
        () =>
          all(
            expectLeft(after, leftIn(before), 'allowance-moved'),
            expectStill(unmade, read, (one) => expectNotCreated(one, 'publication-made')),
          ),
      ),
  }),
  check({
    rule: 'workspace.access.ability-refusal-has-no-effect',
    place: 'startRun',
    act: (s) => {
      const registration = publishWithFile(s);
      return readUsageAround(s, () => start(s, registration, 'metered_tool', {as: 'read-only'}));
    },
    judge: ({before, once, between, again, after}) =>
      when(
        [once, again].every(hasSituation('forbidden')),
        'a start with a key that lacks abilities was not answered 403 (NS-WS-15)',
        () => expectNeverSpent([before, between, after]),
      ),
  }),
  check({
    rule: 'workspace.access.missing-key-comes-first',
    place: 'a registration without a key has no effect',
    act: (s) => {
      const landed = reserveAndUpload(s);
      const path = {publication: landed.at('/publication_id')};
      const unmade = s.call('getPublication', {path});
      const without = register(s, landed, {as: 'nobody'});
      return {unmade, without, read: s.call('getPublication', {path})};
    },
    judge: ({unmade, without, read}) =>
      when(without.status === 401, 'a registration without a key was not answered 401', () =>
        expectStill(unmade, read, (one) => expectNotCreated(one, 'publication-made')),
      ),
  }),
  check({
    rule: 'workspace.access.new-key-has-library-abilities',
    act: (s) => inGroups({first: mintKey(s), second: mintKey(s)}),
    // Only a key with the ability to write gets the answer that the allowance is used up.
    judge: (seen) =>
      judgeEach(['first', 'second'], (key) => {
        const {read, write} = groupIn<'read' | 'write'>(seen, key);
        return all(
          expectOutcome(read, 'page', `the ${key} key cannot read`),
          expectOutcome(write, ['reserved', 'allowance-spent'], `the ${key} key cannot write`),
        );
      }),
  }),
  check({
    rule: 'workspace.access.key-names-one-workspace',
    act: (s) => ({
      once: readAccount(s),
      again: readAccount(s),
      other: readAccount(s, 'second-workspace'),
    }),
    judge: ({once, again, other}) =>
      all(
        expectMember(
          again,
          '/workspace',
          once.body.workspace,
          'another-workspace-on-the-second-call',
        ),
        expectMemberDifferent(other, '/workspace', once.body.workspace, 'two-keys-one-workspace'),
      ),
  }),
];
