import type {ParticularDefect} from './particular.ts';
import {plans} from './plans.ts';
import {store} from './store/all.ts';
import {workspace} from './workspace/all.ts';
import {references} from './workspace/references.ts';

/**
 * Defects that only particular values, states, pairs, instants or races show. They stand apart from
 * `DEFECTS`: no check has to see them, and `proof/nightly-particular.ts` counts how often the suite
 * does. None is taken out because it survives.
 */
export const PARTICULAR: readonly ParticularDefect[] = [
  ...store,
  ...plans,
  ...workspace,
  ...references,
];
