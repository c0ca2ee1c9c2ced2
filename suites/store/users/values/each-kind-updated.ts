/** A user who is updated with a value of every kind in every member (Endpoints / Users). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, type LazyJudgement} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {packed} from '../../../values/kinds.ts';
import {
  inEachAccepted,
  PLAIN,
  seenAs,
  sentIn,
  whenPlainAccepted,
  type SeenPacked as Seen,
  type SentPacked,
} from '../../packed-requests.ts';
import {createUser, idOf, search, updateOf} from '../../people.ts';
import {whenLoggedIn} from './each-kind-created.ts';
import {KINDS} from './kinds-of-values.ts';
import {expectLogin, tryLogin} from '../states/logins.ts';
import {expectRowAsGiven} from '../written.ts';

const {external_id: _externalId, ...UPDATED} = KINDS;

const REQUESTS = packed(UPDATED);

const PLACE = 'each kind of value';

/** Records updates of one user, each with the list that shows it, and a login if there is a hook. */
function updatesOfOne(s: Script): Record<string, Handle> {
  const {created, body} = createUser(s);
  const updateTo = (name: string, more: Record<string, Val>): Record<string, Handle> => {
    const given = {email: s.fresh('email'), new_password: s.fresh('password'), ...more};
    const sent = {path: idOf(created), body: {...updateOf(body), ...given}};
    return {
      [`updated ${name}`]: s.call('updateUser', sent),
      [`listed ${name}`]: search(s, given.email),
      ...(s.offers('control:try-login') && {
        [`logged in ${name}`]: tryLogin(s, created, given.new_password),
      }),
    };
  };
  const named = REQUESTS.map(({values}, at) => updateTo(String(at), values(s)));
  return {created, ...Object.assign({}, ...named), ...updateTo(PLAIN, {})};
}

const updates = sharedScene({
  id: 'store: a user updated with each kind of value',
  api: 'store',
  onlyOnTestTargets: true,
  keepsRecordedClasses: true,
  noRequestReuse: true,
  act: updatesOfOne,
});

/** The updates that were sent, with the kinds of their values. */
const sentOf = (seen: Seen): SentPacked[] => sentIn(REQUESTS, seen, 'updated');

/** A judgement of each update that was accepted. */
const expectOfAccepted = (
  seen: Seen,
  judge: (at: number, kinds: Record<string, string>, updated: Exchange) => Judgement,
): LazyJudgement[] => inEachAccepted(sentOf(seen), hasSituation('updated'), judge);

/** The checks of updates with each kind of value. */
export const eachKindUpdated: Check[] = [
  ...checksAt(updates, 'store.users.update-is-kept', {
    [PLACE]: (seen: Seen) =>
      all(
        whenPlainAccepted(seen[`updated ${PLAIN}`], sentOf(seen), {
          as: 'updated',
          members: ['email'],
          isOfAll: true,
        }),
        ...expectOfAccepted(seen, (at, _kinds, updated) => {
          const {email, sessions_limit} = updated.requestBody;
          const list = seenAs(seen, `listed ${at}`);
          return expectRowAsGiven(list, seenAs(seen, 'created'), {email, sessions_limit});
        }),
      ),
  }),
  ...checksAt(updates, 'store.users.sessions-limit-is-1-to-999999', {
    [`${PLACE} of an update`]: (seen: Seen) =>
      whenPlainAccepted(seen[`updated ${PLAIN}`], sentOf(seen), {
        as: 'updated',
        members: ['sessions_limit'],
      }),
  }),
  ...checksAt(updates, 'store.users.password-is-8-to-255', {
    [`${PLACE} of an update`]: (seen: Seen) =>
      whenPlainAccepted(seen[`updated ${PLAIN}`], sentOf(seen), {
        as: 'updated',
        members: ['new_password'],
      }),
    [`${PLACE} of an update is admitted`]: (seen: Seen) =>
      whenLoggedIn(seen[`logged in ${PLAIN}`], () =>
        all(
          ...expectOfAccepted(seen, (at, {new_password: kind = ''}) =>
            expectLogin(seenAs(seen, `logged in ${at}`), true, `not admitted: ${kind}`),
          ),
        ),
      ),
  }),
];
