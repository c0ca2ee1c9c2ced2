import type {ParticularDefect} from '../particular.ts';
import {filters} from './filters.ts';
import {ids} from './ids.ts';
import {moments} from './moments.ts';
import {nearMisses} from './near-misses.ts';
import {refusals} from './refusals.ts';
import {states} from './states.ts';
import {tenants} from './tenants.ts';
import {types} from './types.ts';
import {updates} from './updates.ts';
import {values} from './values.ts';

/** The particular defects of the Store Integration API. */
export const store: ParticularDefect[] = [
  ...values,
  ...updates,
  ...filters,
  ...refusals,
  ...types,
  ...ids,
  ...states,
  ...tenants,
  ...nearMisses,
  ...moments,
];
