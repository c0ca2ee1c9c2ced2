import type {Defect, Seam} from '../../../defect.ts';
import {isRefused} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import {around, atPlace, breaking, acceptingWhere} from '../../breaking.ts';
import {CREATE, REACTIVATE, REACTIVATED} from './changed-users.ts';

/** Lets a create take a value of users who have no password, as those whom orders have made. */
const takingFromOrdered = (name: 'email' | 'external_id', guard: string): Seam =>
  acceptingWhere(CREATE, guard, ({body}, view) => {
    const {[name]: value} = body as Partial<User>;
    const holders = view.all<User>('users', name, value ?? '');
    return holders.length > 0 && holders.every(({password}) => password === null);
  });

/** Refuses the first reactivation of an anonymized user alone. */
const refusingOnce: Seam = around(REACTIVATE, (next) => {
  const refused = new Set<string>();
  return (view, input) => {
    const done = next(view, input);
    const user = `${view.tenant} ${input.path['id'] ?? ''}`;
    if (!isRefused(done) || done.refused !== 'anonymized') return done;
    if (refused.has(user)) return REACTIVATED;
    refused.add(user);
    return done;
  };
});

/** From the second one on, characters beyond 16 bits in an external_id are replaced. */
const replacingLater: Seam = around(CREATE, (next) => {
  let creations = 0;
  return (view, input) => {
    const values = input.body as Partial<User>;
    const given = values.external_id ?? '';
    if (!/[^\0-\uFFFF]/u.test(given)) return next(view, input);
    creations += 1;
    const replaced = given.replaceAll(/[^\0-\uFFFF]/gu, '\uFFFD\uFFFD');
    const external_id = creations > 1 ? replaced : given;
    return next(view, {...input, body: {...values, external_id}});
  };
});

/** Defects of users with a certain past: whom an order has made, or who were refused before. */
export const ofSome: Defect[] = [
  ...atPlace(
    'written with escapes',
    breaking('store.users.created-is-as-given', {
      'a later external_id with characters beyond 16 bits loses them': replacingLater,
    }),
  ),
  ...atPlace(
    'of a user whom an order has made',
    breaking('store.users.email-is-unique', {
      'create accepts the email of a user whom an order has made': takingFromOrdered(
        'email',
        'email-taken',
      ),
    }),
  ),
  ...atPlace(
    'of a user whom an order has made',
    breaking('store.users.external-id-is-unique', {
      'create accepts the external_id of a user whom an order has made': takingFromOrdered(
        'external_id',
        'external-id-taken',
      ),
    }),
  ),
  ...atPlace(
    'however often',
    breaking('store.users.anonymized-cannot-be-reactivated', {
      'the second reactivation of an anonymized user is answered 200': refusingOnce,
    }),
  ),
];
