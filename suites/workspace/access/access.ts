import type {Chapter} from '../../check.ts';
import {keys} from './keys.ts';
import {messages} from './messages.ts';
import {tenancy} from './tenancy.ts';

/** Workspace / access: keys, abilities, tenancy, error envelope. */
export const access: Chapter = {
  chapter: 'workspace/access',
  visits: [],
  provocations: [],
  checks: [...keys, ...tenancy, ...messages],
};
