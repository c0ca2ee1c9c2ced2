import type {Defect, Seam} from '../../defect.ts';
import {refuse} from '../../operation.ts';
import {around, atPlace, breaking} from '../breaking.ts';

/** Never refuses `HEAD` by a limit. */
const headsFree = (situation: string, ...operations: string[]): Seam => ({
  seam: 'skip',
  situation,
  in: operations,
  methods: ['HEAD'],
});

/** Carries out a request that the minute limit refuses. */
export const carriedOut = (operation: string): Seam => ({
  seam: 'effect',
  situation: 'rate-limited',
  in: [operation],
});

/** Refuses the n-th request of an operation as if no read were left. */
const spentAt = (operation: string, nth: number): Seam =>
  around([operation], (next) => {
    let calls = 0;
    return (view, input) => {
      calls += 1;
      return calls === nth
        ? refuse('quota-spent', {
            expected: 'another request',
            got: 'this one',
            todo: 'send it again',
          })
        : next(view, input);
    };
  });

/** Defects of limits that do not count every request, or refuse some without effect alone. */
export const countedRequests: Defect[] = [
  ...atPlace(
    'by HEAD',
    breaking('store.limits.sixty-a-minute', {
      'HEAD is never refused in the minute': headsFree('rate-limited', 'listUsers'),
    }),
  ),
  ...atPlace(
    'each as one read',
    breaking('store.limits.head-counts-as-read', {
      // Three requests of GET come first.
      'the third HEAD is refused though a read is left': spentAt('listUsers', 6),
    }),
  ),
  ...atPlace(
    'when no read is left',
    breaking('store.limits.head-counts-as-read', {
      'HEAD of users is served when no read is left': headsFree('quota-spent', 'listUsers'),
      'HEAD of collections is served when no read is left': headsFree(
        'quota-spent',
        'listCollections',
      ),
    }),
  ),
  ...[
    'read last by another admin',
    'read last with a new token',
    'read last with a token that is deleted',
    'read last with a token that is regenerated',
  ].flatMap((place) =>
    atPlace(
      place,
      breaking('store.limits.five-thousand-reads-a-store', {
        [`each token has a store quota of its own, ${place}`]: {
          seam: 'count',
          count: {counter: 'store.limits.store_reads', by: ['credential', 'version']},
        },
      }),
    ),
  ),
  ...atPlace(
    'on plans and orders',
    breaking('store.limits.refused-has-no-effect', {
      'a refused creation of a plan is carried out': carriedOut('createPlan'),
      'a refused deletion of a plan is carried out': carriedOut('deletePlan'),
      'a refused order is carried out': carriedOut('createOrder'),
      'a refused cancellation is carried out': carriedOut('cancelOrder'),
    }),
  ),
];
