import type {Chapter} from '../../chapter.ts';
import {accessBeside} from './access-beside.ts';
import {accessSequences} from './access-sequences.ts';
import {access} from './access.ts';
import {afterEveryChange} from './after-every-change.ts';
import {bothNames} from './both-names.ts';
import {cancellations, cancelling} from './cancelling.ts';
import {endOfMany} from './end-of-many.ts';
import {endOfUsers} from './end-of-users.ts';
import {expirationDays} from './expiration-days.ts';
import {filtering} from './filtering.ts';
import {foreignReferences} from './foreign-references.ts';
import {kindsOfPermissions} from './kinds-of-permissions.ts';
import {namedByReference, namedInParticular} from './named-by-reference.ts';
import {namesakes} from './namesakes.ts';
import {newAddresses} from './new-addresses.ts';
import {paidSales} from './paid-sales.ts';
import {pausing} from './pausing.ts';
import {races} from './races.ts';
import {reading, unknownOrders} from './reading.ts';
import {sales} from './sales.ts';
import {sequences} from './sequences.ts';
import {tenancy} from './tenancy.ts';
import {updateRaces} from './update-races.ts';
import {updating} from './updating.ts';
import {usersWithSigns} from './users-with-signs.ts';
import {readsOfOrders, writesOnOrders} from './writes-on-orders.ts';
import {ranges} from './filter-ranges.ts';
import {severalFilters, filterPairs} from './filter-combinations.ts';
import {userIdFirst} from './user-id-first.ts';

/** Existing orders: reads, lists, updates, cancellations, and the access that they give. */
export const moves: Required<
  Pick<Chapter, 'provocations' | 'checks' | 'models' | 'properties' | 'writes' | 'reads'>
> = {
  provocations: unknownOrders,
  checks: [
    ...reading,
    ...filtering,
    ...ranges,
    ...severalFilters,
    ...userIdFirst,
    ...newAddresses,
    ...usersWithSigns,
    ...namedInParticular,
    ...updating,
    ...updateRaces,
    ...cancelling,
    ...bothNames,
    ...sales,
    ...paidSales,
    ...access,
    ...accessBeside,
    ...endOfUsers,
    ...endOfMany,
    ...kindsOfPermissions,
    ...tenancy,
    ...namesakes,
    ...foreignReferences,
  ],
  models: [sequences, accessSequences],
  properties: [
    ...namedByReference,
    ...filterPairs,
    ...expirationDays,
    ...afterEveryChange,
    ...pausing,
    ...cancellations,
    ...races,
  ],
  writes: writesOnOrders,
  reads: readsOfOrders,
};
