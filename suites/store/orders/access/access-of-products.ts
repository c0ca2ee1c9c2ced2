import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, when, type LazyJudgement} from '../../../language/judge.ts';
import type {Args, Handle, Script} from '../../../language/script.ts';
import {pay, readApproved} from '../../buying.ts';
import {
  byId,
  byReference,
  createOrder,
  daysAfter,
  permission,
  priced,
  type OrderedProduct,
} from '../../ordering.ts';
import {createUser} from '../../people.ts';
import {expectAccess, mayIn, askAccess, whenGranted} from './read-access.ts';

/** Days from the creation of an order to an end that no check reaches. */
const FAR_DAYS = 90;

/** The moments at which the access to each product of an order is read. */
type Moment = 'before' | 'granted' | 'paused' | 'extended' | 'approved' | 'cancelled';

const keyOf = (moment: Moment, product: number): string => `${moment}: product ${product}`;

/** An order of several products, or of a subscription. */
interface OrderOfProducts {
  /** The products in words. */
  what: string;
  /** Makes or names the products. */
  productsOf(s: Script): OrderedProduct[];
  /** Whether a cancellation ends the access at once. */
  endsAtOnce: boolean;
  /** By what the order is named when it is moved; `id` without it. */
  namedBy?: 'id' | 'reference';
  /** How the order comes to be approved; as a permission without it. */
  type?: 'permission' | 'paid sale';
}

/** Records a sale and its payment. @returns the creation of the order */
function buy(s: Script, order: Parameters<typeof createOrder>[1]): Handle {
  const created = createOrder(s, order);
  pay(s, created);
  readApproved(s, created);
  return created;
}

/** An order is paused, approved and cancelled, and the access to each of its products is read. */
const lifeOf = ({what, productsOf, namedBy = 'id', type = 'permission'}: OrderOfProducts) =>
  sharedScene({
    id: `store: what a reader may read of ${what} while an order moves`,
    ...((namedBy === 'reference' || type === 'paid sale') && {onlyOnTestTargets: true as const}),
    act: (s) => {
      const reader = createUser(s);
      const products = productsOf(s);
      const seen: Record<string, Handle> = {};
      const ask = (moment: Moment): void => {
        for (const [index, product] of products.entries())
          seen[keyOf(moment, index)] = askAccess(s, reader, product);
      };
      ask('before');
      const reference = namedBy === 'reference' ? s.fresh('external-id') : undefined;
      const named: Record<string, Val> = reference ? {external_reference: reference} : {};
      const created =
        type === 'permission'
          ? createOrder(s, {...permission(s, reader, products), ...named})
          : buy(s, {...priced(s, 'sale', reader, products), ...named});
      const name = reference ? byReference(reference) : byId(created);
      const update = (body: Record<string, Val>, args: Args = {}): Handle =>
        s.call('updateOrder', {...name, body, ...args});
      ask('granted');
      update({status: 'paused'}, {expects: 'updated'});
      ask('paused');
      // Whether it is refused or accepted, it does not approve the order.
      update({expiration_date: daysAfter(created, FAR_DAYS)});
      ask('extended');
      update({status: 'approved'}, {expects: 'updated'});
      ask('approved');
      s.call('cancelOrder', {...name, expects: 'cancelled'});
      ask('cancelled');
      return seen;
    },
  });

/** Judges each product to which the order gave new access. */
function judgeEachGrantedProduct(
  seen: Record<string, Exchange>,
  moment: Moment,
  judge: (access: Exchange, product: number) => Judgement,
): Judgement {
  const products = Object.keys(seen).filter((key) => key.startsWith('before')).length;
  const judged: LazyJudgement[] = [];
  for (let product = 0; product < products; product += 1) {
    const before = seen[keyOf('before', product)];
    const granted = seen[keyOf('granted', product)];
    const asked = seen[keyOf(moment, product)];
    if (before && granted && asked)
      judged.push(() => whenGranted(before, granted, () => judge(asked, product)));
  }
  return all(...judged);
}

/** Access to all products of an order changes together (States / Order). */
export function checksOfProducts(order: OrderOfProducts): Check[] {
  const scene = lifeOf(order);
  const at = (rule: string, judge: (seen: Record<string, Exchange>) => Judgement): Check[] =>
    checksOf(scene, {[`store.orders.${rule} @ ${order.what}`]: judge});
  return [
    ...at('pause-takes-access', (seen) =>
      all(
        judgeEachGrantedProduct(seen, 'paused', (asked, n) =>
          expectAccess(asked, false, `product ${n} while paused`),
        ),
        judgeEachGrantedProduct(seen, 'extended', (asked, n) =>
          expectAccess(asked, false, `product ${n} while paused, with a later end`),
        ),
      ),
    ),
    ...at('approval-gives-access-back', (seen) =>
      judgeEachGrantedProduct(seen, 'approved', (asked, n) =>
        when(mayIn(seen[keyOf('paused', n)]) === false, 'the pause took no access', () =>
          expectAccess(asked, true, `product ${n} not when approved again`),
        ),
      ),
    ),
    ...(order.endsAtOnce
      ? at('cancel-ends-access-at-once', (seen) =>
          judgeEachGrantedProduct(seen, 'cancelled', (asked, n) =>
            expectAccess(asked, false, `product ${n} after the cancellation`),
          ),
        )
      : []),
  ];
}
