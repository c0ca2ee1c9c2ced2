/** What the hook `may-this-user-read` says about the access of users, since the API does not show it. */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Judgement} from '../../../language/check.ts';
import {expectThat, undecided, when} from '../../../language/judge.ts';
import type {Handle, Script} from '../../../language/script.ts';
import type {Buyer, OrderedProduct} from '../../ordering.ts';

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
