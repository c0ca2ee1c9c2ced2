import type {Mail} from '../commerce-types.ts';
import {MINUTE} from '../time.ts';
import type {Context, User} from '../types.ts';

/** Whether a faulty server takes the mail of a sale for one that it has just sent. */
export function isMerged(context: Context, user: User, kind: Mail['kind']): boolean {
  if (kind !== 'sale-approved' || !context.faults.has('sale-mails-of-a-minute-merged'))
    return false;
  const lately = context.now() - MINUTE;
  return context.store.commerce.mails.some((one) => {
    return one.to === user.email && one.kind === kind && one.at > lately;
  });
}
