import {totalsOf, type Judged} from './attribution.ts';
import type {LeftOpen} from './left-open.ts';
import {wilson} from './wilson.ts';

const percent = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;

/** How much of a whole is found, and how much may be found of others like these. */
function shareFound(found: number, whole: number): string {
  const [from, to] = wilson(found, whole).map((share) => (100 * share).toFixed(1));
  return whole === 0 ? '-' : `${percent(found, whole)}, 95 % interval ${from} to ${to} %`;
}

/** The figures of some faults in one line. */
export function totalsLine(name: string, all: Judged[]): string {
  const {faults, found, right, failedRules, requests} = totalsOf(all);
  return (
    `${name}: ${faults} faults, ${found} found (${shareFound(found, faults)}), ` +
    `${right} of them by the right rule (${percent(right, found)}), ` +
    `${failedRules.toFixed(2)} failed rules each, ${requests} requests a run`
  );
}

/** The figures of the faults that have classes: class by class, then together; no line when none has one. */
export function classLines(all: Judged[]): string[] {
  const some = all.filter(({fault}) => fault.class !== undefined);
  if (!some.length) return [];
  const classes = [...new Set(some.map(({fault}) => fault.class))].toSorted();
  return [
    ...classes.map((one) =>
      totalsLine(
        `class ${one}`,
        some.filter(({fault}) => fault.class === one),
      ),
    ),
    totalsLine('all classes', some),
  ];
}

/** What is not as it should be, fault by fault: unseen, seen by another rule, by several rules. */
export function faultLines(all: Judged[]): string[] {
  const unseen = all.filter(({found}) => found === 'unseen');
  const wrong = all.filter(({found}) => found === 'wrong');
  const several = all.filter(({failed}) => failed.length > 1);
  // Files of earlier runs lack it.
  const letGo = all.filter((one) => (one.letGo ?? []).length > 0);
  return [
    `unseen (${unseen.length}):`,
    ...unseen.map((one) => `  ${nameOf(one)}: ${one.unfinished ?? meantOf(one)}`),
    `found, but by another rule (${wrong.length}):`,
    ...wrong.map((one) => `  ${nameOf(one)}: ${one.failed.join(', ')}; not by ${meantOf(one)}`),
    `more than one failed rule (${several.length}):`,
    ...several.map((one) => `  ${nameOf(one)}: ${one.failed.join(', ')}`),
    `seen, and let go (${letGo.length}):`,
    ...letGo.map((one) => `  ${nameOf(one)}: ${letGoText(one)}`),
  ];
}

/** The first place at which a run let go what it had seen. */
const letGoText = ({letGo: [first]}: Judged): string =>
  first ? `${first.rule} at ${first.place}: ${first.why.slice(0, 160)}` : '';

/** A fault that the document leaves open; a rule that fails there is wrong. */
export const openLine = (one: Judged, {point, why}: LeftOpen): string =>
  `  ${nameOf(one)}: ${why} (${point})${one.failed.length ? `; WRONGLY FAILED: ${one.failed.join(', ')}` : ''}`;

const nameOf = ({fault, inconclusive}: Judged): string =>
  `${fault.name} [${fault.row}]${inconclusive ? ` (${inconclusive} inconclusive)` : ''}`;

/** The rules that cover the row, with their verdicts. */
function meantOf({meant}: Judged): string {
  if (!meant.length) return 'no rule covers its row';
  return meant
    .map(({rule, verdict, reason}) =>
      reason === '' || verdict === 'failed'
        ? `${rule} ${verdict}`
        : `${rule} ${verdict} (${reason.slice(0, 160)})`,
    )
    .join(', ');
}
