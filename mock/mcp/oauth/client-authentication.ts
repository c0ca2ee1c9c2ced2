import {
  InvalidClientError,
  InvalidRequestError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type {RequestHandler} from 'express';
import {oauthRequestOf} from './oauth-request.ts';

/**
 * `Authorization: Basic` (RFC 6749, section 2.3.1) as the SDK's handlers take it: as members of the
 * form. More than one way to authenticate is none.
 */
export const basicAuthentication: RequestHandler = (request, response, next) => {
  const header = request.headers.authorization;
  if (header === undefined) return next();
  const asked = oauthRequestOf(response);
  asked.basic = true;
  const [id, secret] = credentialsIn(header);
  if (id === undefined || secret === undefined)
    throw asked.refuse(
      new InvalidClientError('The header Authorization is not Basic with a client and its secret.'),
      'Authorization: Basic base64(client_id:client_secret)',
      header.split(' ')[0]!.slice(0, 20),
      'mend the header, or send client_id and client_secret in the form',
    );
  const form: Record<string, unknown> = request.body ?? {};
  if (
    form['client_secret'] !== undefined ||
    (form['client_id'] !== undefined && form['client_id'] !== id)
  )
    throw asked.refuse(
      new InvalidRequestError('The client authenticates in two ways.'),
      'one way to authenticate',
      'header and form',
      'send the secret in one of them',
    );
  request.body = {...form, client_id: id, client_secret: secret};
  next();
};

/** Both are form-encoded before they are put together. */
function credentialsIn(header: string): (string | undefined)[] {
  const encoded = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header)?.[1];
  const [, id, secret] =
    /^([^:]*):(.*)$/s.exec(
      encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString(),
    ) ?? [];
  try {
    return [id, secret].map((part) => part && decodeURIComponent(part.replaceAll('+', ' ')));
  } catch {
    return [];
  }
}
