import {makers} from './makers.ts';
import type {ParticularDefect} from './particular.ts';
import {plans} from './plans.ts';
import {store} from './store/all.ts';
import {tenants} from './tenants.ts';
import {workspace} from './workspace/all.ts';
import {references} from './workspace/references.ts';

/**
 * Defects that only particular values, states, pairs, instants or races show. They are not part of `DEFECTS`: no check
 * has to detect them, and `proof/nightly-particular.ts` measures how often the suite does. None is removed because it
 * survives.
 */
export const PARTICULAR: readonly ParticularDefect[] = [
  ...store,
  ...plans,
  ...workspace,
  ...references,
  ...makers,
  ...tenants,
];
