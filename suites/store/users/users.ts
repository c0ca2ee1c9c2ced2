import type {Chapter} from '../../chapter.ts';
import type {Provocation} from '../../provocation.ts';
import type {Handle, Script} from '../../script.ts';
import {createUser, deactivate, idOf, newUser, search, updateOf} from '../people.ts';
import {afterEveryChange} from './after-every-change.ts';
import {anonymizing} from './anonymizing.ts';
import {bounds} from './bounds.ts';
import {bothForms} from './both-forms.ts';
import {dateObjects} from './date-objects.ts';
import {eachKindCreated} from './each-kind-created.ts';
import {eachKindUpdated} from './each-kind-updated.ts';
import {identity} from './identity.ts';
import {anyInstants, instants} from './instants.ts';
import {irreversible} from './irreversible.ts';
import {lengthsInCharacters} from './lengths-in-characters.ts';
import {listLengths} from './list-lengths.ts';
import {createsAtOnce} from './creates-at-once.ts';
import {counts} from './counts.ts';
import {lists} from './lists.ts';
import {lockedOut} from './locked-out.ts';
import {logins} from './logins.ts';
import {passwords} from './passwords.ts';
import {nearMisses} from './near-misses.ts';
import {interleaved} from './interleaved.ts';
import {optionalMembers} from './optional-members.ts';
import {plans} from './plans.ts';
import {plansOfSeveral} from './plans-of-several.ts';
import {races} from './races.ts';
import {refusedUpdates} from './refused-updates.ts';
import {ordersOfTheGone} from './orders-of-the-gone.ts';
import {orderedUsers} from './ordered-users.ts';
import {refusedAgain} from './refused-again.ts';
import {searchedByTwoStores} from './searched-by-two-stores.ts';
import {sequences} from './sequences.ts';
import {states} from './states.ts';
import {twoStores} from './two-stores.ts';
import {unique, parallelCreations} from './unique.ts';
import {updates} from './updates.ts';
import {valuesTaken} from './values-taken.ts';
import {reads, writes} from './writes.ts';
import {writtenWithEscapes} from './written-with-escapes.ts';
import {written} from './written.ts';
import {nearExternalIds, eachNearExternalId} from './near-external-ids.ts';
import {namesOfRefused} from './names-of-refused.ts';
import {uniqueWhenInactive} from './unique-when-inactive.ts';
import {externalIdChanges} from './external-id-changes.ts';

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
  models: [sequences],
  properties: [
    ...written,
    ...updates,
    ...anyInstants,
    ...valuesTaken,
    ...lockedOut,
    ...nearExternalIds,
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
    ...bounds,
    ...bothForms,
    ...eachKindCreated,
    ...eachKindUpdated,
    ...dateObjects,
    ...writtenWithEscapes,
    ...optionalMembers,
    ...refusedUpdates,
    ...plans,
    ...plansOfSeveral,
    ...unique,
    namesOfRefused,
    parallelCreations,
    ...uniqueWhenInactive,
    ...externalIdChanges,
    eachNearExternalId,
    ...twoStores,
    ...searchedByTwoStores,
    ...lists,
    ...counts,
    ...createsAtOnce,
    ...lengthsInCharacters,
    ...listLengths,
    ...states,
    ...logins,
    ...passwords,
    ...anonymizing,
    ...irreversible,
    ...refusedAgain,
    ...orderedUsers,
    ...ordersOfTheGone,
    ...identity,
    ...races,
    ...instants,
  ],
};
