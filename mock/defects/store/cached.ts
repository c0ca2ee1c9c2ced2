import type {Defect, Seam} from '../../defect.ts';
import {header, status, together} from '../families/seams.ts';
import {defects} from '../table.ts';

const TAG = '"1"';

/** A read has one entity tag for good: whoever has read it once is told that nothing has changed. */
const standing = (operation: string): Seam =>
  together(
    header('success', 'etag', {set: TAG}, {in: [operation]}),
    header('success', 'cache-control', {set: 'no-cache'}, {in: [operation]}),
    status('success', 304, {in: [operation], requestHeader: {name: 'if-none-match', begins: TAG}}),
  );

const STANDING = 'to a client with a cache nothing changes';

/** What is shown to clients that ask whether something has changed. */
export const cached: Defect[] = defects({
  'store.users.update-is-kept @ users with near names read with a cache': {
    [STANDING]: standing('listUsers'),
  },
  'store.orders.expiration-applies-to-all-products @ orders of one user read with a cache': {
    [STANDING]: standing('getOrder'),
  },
  'store.content.update-is-kept @ contents read with a cache': {[STANDING]: standing('getIssue')},
  'store.plans.update-is-kept @ plans read with a cache': {[STANDING]: standing('listPlans')},
});
