import type {Defect} from '../../../defect.ts';
import {atPlace} from '../../breaking.ts';
import {CREATE, listing, refusingWhere, storing, UPDATE} from './changed-plans.ts';
import {defects} from '../../table.ts';

const PLACE = 'each kind of value';

/** A text in which every letter of a script is a question mark. */
const without =
  (letters: RegExp) =>
  (text: string): string =>
    text.replaceAll(letters, '?');

const withoutThai = without(/\p{Script=Thai}/gu);

const withoutGreek = without(/\p{Script=Greek}/gu);

/** Another amount in place of one. */
const withAmount =
  (from: number, to: number) =>
  ({prices}: {prices: Readonly<Record<string, number>>}) => ({
    prices: Object.fromEntries(
      Object.entries(prices).map(([code, cents]) => [code, cents === from ? to : cents]),
    ),
  });

/** Defects that only values of one kind show, in creations and updates of plans. */
export const kindsOfValues: Defect[] = [
  ...atPlace(
    PLACE,
    defects({
      'store.plans.created-is-as-given': {
        'a plan of nine months is refused': refusingWhere(
          CREATE,
          'duration',
          ({duration}) => Number(duration) === 9,
        ),
        'a concurrency limit of 256 is stored as none': storing(
          CREATE,
          ({concurrency_limit: limit}) => ({concurrency_limit: limit === 256 ? 0 : limit}),
        ),
        'a description loses its greek letters': storing(CREATE, ({details}) => ({
          details: withoutGreek(details),
        })),
      },
      'store.plans.name-is-as-given': {
        'a name loses its thai letters': storing(CREATE, ({name}) => ({name: withoutThai(name)})),
        'a name loses its backslashes': storing(CREATE, ({name}) => ({
          name: name.replaceAll('\\', ''),
        })),
      },
      'store.plans.search-finds-by-name': {
        'a name with braces is not found': listing(
          (isFound, _plan, query) => isFound && !query.includes('{{'),
        ),
        'a name with a plus sign is not found': listing(
          (isFound, _plan, query) => isFound && !query.includes('+'),
        ),
      },
      'store.plans.prices-are-shown': {
        'a price of seven cents is shown as six': storing(CREATE, withAmount(7, 6)),
      },
      'store.plans.update-is-kept': {
        'an update loses the thai letters of a name': storing(UPDATE, ({name}) => ({
          name: withoutThai(name),
        })),
        'an update to a trial of 15 days stores 14': storing(UPDATE, ({free_trial_days: days}) => ({
          free_trial_days: days === 15 ? 14 : days,
        })),
        'an update to 18 months is refused': refusingWhere(
          UPDATE,
          'duration',
          ({duration}) => Number(duration) === 18,
        ),
      },
    }),
  ),
  ...atPlace(
    `${PLACE} of an update`,
    defects({
      'store.plans.prices-are-shown': {
        'an update to a price of seven cents stores six': storing(UPDATE, withAmount(7, 6)),
      },
    }),
  ),
];
