import type {Defect} from '../../defect.ts';
import {allowance} from './uploads/allowance.ts';
import {links} from './uploads/links.ts';
import {registrations} from './uploads/registrations.ts';
import {reservations} from './uploads/reservations.ts';

/** Defects of the rules of `workspace/uploads`. */
export const uploads: Defect[] = [...reservations, ...links, ...registrations, ...allowance];
