import {createMock} from '../../mock/create-mock.ts';
import {sendLane, type LanePlan, type Tally} from '../../mock/testing/fuzz-lanes.ts';
import {findingOf, type Attack} from './attack.ts';

/** Milliseconds within which a request has to be answered. */
const PATIENCE = 120_000;

/** The fractions of the requests that each origin receives, with and without limits; their sum is one. */
const PARTS: [origin: LanePlan['origin'], limits: boolean, part: number][] = [
  ['workspace', false, 0.3],
  ['workspace', true, 0.05],
  ['store', false, 0.3],
  ['store', true, 0.05],
  ['objects', false, 0.15],
  ['control', false, 0.15],
];

/**
 * Sends generated requests, from well-meant to hostile, to every operation of every origin: no response may be a
 * server error, and a refusal must have the failure shape of its origin and change nothing.
 */
export const requests: Attack = {
  name: 'requests',
  unit: 'requests',
  full: 1_000_000,
  short: 200,
  async run({times, seed}, count) {
    const mock = await createMock();
    try {
      const sent = PARTS.map(([origin, limits, part], number) => {
        const plan = {origin, limits, count: Math.max(1, Math.round(times * part))};
        return sendLane(mock, plan, number, {seed, patience: PATIENCE, sent: count});
      });
      const outcomes = await Promise.allSettled(sent);
      const tallies = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const findings = outcomes.flatMap((one) =>
        one.status === 'rejected' ? [findingOf(one.reason)] : [],
      );
      return {
        tried: tallies.reduce((sum, one) => sum + totalOf(one), 0),
        figure: figureOf(tallies),
        findings,
      };
    } finally {
      await mock.close();
    }
  },
};

const totalOf = ({answered, silent}: Tally): number =>
  Object.values(answered).reduce((sum, one) => sum + one, silent);

/** The number of responses with each class of statuses, for example `2xx 10, 4xx 190`. */
function figureOf(tallies: readonly Tally[]): string {
  const classes = new Map<string, number>();
  for (const {answered, silent} of tallies) {
    for (const [status, count] of Object.entries(answered)) {
      const name = `${status.slice(0, 1)}xx`;
      classes.set(name, (classes.get(name) ?? 0) + count);
    }
    classes.set('closed', (classes.get('closed') ?? 0) + silent);
  }
  return [...classes]
    .toSorted()
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
