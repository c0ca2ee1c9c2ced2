import type {Defect} from '../../defect.ts';
import {automatic} from './orders/automatic.ts';
import {beginnings} from './orders/beginnings.ts';
import {bounds} from './orders/bounds.ts';
import {buyers} from './orders/buyers.ts';
import {createTable} from './orders/create-table.ts';
import {currencies} from './orders/currencies.ts';
import {existing} from './orders/existing.ts';
import {given} from './orders/given.ts';
import {kindsOfValues} from './orders/kinds-of-values.ts';
import {referencesOfOthers} from './orders/references-of-others.ts';

/** Defects of the rules of `store/orders`. */
export const orders: Defect[] = [
  ...createTable,
  ...bounds,
  ...beginnings,
  ...given,
  ...kindsOfValues,
  ...automatic,
  ...currencies,
  ...buyers,
  ...existing,
  ...referencesOfOthers,
];
