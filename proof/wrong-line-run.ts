import type {Api} from '../spec/rule.ts';
import type {Specification} from '../spec/specification.ts';
import type {Check} from '../suites/language/check.ts';
import {run} from '../suites/engine/run.ts';
import {relabelledProfiles} from './fronts.ts';
import {stranger} from './stranger.ts';
import type {WrongLine} from './wrong-lines.ts';

/**
 * Runs the checks of an API on a correct deployment with a profile that contains one mistake.
 * @param checks of any API; those of the other are ignored
 * @returns the rules that failed, with reasons: each is a false accusation
 */
export async function accusedWith(
  specifications: Record<Api, Specification>,
  checks: Check[],
  seed: number,
  {api, profile}: WrongLine & {api: Api},
): Promise<string[]> {
  const right = relabelledProfiles(specifications);
  const {target, clock, close} = await stranger(specifications, {
    profiles: {...right, [api]: profile},
  });
  try {
    const mine = checks.filter(({rule}) => rule.startsWith(`${api}.`));
    const {rules} = await run({specifications, checks: mine, target, seed, clock});
    return rules
      .filter(({verdict}) => verdict === 'failed' || verdict === 'harness-error')
      .map(({rule, reason}) => `${rule}: ${reason}`);
  } finally {
    await close();
  }
}
