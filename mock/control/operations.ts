import {CONSOLE_OPERATIONS} from './console-operations.ts';
import {CREDENTIAL_OPERATIONS} from './credential-operations.ts';
import {RECORD_OPERATIONS} from './record-operations.ts';
import {STATE_OPERATIONS} from './state-operations.ts';
import {FAULT_OPERATIONS} from './fault-operations.ts';
import type {Operations} from './operation.ts';
import {WORLD_OPERATIONS} from './world-operations.ts';

/** Every operation of the control plane. */
export const operations: Operations = {
  ...WORLD_OPERATIONS,
  ...CREDENTIAL_OPERATIONS,
  ...STATE_OPERATIONS,
  ...RECORD_OPERATIONS,
  ...FAULT_OPERATIONS,
  ...CONSOLE_OPERATIONS,
};
