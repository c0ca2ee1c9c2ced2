import type {Chapter} from '../../language/chapter.ts';
import {accessBeside} from './access/access-beside.ts';
import {accessSequences} from './access/access-sequences.ts';
import {access} from './access/access.ts';
import {afterEveryChange} from './change/after-every-change.ts';
import {bothNames} from './change/both-names.ts';
import {cancellations, cancelling} from './change/cancelling.ts';
import {endOfUsers} from './end-of-users.ts';
import {expirationDays} from './change/expiration-days.ts';
import {filtering} from './list/filtering.ts';
import {foreignReferences} from './read/foreign-references.ts';
import {kindsOfPermissions} from './access/kinds-of-permissions.ts';
import {namedByReference, namedInParticular} from './read/named-by-reference.ts';
import {nearReferences} from './read/near-references.ts';
import {namesakes} from './read/namesakes.ts';
import {byUser} from './list/by-user.ts';
import {paidSales} from './change/sales.ts';
import {pausing} from './change/pausing.ts';
import {races} from './change/races.ts';
import {reading, unknownOrders} from './read/reading.ts';
import {sales} from './change/sales.ts';
import {sequences} from './change/sequences.ts';
import {tenancy} from './read/tenancy.ts';
import {updateRaces} from './change/races.ts';
import {updating} from './change/updating.ts';
import {readsOfOrders, writesOnOrders} from './change/writes-on-orders.ts';
import {manyProducts} from './change/many-products.ts';
import {ranges} from './list/filter-ranges.ts';

/** Existing orders: reads, lists, updates, cancellations, and the access that they give. */
export const moves: Required<
  Pick<Chapter, 'provocations' | 'checks' | 'models' | 'properties' | 'writes' | 'reads'>
> = {
  provocations: unknownOrders,
  checks: [
    ...reading,
    ...filtering,
    ...ranges,
    ...byUser,
    ...namedInParticular,
    ...updating,
    ...manyProducts,
    ...updateRaces,
    ...cancelling,
    ...bothNames,
    ...sales,
    ...paidSales,
    ...access,
    ...accessBeside,
    ...endOfUsers,
    ...kindsOfPermissions,
    ...tenancy,
    ...namesakes,
    ...foreignReferences,
  ],
  models: [sequences, accessSequences],
  properties: [
    ...namedByReference,
    ...nearReferences,
    ...expirationDays,
    ...afterEveryChange,
    ...pausing,
    ...cancellations,
    ...races,
  ],
  writes: writesOnOrders,
  reads: readsOfOrders,
};
