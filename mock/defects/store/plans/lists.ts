/** Defects of lists of plans and collections, and of their search. */

import type {Defect, Seam} from '../../../defect.ts';
import type {Plan} from '../../../store/plans/plan.ts';
import {receiving} from '../../breaking.ts';
import {listing} from '../../families/reads.ts';
import {ANY, isForeign, isNewest, isOldest, SOME} from '../../families/searches.ts';
import {foreignFound, answered, shown, together} from '../../families/seams.ts';
import {showing} from '../../families/shown-rows.ts';
import {asPattern, cut} from '../../families/texts.ts';
import {defects} from '../../table.ts';
import {answeredAgain} from '../answered-again.ts';
import {adding, has, hiding, LIST, notingTheFirst} from './changed-plans.ts';

const newest = isNewest('plans');
const oldest = isOldest('plans');

const hasAny = (texts: readonly string[], query: string): boolean =>
  texts.some((text) => has(text, query));

/** Does not find plans by one of their texts alone. */
const notBy = (member: 'name' | 'details', type?: Plan['type']): Seam =>
  hiding(SOME, (plan, _view, query) => {
    const others = [plan.type, member === 'name' ? plan.details : plan.name];
    return (type ?? plan.type) === plan.type && has(plan[member], query) && !hasAny(others, query);
  });

/** Searches some texts of plans only. */
const searchedIn = (texts: (plan: Plan) => string[]): Seam =>
  hiding(ANY, (plan, _view, query) => !hasAny(texts(plan), query));

/** Searches a text that a plan had when it was created, in addition or in the place of the present one. */
const searchedAsCreated = (member: 'details' | 'type', how: 'too' | 'only'): Seam =>
  together(
    notingTheFirst,
    how === 'too'
      ? adding(SOME, ({was}, _view, query) => was && has(was[member], query))
      : hiding(SOME, ({was, ...plan}, _view, query) => {
          const {name, type, details}: Plan = {...plan, [member]: was?.[member]};
          return was && !hasAny([name, type, details], query);
        }),
  );

/** Takes a sign of some queries for any character, or any characters. */
const searchedByPattern = (sign: '_' | '%', isMeant: RegExp): Seam =>
  adding(isMeant, ({name}, _view, query) => new RegExp(asPattern(query, sign), 'i').test(name));

/** Defects of lists. */
export const lists: Defect[] = defects({
  'store.plans.search-finds-by-name': {
    'the name is not searched': notBy('name'),
    'the names of prepaid plans are not searched': notBy('name', 'prepaid'),
  },
  'store.plans.search-finds-by-name @ each kind of value': {
    'a name with braces is not found': hiding(/\{\{/),
    'a name with a plus sign is not found': hiding(/\+/),
  },
  'store.plans.search-finds-by-name @ of many letters': {
    'the search reads the first 100 characters of a name': searchedIn(({name, type, details}) => [
      cut(100)(name),
      type,
      details,
    ]),
  },
  'store.plans.search-finds-by-type': {
    'the type is not searched': hiding(SOME, ({type}, _view, query) => has(type, query)),
    'a search by a type finds every plan': adding(/^(prepaid|recurring)$/),
    'a search by prepaid finds the oldest recurring plan, too': adding('prepaid', ({key}, view) => {
      const where = ({type}: Plan): boolean => type === 'recurring';
      return view.oldest<Plan>('plans', {limit: 1, where})[0]?.key === key;
    }),
    'a search by recurring finds nothing': hiding('recurring'),
  },
  'store.plans.search-finds-by-type @ of an update': {
    'a plan is found by the type that it had when it was created': searchedAsCreated(
      'type',
      'only',
    ),
  },
  'store.plans.search-finds-by-description': {
    'the description is not searched': notBy('details'),
    'the descriptions of prepaid plans are not searched': notBy('details', 'prepaid'),
  },
  'store.plans.search-finds-by-description @ behind many letters': {
    'the search reads the first 100 characters of a description': searchedIn(
      ({name, type, details}) => [name, type, cut(100)(details)],
    ),
  },
  'store.plans.search-finds-by-description @ of an update': {
    'a plan is found by the description that it had when it was created': searchedAsCreated(
      'details',
      'only',
    ),
  },
  'store.plans.search-leaves-others-out': {
    'the query is ignored': receiving(LIST, ({query: {page = '1'}}) => ({query: {page}})),
    'a search finds the oldest plan, too': adding(/^.{10,}$/s, oldest),
    'a search finds the plan after the one that it names, too': adding(/^.{9,}$/s, newest),
  },
  'store.plans.search-leaves-others-out @ what it was before': {
    'a plan is found by the description that it had before, too': searchedAsCreated(
      'details',
      'too',
    ),
    'a plan is found by the type that it had before, too': searchedAsCreated('type', 'too'),
  },
  'store.plans.search-leaves-others-out @ an underscore': {
    'an underscore stands for any letter': searchedByPattern('_', /_/),
  },
  'store.plans.search-leaves-others-out @ a percent sign': {
    'a percent sign stands for any text': searchedByPattern('%', /.%./),
  },
  'store.plans.search-leaves-others-out @ a percent sign alone': {
    'a percent sign alone finds every plan': searchedByPattern('%', /^%$/),
  },
  'store.plans.list-shows-every-plan': {
    'the list without a query has no prepaid plan': hiding('', {type: 'prepaid'}),
    'the list without a query has no private plan': hiding('', {private: true}),
    'the newest plan is missing in the list without a query': hiding('', newest),
  },
  'store.plans.search-without-a-match': {
    'a search that finds nothing is answered 400': answered(LIST, 'nothing-found', 400),
  },
  'store.plans.live-is-not-deleted': {
    'a plan that was not deleted has an empty date': shown('plan-page', '/data/*/deleted_at', '', {
      in: LIST,
    }),
    'a recommended plan has an empty date': showing(
      LIST,
      {row: {recommended: true}},
      {deleted_at: ''},
    ),
  },
  'store.plans.collections-are-names @ of many collections': {
    'ten collections are listed at most': listing(['listCollections'], (rows) => rows.slice(0, 10)),
  },
  'store.plans.has-collections': {
    'collections are numbers': showing(LIST, {}, ({collections}) => ({
      collections: (collections as string[]).map((_name, at) => at),
    })),
  },
  'store.plans.list-shows-own-only': {
    'plans of all stores are listed': foreignFound(LIST),
    'a search finds the plans of all stores': together(
      foreignFound(LIST),
      hiding(/^.{0,7}$/s, isForeign),
    ),
  },
  'store.plans.list-shows-own-only @ collections': {
    'the collections of all stores are listed': foreignFound(['listCollections']),
  },
  'store.plans.list-shows-own-only @ directly after their own store': {
    'a search by the description finds the plans of all stores': together(
      foreignFound(LIST),
      hiding(
        ANY,
        (plan, view, query) =>
          isForeign(plan, view) && (query === '' || !plan.details.includes(query)),
      ),
    ),
    'a list is cached by its query, whichever store asked for it': answeredAgain('listPlans'),
  },
});
