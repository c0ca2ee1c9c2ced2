import {check, type Check} from '../../../language/check.ts';
import {all, hidden, expectOutcome, when, nothing, whenTimely} from '../../../language/judge.ts';
import {overlapped} from '../../../language/races.ts';
import {isUpdated} from '../../../language/outcome.ts';
import {
  createUser,
  deactivate,
  idOf,
  search,
  update,
  updateOf,
  walkAnonymized,
} from '../../people.ts';
import {expectListed, expectRowFlag, expectRowMember, rowOf} from '../../user-rows.ts';

/** Parallel requests on one user: the effect is that of one of the two sequences. */
export const races: Check[] = [
  check({
    rule: 'store.users.anonymized-cannot-be-reactivated',
    place: 'at the same moment',
    act: (s) => {
      const control = createUser(s).created;
      deactivate(s, control, {anonymize: 'true'});
      const {created} = createUser(s);
      const path = idOf(created);
      deactivate(s, created);
      return {
        control,
        created,
        race: s.parallel(
          (b) => void b.call('reactivateUser', {path}),
          (b) => void b.call('deactivateUser', {path, query: {anonymize: 'true'}}),
        ),
        list: walkAnonymized(s, created),
        later: s.call('reactivateUser', {path}),
      };
    },
    // In either sequence the user is anonymized in the end.
    judge: ({control, created, race, later, list}) => {
      const isAnonymized = race[1]?.situations.includes('deactivated') ?? false;
      return when(isAnonymized, 'the anonymization was not accepted', () =>
        whenTimely(overlapped(race), 'the requests did not overlap', () =>
          all(
            expectOutcome(later, 'anonymized', 'reactivated in a race'),
            // Where anonymized users are listed is open (NS-ST-16): this one must be listed like
            // the control.
            () =>
              rowOf(list, control) ? expectListed(list, created, 'active after a race') : nothing(),
          ),
        ),
      );
    },
  }),
  check({
    rule: 'store.users.update-is-kept',
    place: 'at the same moment',
    act: (s) => {
      const {created, body} = createUser(s, {plan_admin: false, sessions_limit: 5});
      const path = idOf(created);
      update(s, created, {...updateOf(body), plan_admin: true});
      update(s, created, {...updateOf(body), sessions_limit: 6});
      return {
        created,
        inTurn: search(s, body.email),
        race: s.parallel(
          (b) => void b.call('updateUser', {path, body: {...updateOf(body), plan_admin: false}}),
          (b) => void b.call('updateUser', {path, body: {...updateOf(body), sessions_limit: 7}}),
        ),
        found: search(s, body.email),
      };
    },
    // Whether an update keeps what it does not name is open (NS-ST-12); where one after the other
    // does, so do two at once.
    judge: ({created, inTurn, race, found}) => {
      const row = rowOf(inTurn, created);
      const isKept = Boolean(row?.plan_admin) && row?.sessions_limit === 6;
      const areAccepted = race.every(isUpdated);
      if (row && !isKept)
        return hidden('NS-ST-12', 'reset', 'an update resets what it does not name');
      return when(isKept && areAccepted, 'an update was not accepted', () =>
        whenTimely(overlapped(race), 'the requests did not overlap', () =>
          all(
            expectRowFlag(rowOf(found, created), 'plan_admin', false, 'plan_admin lost', found),
            expectRowMember(
              rowOf(found, created),
              'sessions_limit',
              7,
              'sessions_limit lost',
              found,
            ),
          ),
        ),
      );
    },
  }),
];
