import type {Seam} from '../../../defect.ts';
import {refusedAs, together, unguarded} from '../../families/seams.ts';
import {acceptedLike} from '../../families/credentials.ts';
import {defects} from '../../table.ts';
import {atTools, OPERATIONS} from './at-tools.ts';

const SESSION = ['session'];

/** Accepts requests in an open session whatever their token. */
const inOpenSession = (situation: string): Seam =>
  together(unguarded(situation, SESSION), unguarded('foreign-session', SESSION));

/** A defect of the REST API: an operation accepts an OAuth token, which is valid for `/mcp` only. */
const acceptingTokens = defects(
  Object.fromEntries(
    OPERATIONS.map((operation) => [
      `workspace.mcp.token-is-no-key @ ${operation} oauth-token`,
      {[`${operation}: an OAuth token is accepted`]: unguarded('oauth-token', [operation])},
    ]),
  ),
);

/** Defects of who may call tools (Authentication). */
export const tokens = [
  ...atTools({
    'call-without-token-is-refused': {
      'an open session needs no token': inOpenSession('no-token'),
      'no token is needed': unguarded('no-token'),
      'the refusal has status 403': refusedAs('no-token', {status: 403}),
    },
    'unknown-token-is-refused': {
      'any token is accepted': unguarded('unknown-token'),
      'any token is accepted in an open session': inOpenSession('unknown-token'),
      'the last character of a token is ignored': acceptedLike('access_tokens', 'another-end'),
      'characters after a valid token are ignored': acceptedLike('access_tokens', 'longer'),
      'the beginning of a valid token is accepted': acceptedLike('access_tokens', 'one-shorter'),
    },
    'expired-token-is-refused': {
      'an expired token is accepted': unguarded('expired-token'),
      'an expired token is accepted in an open session': unguarded('expired-token', SESSION),
    },
    'revoked-token-is-refused': {
      'a revoked token is accepted': unguarded('revoked-token'),
      'a revoked token is accepted in an open session': unguarded('revoked-token', SESSION),
    },
    'scope-is-needed': {
      'the scope is not checked': unguarded('lacking-scope'),
      'the scope is not checked in an open session': inOpenSession('lacking-scope'),
    },
    'key-is-no-token': {
      'an API key is accepted': unguarded('api-key'),
      'an API key is accepted in an open session': inOpenSession('api-key'),
    },
  }),
  ...acceptingTokens,
];
