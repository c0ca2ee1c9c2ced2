/** Creations with other values where the document has objects (Orders, Create body). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectRefused, whenServed} from '../../../language/judge.ts';
import type {Handle} from '../../../language/script.ts';
import {content, permission} from '../../ordering.ts';
import {createUser} from '../../people.ts';

/** Creations with another value for one product, or for the user. */
const creations = sharedScene({
  id: 'store: orders with other values in place of objects',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const [reader, title] = [createUser(s), content(s)];
    const body = permission(s, reader, [title]);
    const send = (more: Record<string, Val>): Handle =>
      s.call('createOrder', {body: {...body, ...more}});
    return {
      right: send({}),
      nullAlone: send({products: [null]}),
      nullBeside: send({products: [title, null]}),
      textAlone: send({products: ['every title']}),
      emptyBeside: send({products: [title, {}]}),
      userIsText: send({user: 'nora'}),
      userIsList: send({user: ['nora']}),
    };
  },
});

/** Each of the creations is refused, if the right one is accepted: with 400 or 422 (NS-ST-54). */
const expectAllRefused = (right: Exchange, others: Record<string, Exchange>): Judgement =>
  whenServed(right, () =>
    all(
      ...Object.entries(others).map(([name, other]) =>
        expectRefused(other, `not refused: ${name}`),
      ),
    ),
  );

const PLACE = 'where no object is given';

/** The checks of products and users that are no objects. */
export const noObjects: Check[] = [
  ...checksAt(creations, 'store.orders.product-type-is-required', {
    [PLACE]: ({right, nullAlone, nullBeside, textAlone, emptyBeside}) =>
      expectAllRefused(right, {nullAlone, nullBeside, textAlone, emptyBeside}),
  }),
  ...checksAt(creations, 'store.orders.user-is-required', {
    [PLACE]: ({right, userIsText, userIsList}) => expectAllRefused(right, {userIsText, userIsList}),
  }),
];
