/**
 * `npm run nightly:independent -- [options]` certifies the independent servers with their faults,
 * or without any (`--correct`), and prints what the suite did not see, or whom it accused.
 *
 *     --api workspace|store   one of the two
 *     --part P                which faults (a): a to h, several as `f+g`, or all
 *     --half a|b              one half of the faults of the parts F and G (both)
 *     --kind flat|deep|all    which of them (all)
 *     --effort E          standard or deep (standard)
 *     --hooks, --no-hooks     with or without hooks alone (both)
 *     --own-chapter           checks the rules of a fault's own chapter alone: quick, and finds no more than a whole run
 *     --unseen-in FILE        only faults that no run of this file found; can be repeated
 *     --shard I/N             every N-th fault, variant or correct server, from the I-th on (1/1)
 *     --only NAME             one fault, or one variant; can be repeated; `a+b`: two variants at once
 *     --correct               servers without a fault: seeds, credentials, hooks, first and second run
 *     --variants              servers with one conforming variant after the other
 *     --groups N              with --variants: all of them, dealt out by turns to N servers (each has its own)
 *     --words W               with --variants: the profile is named, silent or speechless (named)
 *     --seed N                with --variants: the seed (1)
 *     --chapter C             with --variants: rules of one chapter (`orders`); can be repeated
 *     --real-time             with --correct: one run of each server in real time
 *     --verbose               prints each run as it ends
 *     --processes N           how many processes certify (2)
 *     --json FILE             every run (presscheck-report/independent.json)
 *     --merge FILE            runs nothing: prints the runs of faults in these files together; can be repeated
 */
import {refusing} from '../nightly-options.ts';
import {certifyCorrect} from './night-of-correct.ts';
import {certifyFaults} from './night-of-faults.ts';
import {certifyVariants} from './night-of-variants.ts';
import {print, readOptions} from './night-options.ts';

async function main(): Promise<void> {
  const options = readOptions();
  if (options.variants) await certifyVariants(options);
  else if (options.correct) await certifyCorrect(options);
  else await certifyFaults(options);
  print(`Every run is in ${options.json}.`);
}

await refusing(main);
