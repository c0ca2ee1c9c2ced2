import {describe, expect, inject, it} from 'vitest';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import {isPlayedAsDeclared} from '../suites/testing/played-checks.ts';
import {relabelledProfiles} from './fronts.ts';
import {accusedWith} from './wrong-line-run.ts';
import {wrongLines} from './wrong-lines.ts';

const specifications = loadSpecifications();
const right = relabelledProfiles(specifications);
const seed = 3;
const checks = allChecks(specifications, seed).checks.filter(isPlayedAsDeclared);

/** Mistakes that `npm test` tries, of the sections in which a mistake concerns the most rules. */
const SAMPLE = [
  'paths readRun: typo',
  'members Publication#/id: an entirely different place',
  'rows listPublicationFiles: unwrap missing',
  'createUser.body-refused: first other status',
];
/** With these there is one of each section. */
const FURTHER = [
  'requests createUpload: original_filename typo',
  'members Mirror#/last_sync_error: absent not said',
  'tools startRun: arguments Idempotency-Key typo',
];
const NAMED = inject('all') ? [...SAMPLE, ...FURTHER] : SAMPLE;

/**
 * Each mistake takes a whole run: `npm run test:all` tries one of so many,
 * `npm run nightly:wrong-lines` all of them.
 */
const ONE_OF = 64;

describe.each(['workspace', 'store'] as const)('a wrong line of the %s profile', (api) => {
  const all = wrongLines(specifications[api], right[api]);
  const chosen = all.filter(
    ({name}, index) =>
      (inject('all') && index % ONE_OF === 0) || NAMED.some((named) => name.endsWith(named)),
  );
  it.each(chosen.map((line) => [line.name, line] as const))(
    'accuses nobody: %s',
    async (_name, line) => {
      expect(await accusedWith(specifications, checks, seed, {...line, api})).toEqual([]);
    },
  );
});
