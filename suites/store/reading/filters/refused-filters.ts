/**
 * Filters that the document does not allow. It shows no status for them, and a profile may say that
 * they are ignored (NS-ST-21). Each has a valid twin that is served.
 */

import type {Exchange} from '../../../../spec/exchange.ts';
import {at} from '../../../../spec/json.ts';
import {mapValues} from '../../../../spec/map-values.ts';
import {isClientError} from '../../../../spec/status.ts';
import type {Val} from '../../../../spec/value.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type Scene,
} from '../../../language/check.ts';
import {
  expectOutcome,
  expectRefused,
  hidden,
  judgeEach,
  notApplicable,
  when,
} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {pageOf, pagesOf, type PagesSeen, type Steps} from '../../../tables/pages-seen.ts';
import {createUser} from '../../people.ts';
import {
  issueOf,
  listReading,
  listSomeReading,
  listUntilShown,
  readBy,
  shownIssue,
} from '../reading-steps.ts';
import {queryNamed} from './queries.ts';
import {NO_DAYS, NO_REASONS} from './near-values.ts';

type Query = Record<string, Val>;

const PERIOD = {from_date: '2019-01-01', to_date: '2019-12-31'};

/** Valid filters that are alone. */
const TWINS = {
  period: PERIOD,
  reason: {reason_type: 'bought_issue'},
  reasonAndValue: {reason_type: 'global_subscription', reason_value: 1},
  'from a leap day': {from_date: '2020-02-29', to_date: '2101-12-31'},
  'to a leap day': {from_date: '2001-01-01', to_date: '2020-02-29'},
} satisfies Record<string, Query>;

type Twin = keyof typeof TWINS;

/** Wrong filters, and the valid one that differs only in the wrong property. */
interface Wrong {
  twin: Twin;
  queries: Record<string, Query>;
  /** The parameter is right, and lacks the one without which it cannot stand. */
  isLone?: true;
}

/** Wrong filters by the rule that they break, or the place of it. */
type WrongFilters = Readonly<Record<string, Wrong>>;

/** A filter with each wrong value of one parameter. */
const near = (twin: Twin, name: string, values: readonly string[]): Wrong => ({
  twin,
  queries: Object.fromEntries(
    values.map((value) => [`${name} ${value}`, {...TWINS[twin], [name]: value}]),
  ),
});

/** A parameter without its companion. */
const lone = (twin: Twin, name: string, value: Val): Wrong => ({
  twin,
  queries: {[`${name} alone`]: {[name]: value}},
  isLone: true,
});

const WRONG: WrongFilters = {
  'store.reading.unknown-reason-type-is-refused': near('reason', 'reason_type', [
    'presscheck-none-of-these',
    'bought_issues',
  ]),
  'store.reading.reason-value-needs-reason-type': lone('reasonAndValue', 'reason_value', 1),
  'store.reading.from-date-needs-to-date': lone('period', 'from_date', PERIOD.from_date),
  'store.reading.to-date-needs-from-date': lone('period', 'to_date', PERIOD.to_date),
  'store.reading.dates-are-days': {
    twin: 'period',
    queries: {
      ...near('period', 'from_date', ['12/31/2019', '2019-02-30']).queries,
      ...near('period', 'to_date', ['31-12-2019', '2019-13-01']).queries,
    },
  },
};

/** Wrong values that resemble valid ones. */
const NEAR: WrongFilters = {
  'store.reading.dates-are-days @ whatever the first day': near(
    'from a leap day',
    'from_date',
    NO_DAYS,
  ),
  'store.reading.dates-are-days @ whatever the last day': near('to a leap day', 'to_date', NO_DAYS),
  'store.reading.unknown-reason-type-is-refused @ whatever the reason': near(
    'reason',
    'reason_type',
    NO_REASONS,
  ),
};

const isPageServed = hasSituation('reading-page');

/** Records the list by each query. */
const listEach = (s: Script, queries: Record<string, Query>): Record<string, Handle> =>
  Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, listReading(s, query)]));

/** The lists by valid filters, and by wrong ones unless a profile says that these are ignored, and their checks. */
function checksOfWrong(
  options: Pick<Scene, 'id' | 'onlyOnTestTargets'>,
  table: WrongFilters,
  twins: readonly Twin[],
) {
  const scene = sharedScene({
    ...options,
    act: (s: Script): Steps => ({
      ...(!s.chooses('NS-ST-21', 'ignored') &&
        listEach(s, Object.assign({}, ...Object.values(table).map(({queries}) => queries)))),
      plain: listSomeReading(s),
      ...listEach(s, Object.fromEntries(twins.map((twin) => [twin, TWINS[twin]]))),
    }),
  });
  const judgeOf = (wrong: Wrong) => (seen: PagesSeen) => expectAllRefused(wrong, table, seen);
  return {scene, checks: checksOf(scene, mapValues(table, judgeOf))};
}

/** Wrong requests are refused, if their valid twin is served. */
function expectAllRefused(
  {twin, queries, isLone}: Wrong,
  table: WrongFilters,
  seen: PagesSeen,
): Judgement {
  return when(isPageServed(pageOf(seen, twin)), 'the twin is not served', () => {
    const kind = Object.values(table)
      .filter((wrong) => !isLone || wrong.isLone)
      .flatMap((wrong) => Object.keys(wrong.queries))
      .flatMap((name) => (name in seen ? pagesOf(seen, name) : []));
    if (!kind.length)
      return notApplicable('the profile says that such filters are ignored (NS-ST-21)');
    // A deployment that accepts all requests of a kind ignores such filters; one that accepts
    // only some has missed these.
    if (kind.every(isPageServed))
      return hidden('NS-ST-21', 'ignored', 'no filter that cannot stand is refused');
    return judgeEach(Object.keys(queries), (name) =>
      expectRefused(pageOf(seen, name), `accepted: ${name}`),
    );
  });
}

/** A request was served with a list; a success without one says nothing. */
const expectPage = (sent: Exchange, branch: string): Judgement =>
  when(!isPageServed(sent) || Array.isArray(at(sent.body, '/data')), 'the page has no list', () =>
    expectOutcome(sent, 'reading-page', branch),
  );

const ALONE: readonly Twin[] = ['period', 'reason', 'reasonAndValue'];

const wrongFilters = checksOfWrong(
  {id: 'store: filters of reading sessions that cannot stand'},
  WRONG,
  ALONE,
);

const nearFilters = checksOfWrong(
  {id: 'store: filters of reading sessions that nearly stand', onlyOnTestTargets: true},
  NEAR,
  ['from a leap day', 'to a leap day', 'reason'],
);

/** Invalid filters are refused, and valid ones are served. */
export const refusedFilters: Check[] = [
  ...wrongFilters.checks,
  ...nearFilters.checks,
  ...checksOf(wrongFilters.scene, {
    'store.reading.needs-no-parameter': (seen) =>
      judgeEach(['plain', ...ALONE], (name) =>
        expectPage(pageOf(seen, name), `refused: ${name} alone`),
      ),
  }),
];

/** The rules about parameters that stand without their companion, and these parameters. */
const LONE = Object.entries(WRONG)
  .filter(([, {isLone}]) => isLone)
  .flatMap(([rule, {queries}]) => Object.values(queries).map((query) => ({rule, query})));

const nameOf = (query: Query): string => Object.keys(query).join();

/** Other filters; no parameter stands beside those that are its companion. */
const BESIDE = ['a user', 'a content', 'a user and a content', 'a reason', 'a period'];

const isCompanion = (query: Query, other: string): boolean =>
  other === ('reason_value' in query ? 'a reason' : 'a period');

const besideOthers = sharedScene({
  id: 'store: filters of reading sessions without their companions, beside others',
  onlyOnTestTargets: true,
  act: (s): Steps => {
    const {created} = createUser(s);
    const session = readBy(s, created, issueOf(s));
    const issue = shownIssue(listUntilShown(s, created, session), session);
    const lists = LONE.flatMap(({query}) => [
      [nameOf(query), query] as const,
      ...BESIDE.filter((other) => !isCompanion(query, other)).map(
        (other) =>
          [
            `${nameOf(query)} beside ${other}`,
            {...query, ...queryNamed(other, {created, issue, plan: 1})},
          ] as const,
      ),
    ]);
    return listEach(s, Object.fromEntries(lists));
  },
});

/** Where a parameter is refused alone, it is refused beside others, too. */
const expectRefusedBeside = (name: string, seen: PagesSeen): Judgement =>
  isClientError(pageOf(seen, name).status)
    ? judgeEach(
        Object.keys(seen).filter((other) => other.startsWith(`${name} beside `)),
        (other) => expectRefused(pageOf(seen, other), `accepted: ${other}`),
      )
    : hidden('NS-ST-21', 'ignored', `${name} alone is not refused`);

/** Each parameter that needs another one. */
export const loneParameters: Check[] = LONE.flatMap(({rule, query}) =>
  checksOf(besideOthers, {
    [`${rule} @ beside other filters`]: (seen) => expectRefusedBeside(nameOf(query), seen),
  }),
);
