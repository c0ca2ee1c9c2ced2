import {inject} from 'vitest';
import type {Check} from '../language/check.ts';

/**
 * Whether a test plays a check: `npm test` leaves out made-up sequences and draws, which send what other checks send,
 * with other values. `npm run test:all` plays every check.
 */
export const isPlayed = ({sequence, draw}: Check): boolean => inject('all') || (!sequence && !draw);

/** The same without what the marks of the contracts and the tables of resources make. */
export const isPlayedAsDeclared = (check: Check): boolean =>
  inject('all') || (isPlayed(check) && !check.table);
