import {
  InvalidClientError,
  InvalidRequestError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type {RequestHandler} from 'express';
import {oauthRequestOf} from './oauth-request.ts';

/** A client's id and secret. */
interface ClientCredentials {
  id: string;
  secret: string;
}

/**
 * Copies the credentials of `Authorization: Basic` (RFC 6749, section 2.3.1) into the form, where
 * the SDK's handlers look for them.
 * @throws InvalidClientError for a header that cannot be read, InvalidRequestError for a client
 * that authenticates in the form as well
 */
export const basicAuthentication: RequestHandler = (request, response, next) => {
  const header = request.headers.authorization;
  if (header === undefined) return next();
  const oauth = oauthRequestOf(response);
  oauth.usesBasic = true;
  const credentials = credentialsIn(header);
  if (!credentials)
    throw oauth.refuse(
      new InvalidClientError('The header Authorization is not Basic with a client and its secret.'),
      'Authorization: Basic base64(client_id:client_secret)',
      header.split(' ', 1).join('').slice(0, 20),
      'correct the header, or send client_id and client_secret in the form',
    );
  const {id, secret} = credentials;
  const form: Record<string, unknown> = request.body ?? {};
  const isOtherClient = form['client_id'] !== undefined && form['client_id'] !== id;
  if (form['client_secret'] !== undefined || isOtherClient)
    throw oauth.refuse(
      new InvalidRequestError('The client authenticates in two ways.'),
      'one way to authenticate',
      'header and form',
      'send the secret in one of them',
    );
  request.body = {...form, client_id: id, client_secret: secret};
  next();
};

/** Id and secret, each form-encoded before they were joined; undefined for any other header. */
function credentialsIn(header: string): ClientCredentials | undefined {
  const [, encoded = ''] = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header) ?? [];
  const pair = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString());
  if (!pair) return undefined;
  const [, id = '', secret = ''] = pair;
  try {
    return {id: formDecoded(id), secret: formDecoded(secret)};
  } catch {
    return undefined;
  }
}

const formDecoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));
