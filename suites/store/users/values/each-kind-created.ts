/** Users created with a value of every kind in every member (Endpoints / Users). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {toText} from '../../../../spec/json.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {
  all,
  expectMember,
  expectOutcome,
  expectThat,
  notExercised,
  nothing,
  type LazyJudgement,
} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {packed} from '../../../values/kinds.ts';
import {isSameAddress, isSameText} from '../../../values/normalized.ts';
import {LIKE_IDS} from '../../../values/value-classes.ts';
import {
  inEachAccepted,
  PLAIN,
  seenAs,
  sentIn,
  whenPlainAccepted,
  type SeenPacked as Seen,
  type SentPacked,
} from '../../packed-requests.ts';
import {newUser, search} from '../../people.ts';
import {KINDS} from './kinds-of-values.ts';
import {expectLogin, tryLogin, whenAdmitted} from '../states/logins.ts';
import {expectRowAsGiven} from '../written.ts';

const REQUESTS = packed(KINDS);

const PLACE = 'each kind of value';

/** Records a creation, and the requests that show what it stored. */
function createAndLook(s: Script, name: string, more: Record<string, Val>): Record<string, Handle> {
  const body = {...newUser(s), ...more};
  const created = s.call('createUser', {body});
  // A user who was not created cannot log in.
  const login = (): Handle => tryLogin(s, created, body.new_password, {optional: true});
  return {
    [`created ${name}`]: created,
    [`listed ${name}`]: search(s, body.email),
    [`logged out ${name}`]: s.call('forceLogout', {path: {id: body.external_id}}),
    ...(s.offers('control:try-login') && {[`logged in ${name}`]: login()}),
  };
}

const creations = sharedScene({
  id: 'store: users with each kind of value',
  api: 'store',
  onlyOnTestTargets: true,
  keepsRecordedClasses: true,
  noRequestReuse: true,
  act: (s): Record<string, Handle> => ({
    ...createAndLook(s, PLAIN, {}),
    ...Object.assign(
      {},
      ...REQUESTS.map(({values}, at) => createAndLook(s, String(at), values(s))),
    ),
  }),
});

/** The creations that were sent, with the kinds of their values. */
const sentOf = (seen: Seen): SentPacked[] => sentIn(REQUESTS, seen, 'created');

/** A judgement of each creation that was accepted. */
const expectOfAccepted = (
  seen: Seen,
  judge: (at: number, kinds: Record<string, string>, created: Exchange) => Judgement,
): LazyJudgement[] => inEachAccepted(sentOf(seen), isCreated, judge);

/** The response to a creation shows its address and its external_id. */
function expectShownAsGiven(created: Exchange): Judgement {
  const {email, external_id: externalId} = created.body.data;
  const given = created.requestBody;
  return all(
    expectThat(isSameAddress(toText(given.email), toText(email)), {
      branch: 'another email on create',
      expected: `\`email\` of the created user to be "${toText(given.email)}"`,
      got: toText(email),
      at: created,
    }),
    expectThat(isSameText(toText(given.external_id), toText(externalId)), {
      branch: 'another external_id on create',
      expected: `\`external_id\` of the created user to be "${toText(given.external_id)}"`,
      got: toText(externalId),
      at: created,
    }),
    () =>
      expectMember(
        created,
        '/data/sessions_limit',
        given.sessions_limit,
        'another sessions_limit on create',
      ),
  );
}

/** A forced logout by an external_id that could not be taken for an id finds the user. */
const expectLoggedOut = (logout: Exchange, kind: string): Judgement =>
  logout.refusedInFront || LIKE_IDS.has(kind)
    ? nothing()
    : expectOutcome(logout, 'logged-out', `not found: ${kind}`);

/** A judgement of logins, if there is a hook that tries them, and a plain password is admitted. */
export const whenLoggedIn = (plain: Exchange | undefined, judgement: () => Judgement): Judgement =>
  plain ? whenAdmitted(plain, judgement) : notExercised('it needs the hook `try-login`');

/** The checks of creations with each kind of value. */
export const eachKindCreated: Check[] = [
  ...checksAt(creations, 'store.users.created-is-as-given', {
    [PLACE]: (seen: Seen) =>
      all(
        whenPlainAccepted(seen[`created ${PLAIN}`], sentOf(seen), {
          as: 'created',
          members: ['email', 'external_id'],
          isOfAll: true,
        }),
        ...expectOfAccepted(seen, (at) => {
          const created = seenAs(seen, `created ${at}`);
          const {email, external_id, sessions_limit} = created.requestBody;
          return all(
            () => expectShownAsGiven(created),
            () =>
              expectRowAsGiven(seenAs(seen, `listed ${at}`), created, {
                email,
                external_id,
                sessions_limit,
              }),
          );
        }),
      ),
  }),
  ...checksAt(creations, 'store.users.sessions-limit-is-1-to-999999', {
    [PLACE]: (seen: Seen) =>
      whenPlainAccepted(seen[`created ${PLAIN}`], sentOf(seen), {
        as: 'created',
        members: ['sessions_limit'],
      }),
  }),
  ...checksAt(creations, 'store.users.password-is-8-to-255', {
    [PLACE]: (seen: Seen) =>
      whenPlainAccepted(seen[`created ${PLAIN}`], sentOf(seen), {
        as: 'created',
        members: ['new_password'],
      }),
    [`${PLACE} is admitted`]: (seen: Seen) =>
      whenLoggedIn(seen[`logged in ${PLAIN}`], () =>
        all(
          ...expectOfAccepted(seen, (at, {new_password: kind = ''}) =>
            expectLogin(seenAs(seen, `logged in ${at}`), true, `not admitted: ${kind}`),
          ),
        ),
      ),
  }),
  ...checksAt(creations, 'store.users.force-logout-takes-the-external-id', {
    [PLACE]: (seen: Seen) =>
      all(
        ...expectOfAccepted(seen, (at, {external_id: kind = ''}) =>
          expectLoggedOut(seenAs(seen, `logged out ${at}`), kind),
        ),
      ),
  }),
];
