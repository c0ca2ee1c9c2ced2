/**
 * Filters that the document does not allow. It shows no status for them, and a profile may say that
 * they are ignored (NS-ST-21). Each has a valid twin that is served.
 */

import type {Exchange} from '../../../../spec/exchange.ts';
import {at} from '../../../../spec/json.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {
  all,
  hidden,
  expectOutcome,
  notApplicable,
  expectRefused,
  when,
} from '../../../language/judge.ts';
import type {Handle} from '../../../language/script.ts';
import {listSomeReading, listReading} from '../reading-steps.ts';

/** Texts that are not a day in the form YYYY-MM-DD, some for each end of a period. */
const NO_DAYS = {
  from_date: {slashes: '12/31/2019', 'no such day': '2019-02-30'},
  to_date: {backwards: '31-12-2019', 'no such month': '2019-13-01'},
} as const;

const PERIOD = {from_date: '2019-01-01', to_date: '2019-12-31'};

/** Wrong filters, and valid ones that differ only in the wrong property. */
const wrongFilters = sharedScene({
  id: 'store: filters of reading sessions that cannot stand',
  api: 'store',
  act: (s) => {
    const list = (query: Record<string, Val>): Handle => listReading(s, query);
    const areIgnored = s.chooses('NS-ST-21', 'ignored');
    const wrong: Record<string, Record<string, Val>> = areIgnored
      ? {}
      : {
          otherReason: {reason_type: 'presscheck-none-of-these'},
          nearlyAReason: {reason_type: 'bought_issues'},
          valueAlone: {reason_value: 1},
          fromAlone: {from_date: PERIOD.from_date},
          toAlone: {to_date: PERIOD.to_date},
          ...daysAs('from_date'),
          ...daysAs('to_date'),
        };
    const sent = Object.entries(wrong).map(([name, query]) => [name, list(query)] as const);
    return {
      plain: listSomeReading(s),
      period: list(PERIOD),
      reason: list({reason_type: 'bought_issue'}),
      reasonAndValue: list({reason_type: 'global_subscription', reason_value: 1}),
      ...(Object.fromEntries(sent) as Record<string, Handle>),
    };
  },
});

/** A period in which one day is invalid. */
const daysAs = (name: keyof typeof PERIOD): Record<string, Record<string, Val>> =>
  Object.fromEntries(
    Object.entries(NO_DAYS[name]).map(([how, value]) => [
      `${name} ${how}`,
      {...PERIOD, [name]: value},
    ]),
  );

type Seen = Record<string, Exchange>;

/** A request was served with a list; a success without one says nothing. */
const expectPage = (sent: Exchange, branch: string): Judgement =>
  when(!isPageServed(sent) || Array.isArray(at(sent.body, '/data')), 'the page has no list', () =>
    expectOutcome(sent, 'reading-page', branch),
  );

/** Filters that must be combined, each without the other. */
const LONE = ['valueAlone', 'fromAlone', 'toAlone'];

const isPageServed = (sent: Exchange | undefined): boolean =>
  sent?.situations.includes('reading-page') === true;

/** The valid requests of the scene. */
const TWINS = ['plain', 'period', 'reason', 'reasonAndValue'];

const wrongOf = (seen: Seen): string[] => Object.keys(seen).filter((name) => !TWINS.includes(name));

/** A wrong request is refused. */
const expectThisRefused = (sent: Exchange | undefined, name: string): Judgement =>
  sent
    ? expectRefused(sent, `accepted: ${name}`)
    : notApplicable('the profile says that such filters are ignored (NS-ST-21)');

/** The wrong requests are refused, if their valid twin is served. */
const expectAllRefused = (seen: Seen, twin: string, ...names: string[]): Judgement =>
  when(isPageServed(seen[twin]), 'the twin is not served', () => {
    const kind = names.every((name) => LONE.includes(name)) ? LONE : wrongOf(seen);
    // A deployment that accepts all requests of a kind ignores such filters; one that accepts
    // only some has missed these.
    if (kind.length && kind.every((name) => isPageServed(seen[name])))
      return hidden('NS-ST-21', 'ignored', 'no filter that cannot stand is refused');
    return all(...names.map((name) => expectThisRefused(seen[name], name)));
  });

const ofDays = (name: keyof typeof PERIOD): string[] =>
  Object.keys(NO_DAYS[name]).map((how) => `${name} ${how}`);

/** Invalid filters are refused, and valid ones are served. */
export const refusedFilters: Check[] = checksOf(wrongFilters, {
  'store.reading.unknown-reason-type-is-refused': (seen) =>
    expectAllRefused(seen, 'reason', 'otherReason', 'nearlyAReason'),
  'store.reading.reason-value-needs-reason-type': (seen) =>
    expectAllRefused(seen, 'reasonAndValue', 'valueAlone'),
  'store.reading.from-date-needs-to-date': (seen) => expectAllRefused(seen, 'period', 'fromAlone'),
  'store.reading.to-date-needs-from-date': (seen) => expectAllRefused(seen, 'period', 'toAlone'),
  'store.reading.dates-are-days': (seen) =>
    expectAllRefused(seen, 'period', ...ofDays('from_date'), ...ofDays('to_date')),
  'store.reading.needs-no-parameter': ({plain, period, reason, reasonAndValue}) =>
    all(
      expectPage(plain, 'refused without parameters'),
      expectPage(period, 'refused with a period alone'),
      expectPage(reason, 'refused with a reason alone'),
      expectPage(reasonAndValue, 'refused with a reason and its value alone'),
    ),
});
