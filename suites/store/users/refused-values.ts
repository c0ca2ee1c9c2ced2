import type {Exchange, Val} from '../../../spec/step.ts';
import type {AnyProperty, Judgement} from '../../check.ts';
import {all, none} from '../../judge.ts';
import {property} from '../../property.ts';
import {classesOf} from '../../values/values.ts';
import {create, EVERYTHING, idOf, newUser, search, updateOf} from '../people.ts';
import {isActive, keepsThePerson, rowOf, rowsOf, type UserRow} from '../user-rows.ts';

/** One member that is surely invalid, on create and on update. */
const invalidMembers = classesOf<Record<string, Val>>(
  {email: 'no address'},
  {external_id: 7},
  {new_password: 'seven77'},
  {sessions_limit: 0},
  {sessions_limit: 1_000_000},
  {sessions_limit: 2.5},
  {assign_new_plan: 'any plan'},
  {new_plan_custom_valid_to: 'tomorrow'},
  {admin: 'perhaps'},
  {plan_admin: 2},
  {only_sees_readable: 'perhaps'},
);

/** Nobody has the email of a request that was refused. */
const nobodyHas = (list: Exchange): Judgement =>
  none(rowsOf(list), 'user with the email of the refused request', 'email taken', list);

/** A request with one member that is invalid among valid ones changes nothing. */
export const refusedValues: AnyProperty[] = [
  property({
    rule: 'store.users.refused-create-makes-nobody',
    place: 'any invalid member',
    forAll: {invalid: invalidMembers},
    act: (s, {invalid}) => {
      const body = newUser(s);
      const other = {...body, ...EVERYTHING, ...invalid};
      s.call('createUser', {body: other, expects: 'invalid'});
      return {found: search(s, body.email)};
    },
    judge: ({found}) => nobodyHas(found),
  }),
  property({
    rule: 'store.users.refused-update-changes-nothing',
    place: 'any invalid member',
    forAll: {invalid: invalidMembers},
    act: (s, {invalid}) => {
      const {created, body} = create(s, {sessions_limit: 3});
      const other = {...updateOf(body), email: s.fresh('email'), ...EVERYTHING, ...invalid};
      s.call('updateUser', {path: idOf(created), body: other, expects: 'invalid'});
      return {created, found: search(s, body.email)};
    },
    judge: ({created, found}) =>
      all(
        () => isActive(found, created, 'the user is not found any more'),
        () => keepsThePerson(created.body.data as UserRow, rowOf(found, created), 'refused', found),
      ),
  }),
];
