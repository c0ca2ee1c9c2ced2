/**
 * How long a checkout URL is valid: `ttl` seconds from the response, or, by the older description, until the instant
 * of `expires_on` (NS-ST-26).
 */

import type {Exchange} from '../../../../spec/exchange.ts';
import {sideOf, spanOf} from '../../../values/ages.ts';
import {instantOf, zonedInstant} from '../../../values/datetimes.ts';
import type {Judgement} from '../../../language/check.ts';
import {when} from '../../../language/judge.ts';
import type {Handle} from '../../../language/script.ts';
import type {ToldDuration} from '../../../../spec/step.ts';
import {orderIn} from '../../order-rows.ts';

/** The typical validity (Resources / Order). */
export const TYPICAL_MS = 3_600_000;

/** A time may be cut to whole seconds. */
const CUT_MS = 1000;

/** Where a checkout URL was shown, when it was opened, and who the buyer is. */
export interface Opening {
  /** The response with the checkout. */
  shown: Exchange;
  opened: Exchange;
  /** The creation of the buyer: its `created_at` shows the time of the deployment's clock. */
  buyer: Exchange;
}

/** The instants between which something happened, on the run's clock. */
interface Between {
  earliest: number;
  latest: number;
}

const checkoutIn = (shown: Exchange): {ttl?: unknown; expires_on?: unknown} =>
  orderIn(shown).checkout ?? {};

/**
 * The end of a checkout's validity by its `expires_on`.
 * @param createdAt the time of the buyer's creation, as the deployment shows it
 */
function endBy(expiresOn: number, createdAt: number, buyer: Exchange): Between {
  const {sent, took} = spanOf(buyer);
  return {
    earliest: expiresOn - createdAt + sent - CUT_MS,
    latest: expiresOn - createdAt + sent + took + CUT_MS,
  };
}

/**
 * The end by an `expires_on` without a zone: its zone is taken to be UTC, or that in which the deployment shows
 * other dates, if the validity is the typical one then. It is unknown otherwise.
 */
function endWithoutZone(shown: Exchange, buyer: Exchange): Between | undefined {
  const end = instantOf(checkoutIn(shown).expires_on);
  const {timestamp, date} = buyer.body?.data?.created_at ?? {};
  const {sent, took} = spanOf(shown);
  return [timestamp, date]
    .map((time: unknown) => endBy(end, instantOf(time), buyer))
    .find(
      ({earliest, latest}) => earliest - sent - took <= TYPICAL_MS && latest - sent >= TYPICAL_MS,
    );
}

/** When the validity of a checkout URL ends; undefined if that cannot be known. */
function endOfValidity({shown, buyer}: Omit<Opening, 'opened'>): Between | undefined {
  const {ttl, expires_on: expiresOn} = checkoutIn(shown);
  if (typeof ttl === 'number') {
    const {sent, took} = spanOf(shown);
    return {earliest: sent + ttl * 1000, latest: sent + took + ttl * 1000};
  }
  const end = zonedInstant(expiresOn);
  if (Number.isNaN(end)) return endWithoutZone(shown, buyer);
  const at: unknown = buyer.body?.data?.created_at;
  const {timestamp = at} = (at ?? {}) as {timestamp?: unknown};
  const createdAt = typeof timestamp === 'number' ? instantOf(timestamp) : zonedInstant(timestamp);
  return Number.isNaN(createdAt) ? undefined : endBy(end, createdAt, buyer);
}

/** Whether a checkout says that it lasts for another time than the typical one. */
export const lastsOtherwise = ({shown}: Pick<Opening, 'shown'>): boolean => {
  const {ttl} = checkoutIn(shown);
  return typeof ttl === 'number' && ttl * 1000 !== TYPICAL_MS;
};

/** Whether a checkout URL was opened surely within its validity, surely after it, or neither. */
export function stageOf(opening: Opening): 'within' | 'after' | 'unknown' {
  const end = endOfValidity(opening);
  if (!end) return 'unknown';
  const {sent, took} = spanOf(opening.opened);
  return STAGES[sideOf({least: sent - end.latest, most: sent + took - end.earliest}, 0)];
}

const STAGES = {before: 'within', near: 'unknown', after: 'after'} as const;

/** Why it is not known whether a URL was opened within its validity, or after it. */
function whyUnknown(stage: 'within' | 'after', opening: Opening): string {
  const {ttl, expires_on: expiresOn} = checkoutIn(opening.shown);
  if (ttl === undefined && typeof expiresOn === 'string' && !endOfValidity(opening))
    return Number.isNaN(zonedInstant(expiresOn))
      ? `the time zone of \`expires_on\` (${expiresOn}) is not known: a time with its zone, or \`ttl\`, would tell when the URL expires`
      : '`created_at` of the buyer does not show the time of the deployment, with which `expires_on` is compared';
  return `whether the URL was opened ${stage} its \`ttl\` is not sure`;
}

/** Judges a URL that was surely opened within its validity, or surely after it. */
export const whenOpened = (
  stage: 'within' | 'after',
  opening: Opening,
  judgement: () => Judgement,
): Judgement => when(stageOf(opening) === stage, whyUnknown(stage, opening), judgement);

/**
 * The validity that a checkout shows, for a wait.
 * @param checkout JSON Pointer to it
 */
export const validityAt = (
  shown: Handle,
  checkout: string,
  buyer: Handle,
): Pick<ToldDuration, 'seconds' | 'end' | 'foreseen'> => ({
  seconds: shown.at(`${checkout}/ttl`),
  end: {at: shown.at(`${checkout}/expires_on`), clock: buyer.at('/data/created_at/timestamp')},
  foreseen: TYPICAL_MS / 1000,
});
