import {fromEveryStore} from '../from-every-store.ts';
import {isKnownCollection, isZero} from '../requests.ts';
import type {Defect, Seam} from '../../../defect.ts';
import type {Plan, PlanBody} from '../../../store/plans/plan.ts';
import {finding} from '../../breaking.ts';
import {
  CREATE,
  has,
  listing,
  refusingWhere,
  storing,
  takingWhere,
  UPDATE,
} from './changed-plans.ts';
import {together, unguarded} from '../../families/seams.ts';
import {defects} from '../../table.ts';

/** Texts by which a search finds a plan. */
type Searched = Pick<Plan, 'details' | 'type'>;

/** A plan with the texts that it had when it was created. */
type WithOldTexts = Plan & {atCreation?: Searched};

/** Whether a search finds a plan, by its present texts (`isFound`) or by those that it had when it was created. */
type OldSearch = (isFound: boolean, plan: Plan, atCreation: Searched, query: string) => boolean;

/** Lets lists search the texts from the creation of a plan as well. */
const searchingOldTexts = (search: OldSearch): Seam =>
  together(
    storing(CREATE, ({details, type}): Partial<WithOldTexts> => ({atCreation: {details, type}})),
    listing((isFound, plan, query) => {
      const {atCreation} = plan as WithOldTexts;
      return atCreation && query !== '' ? search(isFound, plan, atCreation, query) : isFound;
    }),
  );

/** Lets operations check only some of the collections in a body. @param which of the names they check */
const checkingOnly = (
  operations: string[],
  which: (names: readonly string[]) => readonly (string | undefined)[],
): Seam =>
  takingWhere(
    operations,
    'collection-unknown',
    ({collections: names = []}: PlanBody, view) =>
      names.length > 1 && which(names).every((name) => isKnownCollection(view, name)),
  );

/** Lets updates of users find deleted plans. */
const assigningDeleted: Seam = finding(['updateUser'], 'plans', (plan) =>
  // Deleted plans of a template are excluded, because they were deleted before the first request.
  Number(plan.key) > 1000 ? {...plan, deleted: null} : plan,
);

/** Defects that show when an update repeats the values of a creation (Endpoints / Plans). */
export const onUpdate: Defect[] = defects({
  'store.plans.search-finds-by-description @ of an update': {
    'a plan is found by the description that it had when it was created': searchingOldTexts(
      (isFound, {name, type}, {details}, query) =>
        isFound && [name, type, details].some((text) => has(text, query)),
    ),
  },
  'store.plans.search-finds-by-type @ of an update': {
    'a plan is found by the type that it had when it was created': searchingOldTexts(
      (isFound, {name, details}, {type}, query) =>
        isFound && [name, type, details].some((text) => has(text, query)),
    ),
  },
  'store.plans.search-leaves-others-out @ what it was before': {
    'a plan is found by the description that it had before, too': searchingOldTexts(
      (isFound, _plan, {details}, query) => isFound || has(details, query),
    ),
    'a plan is found by the type that it had before, too': searchingOldTexts(
      (isFound, _plan, {type}, query) => isFound || has(type, query),
    ),
  },
  'store.plans.duration-is-required-for-prepaid @ on update': {
    'an update makes a plan prepaid without months': unguarded('duration-missing', UPDATE),
    'an update that does not speak of months makes a plan prepaid': takingWhere(
      UPDATE,
      'duration-missing',
      ({duration}) => duration === undefined,
    ),
  },
  'store.plans.listed-currencies-are-accepted @ on update': {
    'an update refuses the lempira': refusingWhere(
      UPDATE,
      'prices',
      ({prices = {}}) => 'HNL' in prices,
    ),
  },
  'store.plans.duration-is-required-for-prepaid @ of a prepaid plan that is updated': {
    'an update takes the months of a prepaid plan': takingWhere(
      UPDATE,
      'duration-missing',
      ({duration}) => duration === null,
    ),
    'an update with the duration null makes it 0': together(
      takingWhere(UPDATE, 'duration-missing', ({duration}) => duration === null),
      storing(UPDATE, ({type}, {duration}) =>
        type === 'prepaid' && duration === null ? {duration: 0} : {},
      ),
    ),
  },
  'store.plans.collections-exist @ of another store': {
    'a plan may name the collections of every store': fromEveryStore(CREATE, 'collections'),
  },
  'store.plans.collections-exist @ wherever it stands': {
    'only the last of several collections has to exist': checkingOnly(CREATE, (names) =>
      names.slice(-1),
    ),
    'only the first and the last of several collections have to exist': checkingOnly(
      CREATE,
      (names) => [names[0], names.at(-1)],
    ),
  },
  'store.plans.collections-exist @ on update': {
    'an update may name any collection': unguarded('collection-unknown', UPDATE),
    'only the first of the collections of an update has to exist': checkingOnly(UPDATE, (names) =>
      names.slice(0, 1),
    ),
    'the collections of an update need not exist but for the first and the last': checkingOnly(
      UPDATE,
      (names) => [names[0], names.at(-1)],
    ),
  },
  'store.plans.deleted-cannot-be-assigned @ on update': {
    'an update of a user may assign a deleted plan': assigningDeleted,
  },
  'store.plans.created-is-as-given @ a zero': {
    'a description that is a zero is taken for none': storing(CREATE, ({details}) => ({
      details: isZero(details) ? '' : details,
    })),
  },
  'store.plans.update-is-kept @ a zero': {
    'an update refuses a name that is a zero': refusingWhere(UPDATE, 'name', ({name}) =>
      isZero(name),
    ),
    'an update keeps the name where the new one is a zero': storing(
      UPDATE,
      ({name, key}, _body, view) => ({
        name: isZero(name) ? (view.find<Plan>('plans', key)?.name ?? name) : name,
      }),
    ),
    'an update keeps the description where the new one is a zero': storing(
      UPDATE,
      ({details, key}, _body, view) => ({
        details: isZero(details) ? (view.find<Plan>('plans', key)?.details ?? '') : details,
      }),
    ),
  },
});
