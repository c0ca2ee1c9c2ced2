import type {Json} from '../../spec/json.ts';
import type {Defect} from '../defect.ts';
import type {Kit} from './kit.ts';

/** What a world was made with and what the control plane changed since; kept with the world. */
export interface Settings {
  template: 'demo' | 'suite' | 'empty';
  limits: boolean;
  /** Freedoms that differ from the mock's own choice. */
  freedoms: Record<string, Json>;
  /** Numbers that differ from the chapters' own. */
  numbers: Record<string, number>;
  /** Names of the defects that the world asked for. */
  defects: string[];
  /** Instant at which the template was filled in, for a reset. */
  filledAt: number;
}

export const settingsOf = (said: Record<string, Json>): Settings => ({
  template: 'empty',
  limits: true,
  freedoms: {},
  numbers: {},
  defects: [],
  filledAt: 0,
  ...said,
});

/**
 * Every number of a world by name: the chapters' own, then what was changed, then what defects do.
 */
export function numbersOf(
  kit: Kit,
  settings: Settings,
  defects: readonly Defect[],
): Readonly<Record<string, number>> {
  const numbers = {...kit.numbers, ...settings.numbers};
  for (const defect of defects)
    if (defect.seam === 'number') {
      const now = numbers[defect.number];
      if (now === undefined)
        throw new Error(`defect ${defect.name}: there is no number \`${defect.number}\``);
      numbers[defect.number] = (defect.set ?? now) + (defect.add ?? 0);
    }
  return numbers;
}
