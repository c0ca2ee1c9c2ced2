import {readdirSync, readFileSync} from 'node:fs';
import {type Counts, describedIn, failure, misdescribed, sample} from '../parts.ts';
import {assertions} from './self-assert.ts';
import {checkAll} from './self-checks.ts';
import {PROBE_COUNT, PROBES, tryProbes} from './probes.ts';

const FOLDER = new URL('.', import.meta.url);
const CHECKLIST = new URL('../../../spec/store/checklist.tsv', import.meta.url);

/** The names of faults that the sources consult. */
function consulted(): Set<string> {
  const names = new Set<string>();
  const files = readdirSync(FOLDER, {recursive: true, encoding: 'utf8'});
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    const text = readFileSync(new URL(file, FOLDER), 'utf8');
    if (file.startsWith('slips')) {
      for (const [, name = ''] of text.matchAll(/^ {2,4}'([a-z0-9-]+)':/gm)) names.add(name);
    }
    for (const [, name = ''] of text.matchAll(/faults\.has\(\s*'([a-z0-9-]+)'/g)) names.add(name);
    const pairs = text.matchAll(/lax = \S+ === 'create' \? '(.+)' : '(.+)'/g);
    for (const [, one = '', two = ''] of pairs) names.add(one).add(two);
  }
  return names;
}

/** Checks the correct server, and with every n-th fault that its probe sees it. */
export async function selfTest(every: number): Promise<Counts> {
  const before = assertions();
  await checkAll();
  const names = consulted();
  const known = [...PROBES.keys()];
  const described = describedIn(FOLDER);
  const wrong = misdescribed(described, known, CHECKLIST);
  if (PROBES.size !== PROBE_COUNT) wrong.push('a probe name is there twice');
  if (names.size !== known.length || known.some((name) => !names.has(name))) {
    wrong.push('faults in the code are not those that have probes');
  }
  const outcomes = await tryProbes(new Map(sample([...PROBES], every)));
  const bad = outcomes.filter((one) => !one.quiet || !one.shown);
  for (const {name, quiet, shown, note} of bad) {
    const what = [
      quiet ? '' : 'cries on the correct server',
      shown ? '' : 'does not see its fault',
    ];
    wrong.push(failure(described, name, `${what.filter(Boolean).join(', ')} ${note}`));
  }
  return {
    assertions: assertions() - before,
    faults: PROBE_COUNT,
    tried: outcomes.length,
    seen: outcomes.length - bad.length,
    wrong,
  };
}
