import type {FieldErrors} from '../../guarded.ts';
import type {View} from '../../operation.ts';
import {isCurrency} from './currencies.ts';
import type {Day, OrderType, ProductType} from './order.ts';

/** A product in the body of a creation. */
export interface ProductInput {
  type: ProductType;
  id: string;
  name?: string;
  url?: string;
  unit_price?: number;
  currency_id?: string;
  expiration_date?: Day;
}

/** The body of a creation. */
export interface OrderInput {
  type: OrderType;
  external_reference?: string;
  return_url?: string;
  unit_price?: number;
  currency_id?: string;
  user: {id?: string; email?: string};
  products: ProductInput[];
}

/** Members of the body that reports and sales require and permissions do not (Create body). */
const PAID_MEMBERS = ['return_url', 'unit_price', 'currency_id'] as const;

/** The same for each product. */
const PAID_PRODUCT_MEMBERS = ['unit_price', 'currency_id'] as const;

/** The error for a missing field of the body. */
export const missing = (field: string): FieldErrors => ({
  [field]: [`The ${field} field is required.`],
});

/** What reports and sales require in addition to the members that every order requires (Create body). */
export function missingOfPaid({type, products, ...body}: OrderInput): FieldErrors {
  if (type !== 'report' && type !== 'sale') return {};
  const ofBody = PAID_MEMBERS.filter((member) => body[member] === undefined).map(missing);
  const ofProducts = products.flatMap((product, at) =>
    PAID_PRODUCT_MEMBERS.filter((member) => product[member] === undefined).map((member) =>
      missing(`products.${at}.${member}`),
    ),
  );
  return Object.assign({}, ...ofBody, ...ofProducts);
}

/** A permission or report requires the user's id or email, a sale the id (Create body). */
export function missingUser({type, user}: OrderInput, view: View): FieldErrors {
  const needsEmail = type === 'sale' && view.freedom('orders.sale_email') === 'required';
  if (needsEmail && user.email === undefined) return missing('user.email');
  if (user.id !== undefined) return {};
  if (type === 'sale') return missing('user.id');
  return user.email === undefined ? missing('user.id') : {};
}

/** Codes must be those of ISO 4217. */
export function unknownCurrencies({currency_id: code, products}: OrderInput): FieldErrors {
  const named: [string, string | undefined][] = [
    ['currency_id', code],
    ...products.map(({currency_id: own}, at): [string, string | undefined] => [
      `products.${at}.currency_id`,
      own,
    ]),
  ];
  const unknown = named.filter(([, one]) => one !== undefined && !isCurrency(one));
  return Object.fromEntries(
    unknown.map(([field]) => [field, [`The ${field} field must be a code of ISO 4217.`]]),
  );
}

/**
 * Every product of a sale must have the currency of the order (Create rule 6); whether those of a report must is a
 * freedom (NS-ST-39).
 */
export function otherCurrencies(
  {type, currency_id: code, products}: OrderInput,
  view: View,
): FieldErrors {
  const isReportJudged = view.freedom('orders.report_currencies') === 'same';
  if (type === 'permission' || (type === 'report' && !isReportJudged)) return {};
  const errors: FieldErrors = {};
  for (const [at, {currency_id: own}] of products.entries())
    if (own !== undefined && code !== undefined && own !== code)
      errors[`products.${at}.currency_id`] = ['The currency differs from that of the order.'];
  return errors;
}
