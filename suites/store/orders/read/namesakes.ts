/** The end of a user leaves the orders of users of other stores alone, who have the same names. */

import {check, type Check} from '../../../language/check.ts';
import {all, notApplicable, when} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import {byId, newProduct, order, permission, priced} from '../../ordering.ts';
import {expectAsBefore, orderIn} from '../../order-rows.ts';
import {createUser, deactivate, newUser} from '../../people.ts';

const as = 'second-store' as const;

/** The check of the orders of a namesake in another store. */
export const namesakes: Check[] = [
  check({
    rule: 'store.access.foreign-write-has-no-effect',
    place: 'on orders of a namesake of those who leave',
    onlyOnTestTargets: true,
    act: (s) => {
      const reader = createUser(s);
      const {email, external_id: externalId} = reader.body;
      s.call('createUser', {as, body: {...newUser(s), email, external_id: externalId}});
      const product = newProduct(s);
      // The other store has no title that is known: a sale makes one.
      order(s, priced(s, 'sale', reader, [product]), {as});
      const theirs = order(s, permission(s, reader, [{type: 'content', id: product.id}]), {as});
      const read = () => s.call('getOrder', {...byId(theirs), as, optional: true});
      const before = read();
      deactivate(s, reader.created);
      const afterDeactivation = read();
      deactivate(s, reader.created, {anonymize: 'true'});
      return {theirs, before, afterDeactivation, afterAnonymization: read()};
    },
    judge: ({theirs, before, afterDeactivation, afterAnonymization}) =>
      isCreated(theirs)
        ? when(orderIn(before).status === 'approved', 'the order was not active', () =>
            all(
              () => expectAsBefore(before, afterDeactivation, 'changed by a deactivation'),
              () => expectAsBefore(before, afterAnonymization, 'changed by an anonymization'),
            ),
          )
        : notApplicable('the other store did not accept such an order'),
  }),
];
