import type {Chapter} from '../../language/chapter.ts';
import {errors} from './errors.ts';
import {malformed} from './malformed.ts';
import {messages} from './messages.ts';
import {noPages} from './no-pages.ts';
import {oldTokens} from './old-tokens.ts';
import {secondAdmin} from './second-admin.ts';
import {tenancy} from './tenancy.ts';
import {tokenEnds} from './token-ends.ts';
import {tokens} from './tokens.ts';
import {withoutToken} from './without-token.ts';

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
    ...withoutToken,
    ...oldTokens,
    ...tokenEnds,
    ...secondAdmin,
    ...tenancy,
    ...messages,
    ...errors,
    ...noPages,
  ],
};
