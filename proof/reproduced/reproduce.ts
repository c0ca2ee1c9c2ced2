import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Exchange} from '../../spec/exchange.ts';
import type {RuleId} from '../../spec/rule.ts';
import type {PlaceVerdict, RuleVerdict, Violation} from '../../spec/run-record.ts';
import type {Evidence} from '../../spec/run-record.ts';
import type {Check} from '../../suites/language/check.ts';
import {fixtureOf, fixtureText, type Fixture} from '../../suites/engine/fixtures/fixture.ts';
import {replay} from '../../suites/engine/fixtures/replay.ts';
import {agentsOf, everyStep} from '../../suites/engine/plan/steps.ts';
import {preflight} from '../../suites/engine/begin/preflight.ts';
import {verifyAndRun} from '../../suites/engine/run.ts';
import {differingLines} from './differing.ts';
import {withInstance, type Chosen, type Instance, type Making} from './instance.ts';
import {typeIn, type Before} from './shell.ts';

/** Tries at a race, and how many of them have to show it. */
const TRIES = 5;
const ENOUGH = 3;

/** How a failure was shown once more; a reason stands where it was not. */
export interface Shown {
  rule: RuleId;
  place: string;
  violation: Pick<Violation, 'branch' | 'expected' | 'got'>;
  isRace: boolean;
  fixture: string;
  only: string;
  curl: string;
  lines: number;
}

/** What stands where a failure was shown again. */
export const SHOWN = 'shown';

/** What is needed to try a failure again. */
export interface Trying extends Making {
  checks: readonly Check[];
  readFixture(file: string): Fixture;
}

/** The failures of a run. */
export interface Failures {
  failed: {rule: RuleId; place: PlaceVerdict}[];
  run: Before;
}

/** Certifies a server by some checks, and gives the first failed place of each failed rule. */
export const failuresOf = (
  chosen: Chosen,
  checks: readonly Check[],
  making: Making,
): Promise<Failures> =>
  withInstance(chosen, making, async ({server, options}) => {
    const exchanges: Exchange[] = [];
    const onExchange = (exchange: Exchange): void => void exchanges.push(exchange);
    const {rules} = await verifyAndRun({...options, checks: [...checks], onExchange});
    return {failed: rules.flatMap(failedPlace), run: {from: server.url, exchanges}};
  });

function failedPlace({rule, verdict, places}: RuleVerdict): Failures['failed'] {
  const place = places.find((one) => one.verdict === 'failed');
  return verdict === 'failed' && place ? [{rule, place}] : [];
}

/** Tries a failure again by its fixture, by its rule alone, and by its commands. */
export async function shownAgain(
  chosen: Chosen,
  {rule, place}: Failures['failed'][number],
  before: Before,
  trying: Trying,
): Promise<Shown> {
  const {evidence, violations} = place;
  if (!evidence) throw new Error(`${rule}: a failure without evidence`);
  const isRace = [...everyStep(evidence.steps)].some(({step}) => step === 'parallel');
  const [first] = violations;
  if (!first) throw new Error(`${rule}: a failure without a violation`);
  const {branch, expected, got} = first;
  const again = (once: () => Promise<string>): Promise<string> => (isRace ? mostly(once) : once());
  return {
    rule,
    place: place.place,
    violation: {branch, expected, got},
    isRace,
    fixture: await again(() => byFixture(chosen, rule, place, trying)),
    only: await again(() => byRuleAlone(chosen, rule, trying)),
    curl: isRace ? SHOWN : await byCommands(chosen, evidence, before, trying),
    lines: evidence.curl.filter((line) => /^(curl|for) /.test(line)).length,
  };
}

/** Tries several times. */
async function mostly(once: () => Promise<string>): Promise<string> {
  const tries: string[] = [];
  for (let n = 0; n < TRIES; n += 1) {
    tries.push(await once());
    if (tries.filter((one) => one === SHOWN).length >= ENOUGH) return SHOWN;
  }
  return `in ${tries.filter((one) => one === SHOWN).length} of ${TRIES} tries; ${tries.find((one) => one !== SHOWN)}`;
}

const byFixture = (
  chosen: Chosen,
  rule: RuleId,
  place: PlaceVerdict,
  {checks, readFixture, ...making}: Trying,
): Promise<string> =>
  withInstance(chosen, making, async (instance) => {
    const fixture = fromFile(fixtureText(fixtureOf(rule, place)), readFixture);
    const {verdict, lines} = await replay(fixture, {
      ...instance.options,
      checks: [...checks],
      doubtfulRoles: await verifyRoles(instance, fixture),
    });
    return verdict === 'failed' ? SHOWN : `${verdict}: ${lines.join(' | ').slice(0, 600)}`;
  });

/** A fixture as a developer has it: written to a file and read from there. */
function fromFile(text: string, read: Trying['readFixture']): Fixture {
  const folder = mkdtempSync(join(tmpdir(), 'presscheck-fixture-'));
  try {
    const file = join(folder, 'failure.yaml');
    writeFileSync(file, text);
    return read(file);
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

const verifyRoles = (
  {target, clock, options: {specifications, pacer}}: Instance,
  {steps}: Fixture,
): ReturnType<typeof preflight> =>
  preflight(target, specifications, {
    clock,
    ...(pacer && {pacer}),
    agents: agentsOf(steps),
  } as Parameters<typeof preflight>[2]);

const byRuleAlone = (chosen: Chosen, rule: RuleId, {checks, ...making}: Trying): Promise<string> =>
  withInstance(chosen, making, async ({options}) => {
    const own = checks.filter((one) => one.rule === rule && one.scene.api === chosen.api);
    const others = checks.filter((one) => one.rule !== rule);
    const {rules} = await verifyAndRun({...options, checks: own, others, rules: new Set([rule])});
    const found = rules.find((one) => one.rule === rule);
    if (found?.verdict === 'failed') return SHOWN;
    const why = found?.places.find(({verdict}) => verdict === found.verdict)?.reason;
    return `${found?.verdict ?? 'no verdict'}: ${(found?.reason ?? why ?? '').slice(0, 600)}`;
  });

/** The commands on the faulty server, compared with those on two correct ones. */
async function byCommands(
  chosen: Chosen,
  evidence: Evidence,
  before: Before,
  making: Making,
): Promise<string> {
  const {api, hooks} = chosen;
  const type = (one: Chosen) =>
    withInstance(one, making, (instance) => typeIn(evidence, before, instance));
  const faulty = await type(chosen);
  const correct = await type({api, hooks});
  const alsoCorrect = await type({api, hooks});
  const lines = differingLines(faulty.got, correct.got, alsoCorrect.got);
  if (lines.length) return SHOWN;
  if (faulty.unset.length && evidence.shown.length) return SHOWN;
  const statuses = faulty.got.map(({status}) => status).join(' ');
  return `no line differs from a correct server's (${statuses})`;
}
