import type {Api} from '../../spec/rule.ts';
import type {Certification, Trial} from './certification.ts';

/** Seeds of the trials of correct servers. */
const SEEDS = [1, 2, 3, 4, 5];

const DAY = 86_400;

/**
 * Seconds between a first and a second run, for one seed after the other: enough for the next cycle
 * of the allowance, which the first run spends; none; and enough for every minute window.
 */
const PAUSES = [31 * DAY, 0, 120, 31 * DAY, 0];

/**
 * Trials of a correct server: every combination of credentials and hooks with several seeds, each
 * run twice on one server.
 */
export const correctTrials = (api: Api, seeds = SEEDS): Trial[] =>
  seeds.flatMap((seed, index) =>
    (['all', 'minimal'] as const).flatMap((credentials) =>
      [true, false].map((hooks) => ({
        api,
        seed,
        credentials,
        hooks,
        runs: 2,
        pause: PAUSES[index % PAUSES.length] ?? 0,
      })),
    ),
  );

/** Where an accusation was made: `seed 3, all credentials, hooks, run 2 after 120 s`. */
function placeOf({trial, run}: Certification): string {
  const {seed, credentials, hooks, pause = 0} = trial;
  const withHooks = hooks ? 'hooks' : 'no hooks';
  const again = run === 1 ? '' : ` after ${pause} s`;
  return `seed ${seed}, ${credentials} credentials, ${withHooks}, run ${run}${again}`;
}

/** Rules that were not green on correct servers: one line for each rule, verdict and reason. */
export function accusationsIn(certifications: Certification[]): string[] {
  const places = new Map<string, string[]>();
  const add = (accusation: string, certification: Certification): void => {
    places.set(accusation, [...(places.get(accusation) ?? []), placeOf(certification)]);
  };
  for (const certification of certifications) {
    const {unfinished, notGreen} = certification;
    if (unfinished !== undefined) add(unfinished, certification);
    for (const {rule, verdict, reason} of notGreen)
      add(`${verdict} ${rule}: ${reason}`, certification);
  }
  return [...places].map(
    ([accusation, seen]) => `${accusation} (${seen.length}: ${seen.slice(0, 3).join('; ')})`,
  );
}
