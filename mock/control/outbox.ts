import {isRefused} from '../operation.ts';
import type {StoreRow} from '../store/access/rows.ts';
import type {MailKind} from '../store/orders/order.ts';
import type {MailQuery, ShownMail} from '../store/events/outbox.ts';
import {textOfMail} from '../store/events/mails.ts';
import type {MailSwitch} from '../store/events/switch-mails.ts';
import {outboxPage, type PageMail} from '../site/outbox-page.ts';
import type {World} from '../world/world.ts';
import {idOf, rowOf, worldOf, type ControlRequest, type Handler} from './handler.ts';

/** Milliseconds of real time between two checks of the outbox. */
const EVERY = 50;

/** A filter for mails, and how long to wait for one. */
interface Waiting extends MailQuery {
  /** Milliseconds of real time to wait for a mail; 0: no wait. */
  wait: number;
}

/** The outbox of a world: mails that a real store would have sent (Events). */
export const outboxOperations: Record<string, Handler> = {
  async getOutbox(request) {
    const world = worldOf(request);
    const {store, to, kind, wait_ms: wait = '0'} = request.query;
    if (store !== undefined) rowOf(world, 'stores', 'store', store);
    const query: Waiting = {
      wait: Number(wait),
      ...(to !== undefined && {to}),
      ...(kind !== undefined && {kind: kind as MailKind}),
    };
    // While it waits the world may be dropped, or become one with other stores.
    const stores = () => (store === undefined ? storesOf(worldOf(request)) : [store]);
    return {status: 200, body: {mail: await mailsOf(request, stores, query)}};
  },
};

/** The outbox of a world as an HTML page. */
export async function outboxPageOf(request: ControlRequest): Promise<string> {
  const world = worldOf(request);
  const mails = await mailsOf(request, () => storesOf(world), {wait: 0});
  return outboxPage(world.id, mails.reverse());
}

/** Hooks for the outbox of one store. They have no path of their own: `callHook` calls them. */
export const outboxHooks: Record<string, Handler> = {
  async readMail(request: ControlRequest<MailQuery & {wait_ms?: number}>) {
    const {wait_ms: patience = 0, ...query} = request.body;
    // With a frozen clock nothing becomes due: everything that was to be sent has been sent.
    const wait = worldOf(request).clock.frozen ? 0 : patience;
    return {
      status: 200,
      body: {mails: await mailsOf(request, () => [idOf(request)], {...query, wait})},
    };
  },

  async switchMails(request: ControlRequest<MailSwitch>) {
    const {site, body} = request;
    const call = {operation: 'switchMails', tenant: idOf(request), body};
    await site.perform(worldOf(request), call);
    return {status: 200, body: {}};
  },
};

const storesOf = (world: World): string[] =>
  ([...world.table('stores').all()] as StoreRow[]).map(({key}) => key);

/** The mails of some stores. If there are none, waits for the first. */
async function mailsOf(
  request: ControlRequest,
  stores: () => readonly string[],
  {wait, ...query}: Waiting,
): Promise<MailWithAddresses[]> {
  for (let left = wait; ; left -= EVERY) {
    const found = await Promise.all(stores().map((store) => mailsOfStore(request, store, query)));
    const mails = found.flat().sort((a, b) => a.at - b.at);
    if (mails.length || left <= 0) return mails.map((mail) => withAddresses(request, mail));
    await request.wait(Math.min(EVERY, left));
  }
}

async function mailsOfStore(
  request: ControlRequest,
  tenant: string,
  body: MailQuery,
): Promise<ShownMail[]> {
  const call = {operation: 'readMails', tenant, body};
  const {outcome} = await request.site.perform(worldOf(request), call);
  return isRefused(outcome) ? [] : (outcome.body as {mails: ShownMail[]}).mails;
}

/** A mail with its text and complete URLs; `at` is ISO 8601. */
type MailWithAddresses = PageMail & Pick<ShownMail, 'id'>;

const withAddresses = (
  request: ControlRequest,
  {at, links, ...mail}: ShownMail,
): MailWithAddresses => {
  const urls = links.map(({path}) => request.url('store', worldOf(request).id) + path);
  return {
    ...mail,
    at: new Date(at).toISOString(),
    text: textOfMail(mail.kind, mail.order, urls),
    links: urls,
  };
};
