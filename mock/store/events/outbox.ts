import type {Transition, View} from '../../operation.ts';
import {Page} from '../../operation.ts';
import {readerPath} from '../orders/render-order.ts';
import type {MailKind, Order, OrderMail} from '../orders/order.ts';

/** A filter for the mails of a store; without members all of them. */
export interface MailQuery {
  to?: string;
  kind?: MailKind;
}

/** A mail in the form of the outbox. */
export interface ShownMail {
  id: string;
  /** Key of the store. */
  store: string;
  to: string;
  kind: MailKind;
  /** The id of the order. */
  order: string;
  subject: string;
  /** Epoch milliseconds. */
  at: number;
  /** The pages to which the mail links: those of the titles in its order. */
  links: Page[];
}

/** The maximum number of mails that the outbox returns, the newest ones. */
const SHOWN = 1000;

/** Reads the outbox of a store, oldest mail first. */
export const readMails: Transition = (view, {body}) => {
  const {to, kind} = body as MailQuery;
  const rows =
    to === undefined
      ? view.newest<OrderMail>('mails', {limit: SHOWN}).reverse()
      : view.all<OrderMail>('mails', 'to', to.toLowerCase()).slice(-SHOWN);
  const mails = rows
    .filter((mail) => kind === undefined || mail.kind === kind)
    .map((mail) => shownMail(view, mail));
  return {situation: 'mails-read', body: {mails}};
};

const shownMail = (view: View, mail: OrderMail): ShownMail => ({
  id: mail.key,
  store: mail.tenant,
  to: mail.to,
  kind: mail.kind,
  order: mail.order,
  subject: mail.subject,
  at: mail.at,
  links: linksOf(view.find<Order>('orders', mail.order)),
});

const linksOf = (order: Order | undefined): Page[] =>
  (order?.products ?? []).flatMap(({type}, at) =>
    order && type === 'content' ? [new Page(readerPath(order, at))] : [],
  );
