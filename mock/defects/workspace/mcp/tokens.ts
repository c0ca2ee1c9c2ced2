import type {Defect, Seam} from '../../../defect.ts';
import {breaking} from '../../breaking.ts';
import {atTools, namedByPlace, OPERATIONS} from './at-tools.ts';

/** Accepts requests in an open session whatever their token. */
const inOpenSession = (situation: string): Seam => ({
  seam: 'several',
  seams: [situation, 'foreign-session'].map((one) => ({
    seam: 'skip',
    situation: one,
    in: ['session'],
  })),
});

/** A defect of the REST API: an operation accepts an OAuth token, which is valid for `/mcp` only. */
const acceptingTokens = (operation: string): Defect[] =>
  breaking(
    'workspace.mcp.token-is-no-key',
    namedByPlace(operation, {
      'an OAuth token is accepted': {seam: 'skip', situation: 'oauth-token', in: [operation]},
    }),
  ).map((defect) => ({...defect, place: `${operation} oauth-token`}));

/** Defects of who may call tools (Authentication). */
export const tokens: Defect[] = [
  ...atTools('call-without-token-is-refused', {
    'an open session needs no token': inOpenSession('no-token'),
    'no token is needed': {seam: 'skip', situation: 'no-token'},
    'the refusal has status 403': {seam: 'refusal', situation: 'no-token', as: {status: 403}},
  }),
  ...atTools('unknown-token-is-refused', {
    'any token is accepted': {seam: 'skip', situation: 'unknown-token'},
    'any token is accepted in an open session': inOpenSession('unknown-token'),
    'the last character of a token is ignored': {
      seam: 'credential',
      table: 'access_tokens',
      edit: {like: 'another-end'},
    },
    'characters after a valid token are ignored': {
      seam: 'credential',
      table: 'access_tokens',
      edit: {like: 'longer'},
    },
    'the beginning of a valid token is accepted': {
      seam: 'credential',
      table: 'access_tokens',
      edit: {like: 'one-shorter'},
    },
  }),
  ...atTools('expired-token-is-refused', {
    'an expired token is accepted': {seam: 'skip', situation: 'expired-token'},
    'an expired token is accepted in an open session': {
      seam: 'skip',
      situation: 'expired-token',
      in: ['session'],
    },
  }),
  ...atTools('revoked-token-is-refused', {
    'a revoked token is accepted': {seam: 'skip', situation: 'revoked-token'},
    'a revoked token is accepted in an open session': {
      seam: 'skip',
      situation: 'revoked-token',
      in: ['session'],
    },
  }),
  ...atTools('scope-is-needed', {
    'the scope is not checked': {seam: 'skip', situation: 'lacking-scope'},
    'the scope is not checked in an open session': inOpenSession('lacking-scope'),
  }),
  ...atTools('key-is-no-token', {
    'an API key is accepted': {seam: 'skip', situation: 'api-key'},
    'an API key is accepted in an open session': inOpenSession('api-key'),
  }),
  ...OPERATIONS.flatMap(acceptingTokens),
];
