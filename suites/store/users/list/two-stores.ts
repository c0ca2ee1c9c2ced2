import {
  check,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {all, expectOutcome, expectNone, notApplicable, when} from '../../../language/judge.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {isCreated} from '../../../language/outcome.ts';
import {expectForeignRefused} from '../../../tables/tenants.ts';
import {createUser, idOf, newUser, search, updateOf} from '../../people.ts';
import {rowsOf} from '../../user-rows.ts';
import {toText} from '../../../../spec/json.ts';

/** One user in each of two stores, with the same email and external_id. */
const inTwoStores = sharedScene({
  id: 'store: one email in two stores',
  act: (s) => {
    const {created, body} = createUser(s);
    const as = 'second-store' as const;
    const same = () => ({...newUser(s), email: body.email, external_id: body.external_id});
    const inOtherStore = s.call('createUser', {as, body: same()});
    return {
      created,
      inOtherStore,
      inOtherStoreAgain: s.call('createUser', {as, body: same()}),
      inSameStore: s.call('createUser', {body: same(), expects: 'invalid'}),
      found: search(s, body.email, as),
      foreignUpdate: s.call('updateUser', {
        as,
        path: idOf(created),
        body: {...updateOf(body), email: s.fresh('email')},
      }),
    };
  },
});

/**
 * The update of a user of another store is refused: 404 is documented, and 403 is tolerated
 * (NS-ST-78). If ids are numbered per store, the path may name the store's own user with the same
 * external_id: then the update is allowed.
 */
const expectRefusedInOtherStore = ({
  created,
  inOtherStore,
  foreignUpdate,
}: SeenIn<typeof inTwoStores>): Judgement =>
  when(isCreated(inOtherStore), 'taken in another store', () =>
    toText(inOtherStore.body.data.id) === toText(created.body.data.id)
      ? notApplicable('the users of both stores have the same id')
      : expectForeignRefused(foreignUpdate, 'update', 'user'),
  );

/** Whether a list shows a user with id and email. */
const showsUser = (list: Exchange, {body}: Exchange): boolean =>
  rowsOf(list).some(
    ({id, email}) => toText(id) === toText(body.data.id) && email === body.data.email,
  );

/** A value that is in use in one store is free in another. */
export const twoStores: Check[] = [
  ...checksOf(inTwoStores, {
    'store.users.uniqueness-ends-at-the-store': ({inOtherStore, inOtherStoreAgain}) =>
      all(
        expectOutcome(inOtherStore, 'created', 'taken-in-another-store'),
        expectOutcome(inOtherStoreAgain, 'invalid', 'free-for-ever-in-another-store'),
      ),
    'store.access.list-shows-own-only @ an email of two stores': ({created, inOtherStore, found}) =>
      when(
        isCreated(inOtherStore) || showsUser(found, created),
        'the email is taken in another store',
        () =>
          expectNone(
            rowsOf(found).filter(
              ({id}) => !isCreated(inOtherStore) || id !== inOtherStore.body.data.id,
            ),
            'other user with the email',
            'foreign-listed: by the email of both',
            found,
          ),
      ),
    'store.access.foreign-write-has-no-effect @ with an external_id that the own store has, too':
      expectRefusedInOtherStore,
  }),
  check({
    rule: 'store.users.uniqueness-ends-at-the-store',
    place: 'on update',
    act: (s) => {
      const {body} = createUser(s);
      const as = 'second-store' as const;
      const theirs = createUser(s, {}, {as});
      return {
        moved: s.call('updateUser', {
          as,
          path: idOf(theirs.created),
          body: {...updateOf(theirs.body), email: body.email},
        }),
      };
    },
    judge: ({moved}) => expectOutcome(moved, 'updated', 'taken-in-another-store'),
  }),
];
