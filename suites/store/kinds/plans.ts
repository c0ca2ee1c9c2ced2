/** Plans: how they are made, changed, ended and shown (Resources). */

import {hidden} from '../../language/judge.ts';
import {cutOf} from '../../language/rows.ts';
import {text} from '../../language/sent-values.ts';
import {kindOf} from '../../tables/kind.ts';
import {createPlan, find, walkPlans} from '../plans/plan-steps.ts';
import {
  expectNotShown,
  expectRowAsGiven,
  isLive,
  nameIn,
  rowOf as planRow,
} from '../plans/plan-rows.ts';
import {digitsOf} from './digits.ts';

/** Plans, each with a limit of its own. */
export const PLANS = kindOf({
  kind: 'plans',
  begin: (s) => ({name: s.fresh('plan-name'), word: s.fresh('text')}),
  make: (s, {name, word}, number) =>
    createPlan(s, {
      name: text(name, ' ', digitsOf(number)),
      details: text('Read ', word, ' now.'),
      concurrency_limit: number + 1,
    }),
  looks: {'store.plans.search-finds-by-name': (s, {body}) => find(s, body.name)},
  lists: {
    'store.plans.list-shows-every-plan': {walk: (s) => walkPlans(s)},
    'store.plans.search-finds-by-description': {walk: (s, {word}) => walkPlans(s, {query: word})},
  },
  change: {
    rule: 'store.plans.update-is-kept',
    record: (s, {path, body}, number) =>
      s.call('updatePlan', {path, body: {...body, concurrency_limit: number + 500}}),
  },
  end: {
    rule: 'store.plans.deleted-is-gone',
    record: (s, {path}) => s.call('deletePlan', {path}),
    expectEnded: (look, created) =>
      expectNotShown(look, nameIn(created), 'found after its deletion'),
  },
  others: 'store.plans.deletion-keeps-the-others',
  rowIn: (pages, created) => {
    const row = planRow(pages, created);
    return row && isLive(row) ? row : undefined;
  },
  expectAsGiven: (row, {by}, where) => expectRowAsGiven(where, by, by.requestBody ?? {}, row),
  ifUnseen: (pages) => {
    const cut = cutOf(pages);
    return cut === undefined ? undefined : hidden('NS-ST-86', 'not walked through', cut);
  },
});
