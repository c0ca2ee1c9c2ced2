import {flag, id, optional, text, word} from './hook-value.ts';
import {WORKSPACE_ROLE, STORE_ROLE, type VerbDescription} from './verb-description.ts';

const TOKEN_ID = id('what `generate-token` or `regenerate-token` answered', 'tok_17');

const ACCESS_TOKEN_ID = id('what `issue-token` answered', 'oat_17');

/** A credential in a text. */
const KEY = text('the key', 'key-of-a-new-client');

const TOKEN = {token: text('the token', 'token-of-a-new-client'), id: id('its id', 'tok_18')};

/** Verbs that issue and withdraw keys and tokens, and that sign users in. */
export const CREDENTIAL_VERBS = {
  'mint-key': {
    does: 'mints a workspace key with default abilities',
    args: {role: WORKSPACE_ROLE},
    answer: {key: KEY},
    shownBy: {accepted: 'key'},
  },
  'issue-token': {
    does: 'issues an OAuth access token with the scope `mcp:use`',
    args: {role: WORKSPACE_ROLE},
    answer: TOKEN,
    shownBy: {accepted: 'token'},
  },
  'expire-token': {does: 'makes an access token expire now', args: {id: ACCESS_TOKEN_ID}},
  'revoke-token': {does: 'revokes an access token', args: {id: ACCESS_TOKEN_ID}},
  'sign-in': {
    does: 'signs a user of the store in; without it, sessions begin only where a GET of a checkout URL signs the buyer in',
    args: {
      role: STORE_ROLE,
      user: id('the id', 7340043),
      type: optional(word('default: `web`', ['web', 'mobile'])),
    },
    answer: {session: id('its id', 'ses_401')},
    shownBy: {named: 'session', in: 'listAuthSessions'},
    makes: {kind: 'auth-session', responseMember: 'session'},
  },
  'is-signed-in': {
    does: 'tells whether the browser or app of a session is still signed in',
    args: {role: STORE_ROLE, session: id('what `sign-in` answered', 'ses_401')},
    answer: {alive: flag('whether it is signed in', true)},
  },
  'try-login': {
    does: 'tries to log a user of the store in',
    args: {
      role: STORE_ROLE,
      user: id('the id', 7340043),
      password: optional(text('the password', 'correct horse')),
    },
    answer: {admitted: flag('whether the user got in', true)},
  },
  'generate-token': {
    does: 'generates a token for another admin of the store',
    args: {role: STORE_ROLE},
    answer: TOKEN,
    shownBy: {accepted: 'token'},
  },
  'regenerate-token': {
    does: 'regenerates a token',
    args: {role: STORE_ROLE, id: TOKEN_ID},
    answer: TOKEN,
  },
  'delete-token': {does: 'deletes a token', args: {role: STORE_ROLE, id: TOKEN_ID}},
} as const satisfies Record<string, VerbDescription>;
