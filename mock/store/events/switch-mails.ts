import {defined} from '../../../spec/defined.ts';
import type {Transition} from '../../operation.ts';
import type {StoreRow} from '../access/rows.ts';
import type {MailKind} from '../orders/order.ts';
import {MAIL_SWITCHES} from './mails.ts';

/** The setting in the dashboard. */
export interface MailSwitch {
  on: boolean;
  /** The mails about report orders, about sales, or both. */
  of: keyof typeof MAIL_SWITCHES | 'all';
}

/** Enables or disables mails of a store, as its notification settings do (Events). */
export const switchMails: Transition = (view, {body}) => {
  const {on, of} = body as MailSwitch;
  const store = defined(view.find<StoreRow>('stores', view.tenant), 'the store');
  const meant: MailKind[] = of === 'all' ? Object.values(MAIL_SWITCHES) : [MAIL_SWITCHES[of]];
  const others = (store.mails_off ?? []).filter((kind) => !meant.includes(kind));
  const put: StoreRow = {...store, mails_off: on ? others : [...others, ...meant]};
  return {situation: 'mails-switched', changes: [{table: 'stores', put}]};
};
