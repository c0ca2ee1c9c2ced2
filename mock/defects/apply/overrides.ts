import type {Defect} from '../../defect.ts';
import type {Counter} from '../../world/counter.ts';
import type {Settings, WorldOverrides} from '../../world/settings.ts';
import {ofSeam} from './select.ts';

/** Changes numbers and counters according to the defects of a world (seams `number` and `count`). */
export const overridesBy = (defectsOf: (settings: Settings) => Defect[]): WorldOverrides => ({
  accept: (settings) => void defectsOf(settings),
  numbers: (settings, plain) => changedNumbers(plain, defectsOf(settings)),
  counters: (settings, plain) => changedCounters(plain, defectsOf(settings)),
});

function changedNumbers(
  plain: Readonly<Record<string, number>>,
  defects: readonly Defect[],
): Readonly<Record<string, number>> {
  const numbers = {...plain};
  for (const {name, number, set, add = 0} of ofSeam(defects, 'number')) {
    const now = numbers[number];
    if (now === undefined) throw new Error(`defect ${name}: there is no number \`${number}\``);
    numbers[number] = (set ?? now) + add;
  }
  return numbers;
}

function changedCounters(
  plain: Readonly<Record<string, Counter>>,
  defects: readonly Defect[],
): Readonly<Record<string, Counter>> {
  const counters = {...plain};
  for (const {name, count} of ofSeam(defects, 'count')) {
    const {counter, ...other} = count;
    const now = counters[counter];
    if (!now) throw new Error(`defect ${name}: there is no counter \`${counter}\``);
    counters[counter] = {...now, ...other};
  }
  return counters;
}
