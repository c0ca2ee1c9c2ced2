import type {Defect} from '../../defect.ts';
import {buyers} from './orders/buyers.ts';

/** The defects of the chapter `store/orders`. */
export const orders: Defect[] = [...buyers];
