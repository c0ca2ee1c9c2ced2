import {check, type Check} from '../../check.ts';
import {all} from '../../judge.ts';
import {hours, type Handle, type Script} from '../../script.ts';
import {create} from '../people.ts';
import {isOneInstant} from './date-objects.ts';

/** No month with 31 days is further away. */
const TWO_MONTHS = hours(62 * 24 + 14);

/** Lets time pass until the store's clock shows this time, and records a creation then. */
function createOn(s: Script, before: Handle, day: number, hour: number, most: number): Handle {
  const now = before.at('/data/created_at/date');
  s.advance(most, {now, day, hour, minute: 30});
  return create(s).created;
}

/** Users who are created at times that are hard to write: in the afternoon, at the end of a month. */
export const instants: Check[] = [
  check({
    rule: 'store.users.creation-date-is-one-instant',
    place: 'at the turn of a month',
    act: (s) => {
      const {created} = create(s);
      const last = createOn(s, created, 31, 13, TWO_MONTHS);
      return {created, last, first: createOn(s, last, 1, 0, hours(24))};
    },
    judge: (seen) =>
      all(
        ...Object.values(seen).flatMap((created) => [
          isOneInstant(created, 'created_at'),
          isOneInstant(created, 'updated_at'),
        ]),
      ),
  }),
];
