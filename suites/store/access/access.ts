import type {Chapter} from '../../check.ts';
import {errors} from './errors.ts';
import {malformed} from './malformed.ts';
import {messages} from './messages.ts';
import {tenancy} from './tenancy.ts';
import {tokens} from './tokens.ts';

/** Store / access: tokens, tenancy, error shape, security headers. */
export const access: Chapter = {
  chapter: 'store/access',
  visits: [],
  provocations: [],
  properties: malformed,
  checks: [...tokens, ...tenancy, ...messages, ...errors],
};
