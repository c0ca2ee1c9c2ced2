/** The pages of the list, for any filters and any times of reading. */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {AnyProperty} from '../../../language/check.ts';
import {cutOf} from '../../../language/rows.ts';
import {property} from '../../../language/property.ts';
import {seconds} from '../../../language/script.ts';
import {allIn, inGroups} from '../../../language/groups.ts';
import {classesOf} from '../../../values/values.ts';
import {createUser} from '../../people.ts';
import {issueOf, listUntilShown, readBy, shownIssue, walkReading} from '../reading-steps.ts';
import {QUERIES, queryNamed, REASON} from '../filters/queries.ts';
import {reading} from '../session-rows.ts';

/** Number of sessions that fill a page of 25 and begin another one. */
const MANY = 28;

/** When the sessions of a draw began, in blocks that are recorded one after the other. */
const MOMENTS = {
  'in their order': [undefined],
  'at one instant': ['2007-03-11T10:00:00Z'],
  'two at each of two instants': ['2007-03-11T10:00:00Z', '2007-03-11T10:00:01Z'],
  'later ones first': ['2007-03-18T10:00:00Z', '2007-03-14T10:00:00Z', '2007-03-10T10:00:00Z'],
  'out of their order': ['2007-03-14T10:00:00Z', '2007-03-18T10:00:00Z', '2007-03-10T10:00:00Z'],
  'at fractions of a second': ['2007-03-11T10:00:00.250Z', '2007-03-11T10:00:00.750Z'],
} satisfies Record<string, (string | undefined)[]>;

type Moments = keyof typeof MOMENTS;

type Filters = (typeof QUERIES)[number];

/** The most pages of a walk: the filters may also find sessions of others. */
const MAX_PAGES = 12;

const namesOf = <T extends string>(table: Record<T, unknown>): [T, ...T[]] =>
  Object.keys(table) as [T, ...T[]];

/** A walk visits every session once, for any filters and times. */
export const anyWalk: AnyProperty = property({
  rule: 'store.reading.walk-visits-each-once',
  place: 'whatever the filters, and whenever was read',
  forAll: {filters: classesOf(...QUERIES), moments: classesOf(...namesOf(MOMENTS))},
  maxDrawsOnShared: 0,
  drawFactor: 2,
  act: (s, {filters, moments}: {filters: Filters; moments: Moments}) => {
    const {created} = createUser(s);
    const plan = s.sample('subscribable_plan');
    // A filter by a past period does not find sessions of today.
    const filtersPeriod = filters.includes('period');
    const began: readonly (string | undefined)[] =
      MOMENTS[filtersPeriod && moments === 'in their order' ? 'at one instant' : moments];
    const read = issueOf(s);
    const values = {reason_type: REASON, reason_value: plan};
    const first = readBy(s, created, read, values);
    const list = listUntilShown(s, created, first);
    const issue = shownIssue(list, first);
    const blocks = began.map((started) =>
      s.repeat(Math.ceil(MANY / began.length), (b) => {
        readBy(b, created, read, {...values, ...(started !== undefined && {started_at: started})});
      }),
    );
    // A deployment may show a session some moments after it was recorded.
    s.advance(seconds(5));
    const query = queryNamed(filters, {created, issue, plan});
    return {...inGroups({block: blocks}), pages: walkReading(s, query, MAX_PAGES)};
  },
  // Sessions of others may fill more pages than are read here: then only repetitions are judged.
  judge: ({pages, ...seen}) =>
    cutOf(pages)
      ? reading.expectNoneTwice(pages, 'visited-twice')
      : reading.expectEachOnce(pages, allIn<Exchange[]>(seen, 'block').flat()),
});
