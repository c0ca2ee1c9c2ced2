import type {PlaceVerdict, RunRecord} from '../spec/run-record.ts';
import {quantity} from '../spec/quantity.ts';
import {withSimplestEvidence} from '../spec/simplest-evidence.ts';

/** How many requests the simplest way to a failure has, if it was simplified: `4 requests, from 37`. */
export function wayText({evidence, shrunk}: PlaceVerdict): string | undefined {
  const requests = shrunk?.evidence.requests;
  if (requests === undefined) return undefined;
  const from = evidence?.requests;
  const isFewer = from !== undefined && from > requests;
  return `${quantity(requests, 'request')}${isFewer ? `, from ${from}` : ', with plainer values'}`;
}

/** Why no simpler way to a failure was found; undefined if there is nothing to say. */
export const notShrunkText = ({notShrunk}: PlaceVerdict): string | undefined =>
  notShrunk === undefined ? undefined : `no shorter way was looked for or found: ${notShrunk}`;

/** Says in which order the requests of a race explain what was seen, or that none does. */
export function raceText(place: PlaceVerdict): string | undefined {
  const {raceOrder: found} = place;
  if (!found) return undefined;
  const {requests, order} = found;
  const nameOf = (id: string): string => {
    const at = requests.findIndex(({step}) => step === id);
    return `request ${at + 1} (${requests[at]?.op})`;
  };
  const all = requests.map(({step}) => nameOf(step)).join(' and ');
  return order
    ? `${all} were sent at the same moment; they were answered as if sent in this order: ${order.map(nameOf).join(', then ')}`
    : `${all} were sent at the same moment; no order explains the responses`;
}

/** The requests of a failure that were sent at the same moment, race by race. */
export function racesOf(place: PlaceVerdict): RacedExchange[][] {
  const raced = (withSimplestEvidence(place).evidence?.exchanges ?? []).filter(isRaced);
  const races = [...new Set(raced.map(({race}) => race.step))];
  return races.map((step) => raced.filter(({race}) => race.step === step));
}

type Shown = NonNullable<PlaceVerdict['evidence']>['exchanges'][number];

/** A request of a race, with the times at which it was sent and answered. */
export type RacedExchange = Shown & {race: NonNullable<Shown['race']>};

const isRaced = (one: Shown): one is RacedExchange => one.race !== undefined;

/** What looking for simpler ways cost on a deployment. */
export const shrinkingLines = ({shrinkingRequests, target}: RunRecord): string[] =>
  shrinkingRequests && target.kind === 'deployment'
    ? [
        `Looking for shorter ways to the failures took ${quantity(shrinkingRequests, 'further request')}.`,
      ]
    : [];
