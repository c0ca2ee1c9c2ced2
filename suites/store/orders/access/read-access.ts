/** What the hook `may-this-user-read` says about the access of users, since the API does not show it. */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {check, type Check, type Judgement} from '../../../language/check.ts';
import {expectThat, undecided, when} from '../../../language/judge.ts';
import type {Handle, Script, Seen} from '../../../language/script.ts';
import {content, createOrder, permission, type Buyer, type OrderedProduct} from '../../ordering.ts';
import {createUser} from '../../people.ts';

/** Records whether a user may read a product now. A hook answers this, because the API does not. */
export const askAccess = (s: Script, {created}: Buyer, {id, type}: OrderedProduct): Handle =>
  s.control('may-this-user-read', {
    role: 'admin',
    user: created.at('/data/id'),
    product: id,
    type,
  });

/** Whether a user may read, according to the hook; undefined if it does not say. */
export const mayIn = (access: Exchange | undefined): boolean | undefined =>
  typeof access?.body?.may === 'boolean' ? access.body.may : undefined;

/** The user may read the product or not, as expected. */
export function expectAccess(access: Exchange, expected: boolean, branch: string): Judgement {
  const may = mayIn(access);
  if (may === undefined) return undecided('the hook did not answer `may`');
  return expectThat(may === expected, {
    branch,
    expected: `the user ${expected ? 'to be allowed' : 'not to be allowed'} to read the product`,
    got: may ? 'allowed' : 'not allowed',
    at: access,
  });
}

/** Judges access, if the order gave access that its user did not have before. */
export const whenGranted = (
  before: Exchange,
  granted: Exchange,
  judgement: () => Judgement,
): Judgement =>
  when(
    mayIn(before) === false && mayIn(granted) === true,
    'the order granted no access',
    judgement,
  );

/** A reader to whom an order of a title gives access, and what happens then. */
interface AfterGrant<R extends Record<string, Handle>> {
  rule: string;
  place: string;
  onlyOnTestTargets?: true;
  /** The title of the order: a content of the catalog without it. */
  productOf?(s: Script): OrderedProduct;
  /** The reference of the order, where it has one. */
  referenceOf?(s: Script): Val;
  /** Records what happens, with reads of whether the reader may read. */
  act(s: Script, granted: Granted): R;
  judge(seen: Seen<R>): Judgement;
}

/** What a scene after a grant knows. */
interface Granted {
  reader: Buyer;
  title: OrderedProduct;
  created: Handle;
  reference: Val | undefined;
  may(): Handle;
}

/** The check of what happens after an order has given access that its user did not have before. */
export function checkAfterGrant<R extends Record<string, Handle>>({
  productOf = content,
  referenceOf,
  act,
  judge,
  ...declaration
}: AfterGrant<R>): Check {
  return check({
    ...declaration,
    act: (s) => {
      const reader = createUser(s);
      const title = productOf(s);
      const may = (): Handle => askAccess(s, reader, title);
      const before = may();
      const reference = referenceOf?.(s);
      const created = createOrder(s, {
        ...permission(s, reader, [title]),
        ...(reference !== undefined && {external_reference: reference}),
      });
      const granted = may();
      return {before, granted, ...act(s, {reader, title, created, reference, may})};
    },
    judge: ({before, granted, ...seen}) =>
      whenGranted(before, granted, () => judge(seen as unknown as Seen<R>)),
  });
}
