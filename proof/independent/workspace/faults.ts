import {ACCOUNT_FAULTS} from './probes-account.ts';
import {AUTH_FAULTS} from './probes-auth.ts';
import {DOOR_FAULTS_C} from './probes-c-doors.ts';
import {LIBRARY_FAULTS_C} from './probes-c-library.ts';
import {RUN_FAULTS_C} from './probes-c-runs.ts';
import {SUBTLE_LIBRARY_FAULTS_C} from './probes-c-subtle-library.ts';
import {SUBTLE_RUN_FAULTS_C} from './probes-c-subtle-runs.ts';
import {ACCOUNT_FAULTS_D} from './probes-d-account.ts';
import {DOOR_FAULTS_D} from './probes-d-doors.ts';
import {FILE_FAULTS_D} from './probes-d-files.ts';
import {LIBRARY_FAULTS_D} from './probes-d-library.ts';
import {RUN_FAULTS_D} from './probes-d-runs.ts';
import {ACCOUNT_FAULTS_E} from './probes-e-account.ts';
import {DOOR_FAULTS_E} from './probes-e-doors.ts';
import {FILE_FAULTS_E} from './probes-e-files.ts';
import {LIBRARY_FAULTS_E} from './probes-e-library.ts';
import {MCP_FAULTS_E} from './probes-e-mcp.ts';
import {RUN_FAULTS_E} from './probes-e-runs.ts';
import {UPLOAD_FAULTS_E} from './probes-e-uploads.ts';
import {FILE_FAULTS} from './probes-files.ts';
import type {Fault} from './probe-kit.ts';
import {LIBRARY_FAULTS} from './probes-library.ts';
import {LIMIT_FAULTS} from './probes-limits.ts';
import {MCP_FAULTS} from './probes-mcp.ts';
import {READER_FAULTS} from './probes-reader.ts';
import {REGISTER_FAULTS} from './probes-register.ts';
import {RUN_FAULTS} from './probes-runs.ts';
import {UPLOAD_FAULTS} from './probes-upload.ts';

/** Every fault with its probe. */
export const FAULTS: readonly Fault[] = [
  ...AUTH_FAULTS,
  ...ACCOUNT_FAULTS,
  ...UPLOAD_FAULTS,
  ...REGISTER_FAULTS,
  ...LIBRARY_FAULTS,
  ...FILE_FAULTS,
  ...READER_FAULTS,
  ...RUN_FAULTS,
  ...LIMIT_FAULTS,
  ...MCP_FAULTS,
  ...DOOR_FAULTS_C,
  ...LIBRARY_FAULTS_C,
  ...RUN_FAULTS_C,
  ...SUBTLE_LIBRARY_FAULTS_C,
  ...SUBTLE_RUN_FAULTS_C,
  ...DOOR_FAULTS_D,
  ...ACCOUNT_FAULTS_D,
  ...LIBRARY_FAULTS_D,
  ...FILE_FAULTS_D,
  ...RUN_FAULTS_D,
  ...DOOR_FAULTS_E,
  ...ACCOUNT_FAULTS_E,
  ...UPLOAD_FAULTS_E,
  ...LIBRARY_FAULTS_E,
  ...FILE_FAULTS_E,
  ...RUN_FAULTS_E,
  ...MCP_FAULTS_E,
];
