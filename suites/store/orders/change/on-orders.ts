/** Commands of the models of orders, which act on a reader whom an earlier command enrolled. */

import {acting, type CommandSteps} from '../../../language/model.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {readerBy, type Buyer} from '../../ordering.ts';

/** A command on a reader: its steps are recorded with the handle of the user's creation. */
export const onReader = (
  record: (s: Script, reader: Buyer) => Handle,
  more: Pick<CommandSteps, 'takesTime'> = {},
): CommandSteps => acting('enrol', (s, created) => record(s, readerBy(created)), more);
