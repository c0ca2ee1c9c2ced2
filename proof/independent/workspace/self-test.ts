import {type Counts, describedIn, failure, misdescribed, sample} from '../parts.ts';
import {FAULTS} from './faults.ts';
import {type Fault, probing} from './probe-kit.ts';
import {mainSentences} from './self-test-main.ts';

const FOLDER = new URL('.', import.meta.url);
const CHECKLIST = new URL('../../../spec/workspace/checklist.tsv', import.meta.url);

/** What is wrong with a fault and its probe; undefined: nothing. */
async function tryFault(one: Fault): Promise<string | undefined> {
  try {
    if (await probing(one.probe, [])) return 'seen on the correct server';
    return (await probing(one.probe, [one.name])) ? undefined : 'not seen';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Checks the correct server, and with every n-th fault that its probe sees it. */
export async function selfTest(every: number): Promise<Counts> {
  const count = await mainSentences();
  const described = describedIn(FOLDER);
  const known = FAULTS.map((one) => one.name);
  const wrong = misdescribed(described, known, CHECKLIST);
  const tried = sample(FAULTS, every);
  let seen = 0;
  for (const one of tried) {
    const what = await tryFault(one);
    if (what === undefined) seen += 1;
    else wrong.push(failure(described, one.name, what));
  }
  return {assertions: count, faults: FAULTS.length, tried: tried.length, seen, wrong};
}
