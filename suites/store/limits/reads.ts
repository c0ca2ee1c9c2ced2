import type {Role} from '../../../spec/step.ts';
import type {Handle, Script} from '../../script.ts';

/** Situations of a list that was served; a store without users finds nothing. */
export const LIST = ['page', 'nothing-found'];

/** Records one read (`listUsers`). */
export const read = (s: Script, as: Role = 'admin'): Handle => s.call('listUsers', {as});
