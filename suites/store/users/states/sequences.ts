import type {Call} from '../../../../spec/step.ts';
import {acting, situationOf, type CommandSteps, type Model} from '../../../language/model.ts';
import type {Args, Handle, Script} from '../../../language/script.ts';
import {walkDeactivated, idOf, newUser, search} from '../../people.ts';
import {EMPTY, relation, type People} from './model.ts';

/** A change of state: one request, which may be sent in parallel with another. */
const moving = (op: string, args: Args = {}): CommandSteps =>
  acting('create', (s, created) => s.call(op, {path: idOf(created), ...args}), {atOnce: true});

/** The body with which a user was created: later commands repeat its email and external_id. */
function bodyOf(s: Script, created: Handle): ReturnType<typeof newUser> {
  const step = s.steps.find(({id}) => id === created.id) as Call;
  return step.body as ReturnType<typeof newUser>;
}

/** Deactivates a user, with the query parameter `anonymize` or without it. */
const deactivating = (anonymize?: string): CommandSteps =>
  moving('deactivateUser', anonymize === undefined ? {} : {query: {anonymize}});

/** Users are created, changed, deactivated, anonymized and reactivated in any order. */
export const sequences: Model<People> = {
  rule: 'store.users.moves-are-the-listed-ones',
  start: EMPTY,
  relation,
  openings: [
    // An update of a deactivated user is not a listed change of state, so it does not change the
    // state.
    'create, deactivate, update the email',
    'create, update the email, deactivate, reactivate, find by the first email',
    'create, deactivate, update the email, list the deactivated, anonymize, create',
    'create, create, deactivate @0, create with the first email @0',
    'create, deactivate, deactivate, force logout, reactivate, deactivate, reactivate, ' +
      'find by the first email, anonymize, deactivate',
    // Another user comes in between; a fault in the first change may only show in the second.
    'create, deactivate, create, reactivate @0, find by the first email @0',
    'create, update the email, anonymize, find by the first email, reactivate, reactivate, ' +
      'list the deactivated',
    'create, deactivate & update the email, list the deactivated, deactivate with a number, ' +
      'reactivate, deactivate with a number, find by the first email',
  ],
  closing: ['list the deactivated'],
  // Another scene may have given the address of its user to a second one.
  consecutive: true,
  commands: {
    create: {record: (s) => s.call('createUser', {body: newUser(s)})},
    'create with the first email': acting('create', (s, created) =>
      s.call('createUser', {body: {...newUser(s), email: bodyOf(s, created).email}}),
    ),
    'update the email': acting(
      'create',
      (s, created) =>
        s.call('updateUser', {
          path: idOf(created),
          body: {
            email: s.fresh('email'),
            // In a parallel command the creation was recorded by another script.
            external_id: created.at('/data/external_id'),
            only_sees_readable: false,
          },
        }),
      {atOnce: true},
    ),
    deactivate: deactivating(),
    anonymize: deactivating('true'),
    'deactivate in so many words': deactivating('false'),
    'anonymize by 1': deactivating('1'),
    'deactivate with a word': deactivating('perhaps'),
    'deactivate with a number': deactivating('2'),
    reactivate: moving('reactivateUser'),
    'update with no email': acting('create', (s, created) =>
      s.call('updateUser', {
        path: idOf(created),
        body: {external_id: bodyOf(s, created).external_id, only_sees_readable: false},
      }),
    ),
    'force logout': moving('forceLogout'),
    'force logout by external id': acting('create', (s, created) =>
      s.call('forceLogout', {path: {id: bodyOf(s, created).external_id}}),
    ),
    'find by the first email': acting('create', (s, created) =>
      search(s, bodyOf(s, created).email),
    ),
    'list the deactivated': {record: (s) => walkDeactivated(s)},
  },
  situation: situationOf(({stage, moves}) => `${stage} ${Math.min(moves, 4)}`),
};
