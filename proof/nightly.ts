/**
 * `npm run nightly:seeds [seeds]` runs every check on mocks that obey the documents, seed by seed,
 * through every front of `fronts.ts` and with a row of freedoms. It prints each false accusation
 * and a summary line, and exits with 1 when there is an accusation.
 */
import {defined} from '../spec/defined.ts';
import {loadSpecification} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import {realClock} from '../suites/engine/ports.ts';
import {accusationsOn} from './accusations.ts';
import {combinations} from './freedoms.ts';
import {FRONTS, mockWithFreedoms, type Front} from './fronts.ts';

const seeds = Number(process.argv[2] ?? 100);
const specifications = {
  workspace: loadSpecification('workspace'),
  store: loadSpecification('store'),
};
const rows = combinations();
const began = realClock.now();
let accusations = 0;
let runs = 0;
for (let seed = 1; seed <= seeds; seed += 1) {
  const {checks} = allChecks(specifications, seed);
  for (const open of [...Object.values(FRONTS), openFreedoms]) {
    const front = await open(specifications, seed);
    const found = await accusationsOn(specifications, checks, front, seed, realClock);
    for (const {front: name, rule, verdict, reason} of found)
      process.stdout.write(`seed ${seed}, ${name}: ${rule} ${verdict}: ${reason}\n`);
    accusations += found.length;
    runs += 1;
  }
}
const elapsed = Math.round((realClock.now() - began) / 1000);
process.stdout.write(
  `${seeds} seeds, ${runs} runs on mocks that obey the documents: ` +
    `${accusations} false accusations, ${elapsed} s.\n`,
);
process.exitCode = accusations ? 1 : 0;

/** A mock with one row of the freedoms, another for each seed. */
function openFreedoms(_specifications: unknown, seed: number): Promise<Front> {
  const index = (seed - 1) % rows.length;
  const row = defined(rows[index], 'a row of freedoms');
  return mockWithFreedoms(seed, `freedoms, row ${index + 1}`, row);
}
