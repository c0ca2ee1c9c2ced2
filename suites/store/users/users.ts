import {BESIDE} from '../beside.ts';
import {cached, later, afterOthers, manyUsers, usersAtOnce} from '../many.ts';
import type {Chapter} from '../../language/chapter.ts';
import type {Provocation} from '../../language/provocation.ts';
import type {Handle, Script} from '../../language/script.ts';
import {createUser, deactivate, idOf, newUser, search, updateOf} from '../people.ts';
import {afterEveryChange} from './states/after-every-change.ts';
import {anonymizing} from './states/anonymizing.ts';
import {bounds} from './values/bounds.ts';
import {bothForms} from './list/both-forms.ts';
import {dateObjects} from './list/date-objects.ts';
import {eachKind} from './values/each-kind.ts';
import {identity} from './list/identity.ts';
import {anyInstants, instants} from './list/instants.ts';
import {irreversible} from './states/irreversible.ts';
import {lengthsInCharacters} from './values/lengths-in-characters.ts';
import {listLengths} from './list/list-lengths.ts';
import {counts} from './list/counts.ts';
import {lists} from './list/lists.ts';
import {lockedOut} from './states/locked-out.ts';
import {logins} from './states/logins.ts';
import {nearMisses} from './values/near-misses.ts';
import {interleaved} from './states/interleaved.ts';
import {optionalMembers} from './values/optional-members.ts';
import {plans} from './plans.ts';
import {plansOfSeveral} from './plans-of-several.ts';
import {races} from './states/races.ts';
import {refused} from './values/refused.ts';
import {ordersOfTheGone} from './states/orders-of-the-gone.ts';
import {orderedUsers} from './values/ordered-users.ts';
import {sequences} from './states/sequences.ts';
import {states} from './states/states.ts';
import {twoStores} from './list/two-stores.ts';
import {nearlyEqual, unique} from './values/unique.ts';
import {updates} from './updates.ts';
import {valuesTaken} from './values/values-taken.ts';
import {reads, writes} from './writes.ts';
import {writtenWithEscapes} from './values/written-with-escapes.ts';
import {written} from './written.ts';
import {externalIds, nearExternalIds} from './values/external-ids.ts';
import {userUpdates, deactivations} from '../again.ts';

/** A user who does not exist; the control is a user to whom the operation applies. */
const provokeUnknown = (op: string): Provocation => ({
  api: 'store',
  op,
  condition: 'unknown',
  act: (s) => {
    const {created} = createUser(s);
    if (op === 'reactivateUser')
      s.call('deactivateUser', {path: idOf(created), expects: 'deactivated'});
    return {
      subject: s.call(op, {path: {id: s.sample('unknown_user')}}),
      control: s.call(op, {path: idOf(created)}),
    };
  },
});

/**
 * A user of another store. The foreign request comes first, because its control changes the state
 * of the user, which would hide the effect of the foreign request.
 */
const provokeForeign = (op: string, setUp: (s: Script, created: Handle) => void): Provocation => ({
  api: 'store',
  op,
  condition: 'foreign',
  act: (s) => {
    const {created} = createUser(s);
    setUp(s, created);
    const path = idOf(created);
    return {subject: s.call(op, {as: 'second-store', path}), control: s.call(op, {path})};
  },
});

/** Store / users: life cycle with anonymization, bounds, variants, lists. */
export const users: Chapter = {
  chapter: 'store/users',
  counted: [manyUsers, usersAtOnce, afterOthers, userUpdates, deactivations],
  models: [sequences],
  properties: [
    ...written,
    ...updates,
    ...anyInstants,
    ...valuesTaken,
    ...lockedOut,
    nearExternalIds,
    nearlyEqual,
    ...nearMisses,
    ...interleaved,
    ...afterEveryChange,
  ],
  writes,
  reads,
  visits: [
    {api: 'store', op: 'createUser', args: (s) => ({body: newUser(s)})},
    {api: 'store', op: 'listUsers', args: (s) => ({query: {query: createUser(s).body.email}})},
    {
      api: 'store',
      op: 'updateUser',
      args: (s) => {
        const {created, body} = createUser(s);
        return {path: idOf(created), body: updateOf(body)};
      },
    },
    {api: 'store', op: 'deactivateUser', args: (s) => ({path: idOf(createUser(s).created)})},
    {
      api: 'store',
      op: 'reactivateUser',
      args: (s) => {
        const {created} = createUser(s);
        s.call('deactivateUser', {path: idOf(created), expects: 'deactivated'});
        return {path: idOf(created)};
      },
    },
    {api: 'store', op: 'forceLogout', args: (s) => ({path: idOf(createUser(s).created)})},
  ],
  provocations: [
    {
      api: 'store',
      op: 'updateUser',
      condition: 'unknown',
      act: (s) => {
        const {created, body} = createUser(s);
        return {
          // A valid body: the order of the checks is open (NS-ST-79).
          subject: s.call('updateUser', {
            path: {id: s.sample('unknown_user')},
            body: updateOf(newUser(s)),
          }),
          control: s.call('updateUser', {path: idOf(created), body: updateOf(body)}),
        };
      },
    },
    provokeForeign('deactivateUser', () => undefined),
    provokeForeign('reactivateUser', (s, created) => void deactivate(s, created)),
    provokeUnknown('deactivateUser'),
    provokeUnknown('reactivateUser'),
    provokeUnknown('forceLogout'),
    {
      api: 'store',
      op: 'reactivateUser',
      condition: 'anonymized',
      act: (s) => {
        const anonymous = createUser(s).created;
        const plain = createUser(s).created;
        s.call('deactivateUser', {
          path: idOf(anonymous),
          query: {anonymize: 'true'},
          expects: 'deactivated',
        });
        s.call('deactivateUser', {path: idOf(plain), expects: 'deactivated'});
        return {
          subject: s.call('reactivateUser', {path: idOf(anonymous)}),
          control: s.call('reactivateUser', {path: idOf(plain)}),
        };
      },
    },
    {
      api: 'store',
      op: 'listUsers',
      condition: 'nothing-found',
      act: (s) => ({
        subject: search(s, s.fresh('email')),
        control: search(s, createUser(s).body.email),
      }),
    },
    {
      api: 'store',
      op: 'createUser',
      condition: 'invalid',
      act: (s) => ({subject: s.call('createUser', {body: {}}), control: createUser(s).created}),
    },
    {
      api: 'store',
      op: 'updateUser',
      condition: 'invalid',
      act: (s) => {
        const {created, body} = createUser(s);
        return {
          subject: s.call('updateUser', {path: idOf(created), body: {email: body.email}}),
          control: s.call('updateUser', {path: idOf(created), body: updateOf(body)}),
        };
      },
    },
    {
      api: 'store',
      op: 'deactivateUser',
      condition: 'invalid',
      act: (s) => {
        const {created} = createUser(s);
        return {
          subject: s.call('deactivateUser', {path: idOf(created), query: {anonymize: 'perhaps'}}),
          control: s.call('deactivateUser', {path: idOf(created)}),
        };
      },
    },
  ],
  checks: [
    ...BESIDE.users,
    ...cached.users,
    ...later.users,
    ...bounds,
    ...bothForms,
    ...eachKind,
    ...dateObjects,
    ...writtenWithEscapes,
    ...optionalMembers,
    ...refused,
    ...plans,
    ...plansOfSeveral,
    ...unique,
    ...externalIds,
    ...twoStores,
    ...lists,
    ...counts,
    ...lengthsInCharacters,
    ...listLengths,
    ...states,
    ...logins,
    ...anonymizing,
    ...irreversible,
    ...orderedUsers,
    ...ordersOfTheGone,
    ...identity,
    ...races,
    ...instants,
  ],
};
