import type {View} from '../../operation.ts';

/** If every store counts its own ids, they begin above those of the templates. */
const PER_STORE_IDS_ABOVE = 1_000_000;

/** The id of the next user. */
export const newUserId = (view: View): number =>
  view.freedom('users.ids_counted') === 'per_store'
    ? PER_STORE_IDS_ABOVE + view.newNumber(`user of ${view.tenant}`)
    : view.newNumber('user');
