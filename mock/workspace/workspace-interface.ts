import type {IncomingMessage} from 'node:http';
import {loadSpecification} from '../../spec/specification.ts';
import type {Admission, ApiInterface, Presented} from '../http/api-interface.ts';
import type {WindowKind} from '../world/window.ts';
import {workspaceChapters} from './chapters.ts';

const PLAIN: Admission = {};

/**
 * The edge of the Workspace Publishing API: `Authorization: Bearer`, `{error, reason, detail}`, 60
 * a minute.
 */
export const workspaceInterface = (): ApiInterface => ({
  specification: loadSpecification('workspace'),
  chapters: workspaceChapters,
  credentials: 'keys',
  unknown: 'unknown-key',
  others: [
    {table: 'tokens', condition: 'store-token', name: 'a token of the Store Integration API'},
    {
      table: 'access_tokens',
      condition: 'oauth-token',
      name: 'an OAuth token, which is good at /mcp only',
    },
  ],
  present,
  admit(world, key, request, skips) {
    if (!world.settings.limits || skips.has('rate-limited')) return PLAIN;
    const limit = world.numbers['workspace.limits.requests_per_minute']!;
    const window = world.window(
      'workspace.limits.minute',
      {...request, credential: key.key, tenant: key.tenant},
      limit,
      world.freedom('workspace.limits.window') as WindowKind,
    );
    const now = world.now();
    if (window.admit(now)) return PLAIN;
    const todo = world.clock.frozen
      ? "the world's clock is frozen: advance it through the control plane"
      : `wait ${Math.ceil((window.opensAt() - now) / 1000)} s`;
    return {
      refused: {
        situation: 'rate-limited',
        why: {expected: `at most ${limit} requests a minute of one key`, got: `${limit + 1}`, todo},
      },
    };
  },
  failure: ({message, reason, errors}) => ({
    error: message,
    reason: reason ?? null,
    ...(errors && {detail: errors}),
  }),
  headers: {},
});

/** Authentication 1: the key stands in `Authorization: Bearer`, nowhere else. */
function present(request: IncomingMessage): Presented {
  const header = request.headers.authorization;
  if (header === undefined) {
    const inQuery = /[?&](?:(?:api_?)?key|access_token|token)=([^&]*)/i.exec(
      request.url ?? '',
    )?.[1];
    const todo = 'send Authorization: Bearer <API_KEY>';
    if (inQuery === undefined) {
      const token = request.headers['x-user-token'];
      if (typeof token === 'string')
        return {
          secret: token,
          condition: 'store-token',
          why: {
            expected: 'a workspace key',
            got: 'X-User-Token, the header of the store API',
            todo,
          },
        };
      return {
        condition: 'no-key',
        why: {expected: 'a workspace key', got: 'no Authorization header', todo},
      };
    }
    return {
      secret: inQuery,
      condition: 'key-in-query',
      why: {expected: 'the key in a header', got: 'a key in the query', todo},
    };
  }
  const [, scheme = '', secret = ''] = /^\s*(\S+)\s*(.*?)\s*$/s.exec(header) ?? [];
  if (/^bearer$/i.test(scheme) && secret) return {secret};
  return {
    secret: secret || scheme,
    condition: secret ? 'other-scheme' : /^bearer$/i.test(scheme) ? 'empty-key' : 'no-key',
    why: {
      expected: 'Authorization: Bearer <API_KEY>',
      got: `scheme ${scheme.slice(0, 20)}`,
      todo: 'use the scheme Bearer; OAuth and Basic are not accepted',
    },
  };
}
