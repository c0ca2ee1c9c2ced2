/** Mails to users who got another address (Events). */

import type {Exchange} from '../../../spec/exchange.ts';
import {toText} from '../../../spec/json.ts';
import type {Val} from '../../../spec/value.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {expectThat, notApplicable, undecided} from '../../language/judge.ts';
import {isCreated} from '../../language/outcome.ts';
import type {Handle, Script} from '../../language/script.ts';
import {awaitMail, mailsIn, pay, readMail, type MailKind} from '../buying.ts';
import {orderIn} from '../order-rows.ts';
import {content, createOrder, priced, readOrder, userOf, type Buyer} from '../ordering.ts';
import {createUser, update, updateOf} from '../people.ts';

/** Records an update that gives a user another address. */
function giveAddress(
  s: Script,
  {created, body}: ReturnType<typeof createUser>,
): {email: Val; updated: Handle} {
  const email = s.fresh('email');
  return {email, updated: update(s, created, {...updateOf(body), email})};
}

/** Records the mails to the new address once there are some, and those to the old one. */
const readBoth = (s: Script, {body}: Buyer, email: Val, kind: MailKind) => ({
  toNew: awaitMail(s, email, kind),
  toOld: readMail(s, body.email),
});

/** The address of the user that a response shows of an order. */
const addressIn = (shown: Exchange): string =>
  toText((orderIn(shown).user as {email?: unknown} | undefined)?.email).toLowerCase();

/** A mail about an order goes to the address that the order shows, which is the new one. */
function expectMailToNewAddress(
  {shown, updated, toNew, toOld}: Record<'shown' | 'updated' | 'toNew' | 'toOld', Exchange>,
  kind: MailKind,
): Judgement {
  const email = toText(updated.requestBody?.email).toLowerCase();
  if (addressIn(shown) !== email) return notApplicable('the order shows another address');
  const [arrived, strayed] = [toNew, toOld].map((mails) => mailsIn(mails, kind).length > 0);
  // Other checks require that a mail is sent at all.
  if (!arrived && !strayed) return undecided('no mail came');
  return expectThat(arrived === true, {
    branch: 'sent-to-the-old-address',
    expected: `a mail ${kind} to the address that the order shows`,
    got: arrived ? 'it' : 'one to the address that the user had before',
    at: toNew,
  });
}

/** The checks of mails to these users. */
export const newAddresses: Check[] = [
  check({
    rule: 'store.events.approved-sale-mails-the-user',
    place: 'a user with a new address',
    onlyOnTestTargets: true,
    act: (s) => {
      const reader = createUser(s);
      const created = createOrder(s, priced(s, 'sale', reader, [content(s)]));
      const {email, updated} = giveAddress(s, reader);
      const shown = readOrder(s, created);
      pay(s, created);
      return {updated, shown, ...readBoth(s, reader, email, 'sale-approved')};
    },
    judge: (seen) => expectMailToNewAddress(seen, 'sale-approved'),
  }),
  check({
    rule: 'store.events.report-order-mails-the-user',
    place: 'a user with a new address',
    onlyOnTestTargets: true,
    act: (s) => {
      const reader = createUser(s);
      const {email, updated} = giveAddress(s, reader);
      const body = priced(s, 'report', reader, [content(s)]);
      const user = {id: userOf(s, reader).id};
      const shown = s.call('createOrder', {body: {...body, user}});
      return {updated, shown, ...readBoth(s, reader, email, 'order-reported')};
    },
    judge: (seen) =>
      isCreated(seen.shown)
        ? expectMailToNewAddress(seen, 'order-reported')
        : notApplicable('no order of a user is created by the id alone (NS-ST-31, NS-ST-33)'),
  }),
];
