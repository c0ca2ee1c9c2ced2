/** The pages of the list, for any filters and any times of reading. */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import type {AnyProperty} from '../../../language/check.ts';
import {all} from '../../../language/judge.ts';
import {cutOf} from '../../../language/rows.ts';
import {property} from '../../../language/property.ts';
import {seconds, type Handle, type Script} from '../../../language/script.ts';
import {classesOf} from '../../../values/values.ts';
import {createUser} from '../../people.ts';
import {
  issueOf,
  listUntilShown,
  ofUser,
  readBy,
  shownIssue,
  walkReading,
  type Reading,
} from '../reading-steps.ts';
import {expectNoneLost, expectNoneTwice, uuidIn} from '../session-rows.ts';

/** Number of sessions that fill a page of 25 and begin another one. */
const MANY = 28;

/** The reason of every session of a draw, so that a filter finds them all. */
export const REASON = 'global_subscription';

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

const PERIOD = {from_date: '2007-03-01', to_date: '2007-03-28'};

/** The values for the filters of a draw. */
export interface Filterable {
  created: Handle;
  issue: Val;
  plan: Val;
}

/** Filters that find every session of a draw; they may also find those of other people. */
export const FILTERS = {
  'a user': ({created}) => ofUser(created),
  'a user and a content': ({created, issue}) => ({...ofUser(created), issue_id: issue}),
  'a user and a reason': ({created}) => ({...ofUser(created), reason_type: REASON}),
  'a user, a reason and its value': ({created, plan}) => ({
    ...ofUser(created),
    reason_type: REASON,
    reason_value: plan,
  }),
  'a user and a period': ({created}) => ({...ofUser(created), ...PERIOD}),
  'a content and a period': ({issue}) => ({issue_id: issue, ...PERIOD}),
  'a period': () => PERIOD,
  'a reason, its value and a period': ({plan}) => ({
    reason_type: REASON,
    reason_value: plan,
    ...PERIOD,
  }),
  everything: ({created, issue, plan}) => ({
    ...ofUser(created),
    issue_id: issue,
    reason_type: REASON,
    reason_value: plan,
    ...PERIOD,
  }),
} satisfies Record<string, (of: Filterable) => Record<string, Val>>;

type Filters = keyof typeof FILTERS;

/** The most pages of a walk: the filters may also find sessions of others. */
export const MAX_PAGES = 12;

const namesOf = <T extends string>(table: Record<T, unknown>): [T, ...T[]] =>
  Object.keys(table) as [T, ...T[]];

/** The reader and the content of a session. */
interface Read {
  created: Handle;
  issue: Val;
}

/** Records the sessions of a draw, block after block. */
function readInBlocks(s: Script, {created, issue}: Read, moments: Moments, more: Reading) {
  const blocks: (string | undefined)[] = MOMENTS[moments];
  const each = Math.ceil(MANY / blocks.length);
  return blocks.map((started) =>
    s.repeat(each, (b) => {
      readBy(b, created, issue, {...more, ...(started !== undefined && {started_at: started})});
    }),
  );
}

type Seen = {pages: Handle<Exchange[]>} & Record<`block ${number}`, Handle<Exchange[]>>;

/** A walk visits every session once, for any filters and times. */
export const anyWalk: AnyProperty = property<{filters: Filters; moments: Moments}, Seen>({
  rule: 'store.reading.walk-visits-each-once',
  place: 'whatever the filters, and whenever was read',
  forAll: {filters: classesOf(...namesOf(FILTERS)), moments: classesOf(...namesOf(MOMENTS))},
  maxDrawsOnShared: 0,
  drawFactor: 2,
  act: (s, {filters, moments}) => {
    const {created} = createUser(s);
    const plan = s.sample('subscribable_plan');
    // A filter by a past period does not find sessions of today.
    const filtersPeriod = filters.includes('period') || filters === 'everything';
    const began: Moments =
      filtersPeriod && moments === 'in their order' ? 'at one instant' : moments;
    const read = issueOf(s);
    const first = readBy(s, created, read, {reason_type: REASON, reason_value: plan});
    const list = listUntilShown(s, created, first);
    const issue = shownIssue(list, first);
    const blocks = readInBlocks(s, {created, issue: read}, began, {
      reason_type: REASON,
      reason_value: plan,
    });
    const named = blocks.map((block, index) => [`block ${index}`, block] as const);
    // A deployment may show a session some moments after it was recorded.
    s.advance(seconds(5));
    const query: Record<string, Val> = FILTERS[filters]({created, issue, plan});
    return {...Object.fromEntries(named), pages: walkReading(s, query, MAX_PAGES)} as Seen;
  },
  judge: ({pages, ...blocks}) => {
    // Sessions of others may fill more pages than are read here: then only repetitions are judged.
    if (cutOf(pages)) return expectNoneTwice(pages, 'visited twice');
    const recorded = Object.values(blocks).flat() as Exchange[];
    return all(expectNoneTwice(pages, 'visited twice'), () =>
      expectNoneLost(pages, recorded.map(uuidIn), 'not visited'),
    );
  },
});
