import type {Json} from '../../spec/json.ts';
import type {OrderedFault} from '../faults/fault-rule.ts';
import type {Counter} from './counter.ts';
import type {WorldDefinition} from './world-definition.ts';

/** What a world was made with and what the control plane has changed since. It is persisted with the world. */
export interface Settings {
  template: 'demo' | 'suite' | 'empty';
  limits: boolean;
  /** With what the credentials of the template `demo` begin: the id of the world, or `demo`. */
  credentials: string;
  /** Freedoms that differ from the mock's own choice. */
  freedoms: Record<string, Json>;
  /** Numbers that differ from the chapters' own. */
  numbers: Record<string, number>;
  /** Names of the defects that the world was made with. */
  defects: string[];
  /** Whether the clock moves to the next due event when a client polls what waits for one; absent: it does not. */
  skipWaits?: boolean;
  /** Faults that were ordered; absent without any. */
  faults?: OrderedFault[];
  /** Instant at which the template was applied; a reset uses it again. The name is part of stored worlds. */
  filledAt: number;
  /** What a reset restores; absent in folders of older versions. */
  made?: Made;
}

/** Key of the object that contains the seed or snapshot of which a world was made. Uploads have other keys. */
export const ORIGIN = 'origin.json';

/** What the control plane can change of a world, as it was when the world was made or restored from a snapshot. */
export interface Made {
  numbers: Record<string, number>;
  frozen: boolean;
  /** How many times as fast as real time its clock runs; absent: 1. */
  speed?: number;
  /** The seed or snapshot that it was made of is an object of the world (`ORIGIN`). Absent: it was made of a template. */
  origin?: true;
}

/** Persisted settings, with defaults for those that an older file lacks. */
export const settingsOf = (stored: Record<string, Json>): Settings => ({
  template: 'empty',
  limits: true,
  credentials: 'demo',
  freedoms: {},
  numbers: {},
  defects: [],
  filledAt: 0,
  ...stored,
});

/** Every number of a world by name: the chapters' defaults, overridden by those that were changed. */
export const numbersOf = (
  definition: WorldDefinition,
  {numbers}: Settings,
): Readonly<Record<string, number>> => ({
  ...definition.numbers,
  ...numbers,
});

/** Replaces numbers and counters of worlds. */
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

/** Overrides nothing. */
export const noOverrides: WorldOverrides = {
  accept({defects: [name]}) {
    if (name !== undefined) throw new RangeError(`no defect \`${name}\` is known to this mock`);
  },
  numbers: (_settings, plain) => plain,
  counters: (_settings, plain) => plain,
};
