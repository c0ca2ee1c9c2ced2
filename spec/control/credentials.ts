import {WORKSPACE_ROLE, STORE_ROLE, type VerbDescription} from './verb-description.ts';

const TOKEN_ID = 'what `generate-token` or `regenerate-token` answered';

const ACCESS_TOKEN_ID = 'what `issue-token` answered';

/** Verbs that issue and withdraw keys and tokens, and that sign users in. */
export const CREDENTIAL_VERBS = {
  'mint-key': {
    does: 'mints a workspace key with default abilities',
    args: {role: WORKSPACE_ROLE},
    response: '`key`',
  },
  'issue-token': {
    does: 'issues an OAuth access token with the scope `mcp:use`',
    args: {role: WORKSPACE_ROLE},
    response: '`token`, `id`',
  },
  'expire-token': {does: 'makes an access token expire now', args: {id: ACCESS_TOKEN_ID}},
  'revoke-token': {does: 'revokes an access token', args: {id: ACCESS_TOKEN_ID}},
  'sign-in': {
    does: 'signs a user of the store in; without it, sessions begin only where a GET of a checkout URL signs the buyer in',
    args: {role: STORE_ROLE, user: 'the id', type: '`web` or `mobile`; default: `web`'},
    optional: ['type'],
    response: '`session`: its id',
    makes: {kind: 'auth-session', responseMember: 'session'},
  },
  'is-signed-in': {
    does: 'tells whether the browser or app of a session is still signed in',
    args: {role: STORE_ROLE, session: 'what `sign-in` answered'},
    response: '`alive`: true or false',
  },
  'try-login': {
    does: 'tries to log a user of the store in',
    args: {role: STORE_ROLE, user: 'the id', password: 'the password'},
    optional: ['password'],
    response: '`admitted`: true or false',
  },
  'generate-token': {
    does: 'generates a token for another admin of the store',
    args: {role: STORE_ROLE},
    response: '`token`, `id`',
  },
  'regenerate-token': {
    does: 'regenerates a token',
    args: {role: STORE_ROLE, id: TOKEN_ID},
    response: '`token`, `id`',
  },
  'delete-token': {does: 'deletes a token', args: {role: STORE_ROLE, id: TOKEN_ID}},
} as const satisfies Record<string, VerbDescription>;
