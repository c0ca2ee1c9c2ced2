import type {Call} from '../../../spec/step.ts';
import type {Model} from '../../check.ts';
import type {Handle, Script} from '../../script.ts';
import {deactivated, idOf, person, search} from '../people.ts';
import {EMPTY, relation, type Store} from './model.ts';

const on = 'create';

/** What a create was asked: later commands name the same address and external id. */
function asked(s: Script, made: Handle | undefined): ReturnType<typeof person> {
  const step = s.steps.find((one) => one.id === made!.id) as Call;
  return step.body as ReturnType<typeof person>;
}

/** Users created, changed, deactivated, anonymized and reactivated in any order. */
export const sequences: Model<Store> = {
  rule: 'store.users.moves-are-the-listed-ones',
  start: EMPTY,
  relation,
  openings: [
    ['create'],
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
  ],
  closing: ['list the deactivated'],
  commands: {
    create: {record: (s) => s.call('createUser', {body: person(s)})},
    'create with the first email': {
      on,
      record: (s, made) =>
        s.call('createUser', {body: {...person(s), email: asked(s, made).email}}),
    },
    'update the email': {
      on,
      record: (s, made) =>
        s.call('updateUser', {
          path: idOf(made!),
          body: {
            email: s.fresh('email'),
            external_id: asked(s, made).external_id,
            only_sees_readable: false,
          },
        }),
    },
    deactivate: {on, record: (s, made) => s.call('deactivateUser', {path: idOf(made!)})},
    anonymize: {
      on,
      record: (s, made) =>
        s.call('deactivateUser', {path: idOf(made!), query: {anonymize: 'true'}}),
    },
    'deactivate in so many words': {
      on,
      record: (s, made) =>
        s.call('deactivateUser', {path: idOf(made!), query: {anonymize: 'false'}}),
    },
    'anonymize by 1': {
      on,
      record: (s, made) => s.call('deactivateUser', {path: idOf(made!), query: {anonymize: '1'}}),
    },
    reactivate: {on, record: (s, made) => s.call('reactivateUser', {path: idOf(made!)})},
    'force logout': {on, record: (s, made) => s.call('forceLogout', {path: idOf(made!)})},
    'force logout by external id': {
      on,
      record: (s, made) => s.call('forceLogout', {path: {id: asked(s, made).external_id}}),
    },
    'find by the first email': {on, record: (s, made) => search(s, asked(s, made).email)},
    'list the deactivated': {record: (s) => deactivated(s)},
  },
  situation: (state, command) => state.people[command.on!]?.stage ?? 'nobody',
};
