import type {Json} from '../../spec/json.ts';
import type {Counter} from './counter.ts';
import type {Kit} from './kit.ts';

/** What a world was made with and what the control plane changed since; kept with the world. */
export interface Settings {
  template: 'demo' | 'suite' | 'empty';
  limits: boolean;
  /** Freedoms that differ from the mock's own choice. */
  freedoms: Record<string, Json>;
  /** Numbers that differ from the chapters' own. */
  numbers: Record<string, number>;
  /** Names of the defects that the world was made with. */
  defects: string[];
  /** Instant at which the template was filled in, for a reset. */
  filledAt: number;
}

/** Settings as they are kept; what an older file lacks has its default. */
export const settingsOf = (kept: Record<string, Json>): Settings => ({
  template: 'empty',
  limits: true,
  freedoms: {},
  numbers: {},
  defects: [],
  filledAt: 0,
  ...kept,
});

/** Every number of a world by name: the chapters' own, then those that were changed. */
export const numbersOf = (kit: Kit, {numbers}: Settings): Readonly<Record<string, number>> => ({
  ...kit.numbers,
  ...numbers,
});

/** Gives worlds other numbers and counters than their settings alone would. */
export interface WorldOverrides {
  /** @throws RangeError when the settings name a defect that this mock was not made with */
  accept(settings: Settings): void;
  numbers(
    settings: Settings,
    plain: Readonly<Record<string, number>>,
  ): Readonly<Record<string, number>>;
  counters(
    settings: Settings,
    plain: Readonly<Record<string, Counter>>,
  ): Readonly<Record<string, Counter>>;
}

/** The overrides of a mock that was made without any. */
export const noOverrides: WorldOverrides = {
  accept({defects: [name]}) {
    if (name !== undefined) throw new RangeError(`no defect \`${name}\` is known to this mock`);
  },
  numbers: (_settings, plain) => plain,
  counters: (_settings, plain) => plain,
};
