/**
 * `npm run nightly:seeds [seeds]`: every check on mocks that obey the documents, seed by seed: as
 * they are, in other words, as a stranger meets them, and with a row of freedoms. Prints what
 * accused anybody, and a summary line.
 */
import {loadSpecification} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import {realClock} from '../suites/engine/ports.ts';
import {combinations} from './freedoms.ts';
import {FRONTS, mockWithFreedoms} from './fronts.ts';
import {accusationsOn, type Accusation} from './prove.ts';

const seeds = Number(process.argv[2] ?? 100);
const specifications = {
  workspace: loadSpecification('workspace'),
  store: loadSpecification('store'),
};
const rows = combinations();
const began = realClock.now();
const accusations: Accusation[] = [];
let runs = 0;
for (let seed = 1; seed <= seeds; seed += 1) {
  const {checks} = allChecks(specifications, seed);
  const row = (seed - 1) % rows.length;
  for (const open of [
    ...Object.values(FRONTS),
    () => mockWithFreedoms(seed, `freedoms, row ${row + 1}`, rows[row]!),
  ]) {
    const found = await accusationsOn(
      specifications,
      checks,
      await open(specifications, seed),
      seed,
      realClock,
    );
    for (const one of found)
      process.stdout.write(
        `seed ${one.seed}, ${one.front}: ${one.rule} ${one.verdict}: ${one.reason}\n`,
      );
    accusations.push(...found);
    runs += 1;
  }
}
process.stdout.write(
  `${seeds} seeds, ${runs} runs on mocks that obey the documents: ${accusations.length} accusations, ${Math.round((realClock.now() - began) / 1000)} s.\n`,
);
process.exitCode = accusations.length ? 1 : 0;
