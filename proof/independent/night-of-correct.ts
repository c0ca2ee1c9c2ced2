import type {Api} from '../../spec/rule.ts';
import {shardNamed, shardOf} from '../nightly-options.ts';
import {failedIn} from './attribution.ts';
import type {Certification, Trial} from './certification.ts';
import {accusationsIn, correctTrials} from './correct-trials.ts';
import {apisOf, hooksOf, print, type Options} from './night-options.ts';
import {playAll} from './play-all.ts';

/** Certifies servers without a fault; exits with 1 when one is accused. */
export async function certifyCorrect(options: Options): Promise<void> {
  const trials = apisOf(options).flatMap((api) =>
    options['real-time'] ? [inRealTime(api, options)] : trialsOf(api, options),
  );
  const chosen = shardOf(trials, shardNamed(options.shard));
  const played = await playAll('correct servers', chosen, options, (certifications) => {
    if (options.verbose) for (const one of certifications) print(correctLine(one));
  });
  for (const api of apisOf(options)) {
    const own = played.filter(({trial}) => trial.api === api);
    const accusations = accusationsIn(own);
    const seconds = own.reduce((total, {took}) => total + took, 0) / 1000;
    print(`${api}: ${own.length} runs, ${accusations.length} accusations, ${seconds.toFixed(0)} s`);
    for (const line of accusations) print(`  ${line}`);
    if (accusations.length) process.exitCode = 1;
  }
}

const trialsOf = (api: Api, options: Options): Trial[] =>
  correctTrials(api).filter(({hooks}) => hooksOf(options).includes(hooks));

function inRealTime(api: Api, {hooks = false}: Options): Trial {
  return {api, seed: 1, credentials: 'all', hooks, runs: 1, realTime: true};
}

function correctLine(certification: Certification): string {
  const {trial, run, unfinished} = certification;
  const failed = failedIn(certification).join(', ') || 'no rule failed';
  return `${trial.api}, seed ${trial.seed}, run ${run}: ${unfinished ?? failed}`;
}
