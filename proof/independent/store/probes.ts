import {answers, bounds, stored} from './probes-create.ts';
import {doors, headers, shapes} from './probes-errors.ts';
import {days, minutes} from './probes-limits.ts';
import {items, lists, tenants} from './probes-list.ts';
import {hiding, leaving, logouts, returning} from './probes-state.ts';
import {changes, checks} from './probes-update.ts';
import {historiesC, momentsC, valuesC} from './probes-c-deep.ts';
import {doorsC, listsC, statesC, writesC} from './probes-c-flat.ts';
import {COMMERCE} from './probes-commerce.ts';
import {CONTENT} from './probes-content.ts';
import {PART_D} from './probes-d.ts';
import {PART_E1} from './probes-e1.ts';
import {PART_E2} from './probes-e2.ts';
import {openSite, type Probe, type Probes} from './probe-kit.ts';

const GROUPS: Probes[] = [
  answers,
  bounds,
  stored,
  shapes,
  doors,
  headers,
  minutes,
  days,
  lists,
  items,
  tenants,
  checks,
  changes,
  leaving,
  hiding,
  returning,
  logouts,
  doorsC,
  writesC,
  listsC,
  statesC,
  momentsC,
  valuesC,
  historiesC,
  ...COMMERCE,
  ...CONTENT,
  ...PART_D,
  ...PART_E1,
  ...PART_E2,
];

/** All probes, by the name of the fault. */
export const PROBES: ReadonlyMap<string, Probe> = new Map(
  GROUPS.flatMap((group) => Object.entries(group)),
);

/** How many probes the groups hold (more than the map when a name is there twice). */
export const PROBE_COUNT = GROUPS.reduce((sum, one) => sum + Object.keys(one).length, 0);

/** What the probe of a fault showed. */
export interface Outcome {
  name: string;
  quiet: boolean;
  shown: boolean;
  note: string;
}

async function runOn(probe: Probe, faults: string[]): Promise<boolean | string> {
  const site = await openSite(faults);
  try {
    return await probe(site);
  } catch (error) {
    return String(error);
  } finally {
    await site.server.close();
  }
}

/** Runs one probe on the correct server and on the faulty one. */
async function tryProbe(name: string, probe: Probe): Promise<Outcome> {
  const correct = await runOn(probe, []);
  const faulty = await runOn(probe, [name]);
  const note = [correct, faulty].filter((one) => typeof one === 'string').join('; ');
  return {name, quiet: correct === false, shown: faulty === true, note};
}

/** How often a probe is tried alone that failed among others: races are lost on a busy machine. */
const TRIES_ALONE = 4;

/** Runs all probes, some at a time, and alone those that failed. */
export async function tryProbes(probes: ReadonlyMap<string, Probe>): Promise<Outcome[]> {
  const waiting = [...probes];
  const outcomes: Outcome[] = [];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      outcomes.push(await tryProbe(next[0], next[1]));
    }
  };
  await Promise.all(Array.from({length: 8}, worker));
  const last: Outcome[] = [];
  for (const outcome of outcomes) last.push(await triedAlone(outcome, probes));
  return last;
}

/** A failed probe again, until it is right, or was tried often enough. */
async function triedAlone(failed: Outcome, probes: ReadonlyMap<string, Probe>): Promise<Outcome> {
  let outcome = failed;
  const probe = probes.get(failed.name);
  for (let tries = 0; probe && tries < TRIES_ALONE && !isRight(outcome); tries++)
    outcome = await tryProbe(failed.name, probe);
  return outcome;
}

const isRight = ({quiet, shown}: Outcome): boolean => quiet && shown;
