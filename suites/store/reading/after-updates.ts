import {check, type Check} from '../../language/check.ts';
import {all, undecided} from '../../language/judge.ts';
import {createUser, update, updateOf} from '../people.ts';
import {issueOf, listUntilShown, readBy} from './reading-steps.ts';
import {expectRowMember} from './session-rows.ts';

/** Sessions of users whose data changed before they read. */
export const afterUpdates: Check[] = [
  check({
    rule: 'store.reading.shows-who-read',
    place: 'after an update of the user',
    act: (s) => {
      const {created, body} = createUser(s);
      const issue = issueOf(s);
      // A deployment that caches responses has now shown the old address.
      listUntilShown(s, created, readBy(s, created, issue));
      const email = s.fresh('email');
      const changed = update(s, created, {...updateOf(body), email});
      const session = readBy(s, created, issue);
      return {created, changed, session, list: listUntilShown(s, created, session)};
    },
    judge: ({created, changed, session, list}) => {
      const email: unknown = changed.requestBody?.email;
      const {id, external_id: externalId} = created.body.data as Record<string, unknown>;
      if (typeof email !== 'string') return undecided('the request had no address');
      return all(
        expectRowMember(list, session, 'user_id', id),
        expectRowMember(list, session, 'user_email', email),
        expectRowMember(list, session, 'user_external_id', externalId),
      );
    },
  }),
];
