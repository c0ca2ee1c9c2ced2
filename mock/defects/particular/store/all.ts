import type {ParticularDefect} from '../particular.ts';
import {filters} from './filters.ts';
import {ids} from './ids.ts';
import {refusals} from './refusals.ts';
import {states} from './states.ts';
import {values} from './values.ts';

/** The particular defects of the Store Integration API. */
export const store: ParticularDefect[] = [...values, ...states, ...filters, ...refusals, ...ids];
