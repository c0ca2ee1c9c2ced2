import type {Exchange} from '../../../../spec/exchange.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectNone} from '../../../language/judge.ts';
import {cancelOrder, content, permission, createOrder} from '../../ordering.ts';
import {createUser, search} from '../../people.ts';
import {rowsOf} from '../../user-rows.ts';

/** Lists in a row with a count in `<name>_count`. */
const COUNTED = ['purchased_issues_with_cancelled', 'user_plans'];

/**
 * No row of a page has a count that is lower than the number of entries, or a count above zero for
 * an empty list. It is not documented that a list shows all of its entries.
 */
function expectCountOf(page: Exchange, name: string): Judgement {
  const wrong = rowsOf(page).filter((row) => {
    const [count, entries] = [row[`${name}_count`], row[name]];
    if (typeof count !== 'number' || !Array.isArray(entries)) return false;
    return entries.length ? count < entries.length : count !== 0;
  });
  return expectNone(
    wrong.map(({id}) => id),
    `row whose \`${name}_count\` is not that of \`${name}\``,
    `another ${name}_count`,
    page,
  );
}

/** In every row of a page the counts match the lists. */
export const expectCountsFit = (page: Exchange): Judgement =>
  all(...COUNTED.map((name) => expectCountOf(page, name)));

/** A user whose order is approved, and then cancelled. */
const buyer = sharedScene({
  id: 'store: a user whose one order is cancelled',
  onlyOnTestTargets: true,
  act: (s) => {
    const reader = createUser(s);
    const order = createOrder(s, permission(s, reader, [content(s)]));
    const approved = search(s, reader.body.email);
    cancelOrder(s, order, undefined, {expects: 'cancelled'});
    return {approved, cancelled: search(s, reader.body.email)};
  },
});

/** Counts in the rows of users (Resources / User). */
export const counts: Check[] = checksOf(buyer, {
  'store.users.list-item-has-counts @ of a user with orders': ({approved, cancelled}) =>
    all(expectCountsFit(approved), expectCountsFit(cancelled)),
});
