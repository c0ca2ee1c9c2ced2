import {defined} from '../../../../spec/defined.ts';
import type {Call} from '../../../../spec/step.ts';
import type {CommandSteps, Model} from '../../../language/model.ts';
import type {Args, Handle, Script} from '../../../language/script.ts';
import {walkDeactivated, idOf, newUser, search} from '../../people.ts';
import {EMPTY, relation, type StoreState} from './model.ts';

/** A command on a user: its steps are recorded with the handle of the user's creation. */
const onUser = (record: (s: Script, created: Handle) => Handle<unknown>): CommandSteps => ({
  on: 'create',
  record: (s, created) => record(s, defined(created, 'the creation of the user')),
});

/** A change of state: one request, which may be sent in parallel with another. */
const moving = (op: string, args: Args = {}): CommandSteps => ({
  ...onUser((s, created) => s.call(op, {path: idOf(created), ...args})),
  atOnce: true,
});

/** The body with which a user was created: later commands repeat its email and external_id. */
function bodyOf(s: Script, created: Handle): ReturnType<typeof newUser> {
  const step = s.steps.find(({id}) => id === created.id) as Call;
  return step.body as ReturnType<typeof newUser>;
}

/** Deactivates a user, with the query parameter `anonymize` or without it. */
const deactivating = (anonymize?: string): CommandSteps =>
  moving('deactivateUser', anonymize === undefined ? {} : {query: {anonymize}});

/** Users are created, changed, deactivated, anonymized and reactivated in any order. */
export const sequences: Model<StoreState> = {
  rule: 'store.users.moves-are-the-listed-ones',
  start: EMPTY,
  relation,
  openings: [
    // An update of a deactivated user is not a listed change of state, so it does not change the
    // state.
    ['create', ['deactivate', 0], ['update the email', 0]],
    [
      'create',
      ['update the email', 0],
      ['deactivate', 0],
      ['reactivate', 0],
      ['find by the first email', 0],
    ],
    [
      'create',
      ['deactivate', 0],
      ['update the email', 0],
      'list the deactivated',
      ['anonymize', 0],
      'create',
    ],
    ['create', 'create', ['deactivate', 0], ['create with the first email', 0]],
    [
      'create',
      ['deactivate', 0],
      ['deactivate', 0],
      ['force logout', 0],
      ['reactivate', 0],
      ['deactivate', 0],
      ['reactivate', 0],
      ['find by the first email', 0],
      ['anonymize', 0],
      ['deactivate', 0],
    ],
    // Another user comes in between; a fault in the first change may only show in the second.
    ['create', ['deactivate', 0], 'create', ['reactivate', 0], ['find by the first email', 0]],
    [
      'create',
      ['update the email', 0],
      ['anonymize', 0],
      ['find by the first email', 0],
      ['reactivate', 0],
      ['reactivate', 0],
      'list the deactivated',
    ],
    [
      'create',
      ['deactivate', 0],
      ['update the email', 0, 'at the same moment'],
      'list the deactivated',
      ['deactivate with a number', 0],
      ['reactivate', 0],
      ['deactivate with a number', 0],
      ['find by the first email', 0],
    ],
  ],
  closing: ['list the deactivated'],
  // Another scene may have given the address of its user to a second one.
  consecutive: true,
  commands: {
    create: {record: (s) => s.call('createUser', {body: newUser(s)})},
    'create with the first email': onUser((s, created) =>
      s.call('createUser', {body: {...newUser(s), email: bodyOf(s, created).email}}),
    ),
    'update the email': {
      ...onUser((s, created) =>
        s.call('updateUser', {
          path: idOf(created),
          body: {
            email: s.fresh('email'),
            // In a parallel command the creation was recorded by another script.
            external_id: created.at('/data/external_id'),
            only_sees_readable: false,
          },
        }),
      ),
      atOnce: true,
    },
    deactivate: deactivating(),
    anonymize: deactivating('true'),
    'deactivate in so many words': deactivating('false'),
    'anonymize by 1': deactivating('1'),
    'deactivate with a word': deactivating('perhaps'),
    'deactivate with a number': deactivating('2'),
    reactivate: moving('reactivateUser'),
    'update with no email': onUser((s, created) =>
      s.call('updateUser', {
        path: idOf(created),
        body: {external_id: bodyOf(s, created).external_id, only_sees_readable: false},
      }),
    ),
    'force logout': moving('forceLogout'),
    'force logout by external id': onUser((s, created) =>
      s.call('forceLogout', {path: {id: bodyOf(s, created).external_id}}),
    ),
    'find by the first email': onUser((s, created) => search(s, bodyOf(s, created).email)),
    'list the deactivated': {record: (s) => walkDeactivated(s)},
  },
  situation: ({people}, {on}) => {
    const person = on === undefined ? undefined : people[on];
    return person ? `${person.stage} ${Math.min(person.moves, 4)}` : 'nobody';
  },
};
