import type {Chapter} from '../../language/chapter.ts';
import {besideOtherTokens} from './beside-other-tokens.ts';
import {errors} from './errors.ts';
import {headWithoutToken} from './head-without-token.ts';
import {malformed} from './malformed.ts';
import {messages} from './messages.ts';
import {noPages} from './no-pages.ts';
import {oldTokens} from './old-tokens.ts';
import {oldTokensElsewhere} from './old-tokens-elsewhere.ts';
import {refusedWithoutEffect} from './refused-without-effect.ts';
import {regeneratedTokens} from './regenerated-again.ts';
import {secondAdmin} from './second-admin.ts';
import {sessionsWithoutToken} from './sessions-without-token.ts';
import {tenancy} from './tenancy.ts';
import {tokenFirst} from './token-first.ts';
import {tokens} from './tokens.ts';

/** Store / access: tokens, tenancy, error shape, security headers. */
export const access: Chapter = {
  chapter: 'store/access',
  visits: [],
  properties: malformed,
  provocations: [
    {
      api: 'store',
      op: 'listUsers',
      condition: 'key-in-query',
      // All other requests show that the list is served with the token in its header.
      act: (s) => ({subject: s.call('listUsers', {present: 'in-query'})}),
    },
  ],
  checks: [
    ...tokens,
    ...tokenFirst,
    ...headWithoutToken,
    ...refusedWithoutEffect,
    ...sessionsWithoutToken,
    ...oldTokens,
    ...oldTokensElsewhere,
    ...regeneratedTokens,
    ...besideOtherTokens,
    ...secondAdmin,
    ...tenancy,
    ...messages,
    ...errors,
    ...noPages,
  ],
};
