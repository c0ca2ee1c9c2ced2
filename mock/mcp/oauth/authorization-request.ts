import {splitUrl} from '../../http/origins.ts';
import {quantity} from '../../../spec/quantity.ts';
import {
  AccessDeniedError,
  InvalidRequestError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type {AuthorizationParams} from '@modelcontextprotocol/sdk/server/auth/provider.js';
import type {OAuthClientInformationFull} from '@modelcontextprotocol/sdk/shared/auth.js';
import type {Response} from 'express';
import {choicesOf} from './choices.ts';
import {consentPage, consentHeaders, type Choice} from './consent-page.ts';
import {authorizationParameters} from './error-responses.ts';
import type {OauthRequest} from './oauth-request.ts';
import {destinationOf, redirectFault} from './redirect-uri.ts';
import {sealTicket} from './ticket.ts';

/** A SHA-256 in base64url (RFC 7636, section 4.2). */
const CODE_CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Answers an authorization request (RFC 6749, section 4.1.1) with the consent page. The person's
 * decision comes to `consent.ts`.
 * @throws OAuthError, which the SDK sends to the redirect URI
 */
export function requestConsent(
  oauth: OauthRequest,
  client: OAuthClientInformationFull,
  {scopes, resource, codeChallenge, redirectUri, state}: AuthorizationParams,
  response: Response,
): void {
  // The SDK compares URIs of this machine by host, path and query only, since a client may listen
  // on any port (RFC 8252, section 7.3).
  const fault = redirectFault(redirectUri);
  if (fault) return refuseRedirect(oauth, fault, response);
  oauth.checkResource(resource);
  const granted = oauth.scopesFor(scopes);
  checkChallenge(oauth, codeChallenge);
  const workspaces = choicesFor(oauth, client);
  const ticket = sealTicket(oauth.world, {
    client: client.client_id,
    scopes: granted,
    challenge: codeChallenge,
    redirectUri,
    redirectSent: authorizationParameters(response.req)['redirect_uri'] !== undefined,
    ...(state !== undefined && {state}),
  });
  const page = consentPage({
    client: {id: client.client_id, name: nameOf(client)},
    workspaces,
    destination: destinationOf(redirectUri),
    ticket,
    action: `${splitUrl(oauth.addresses.issuer).path}/oauth/consent`,
    world: oauth.world.id,
  });
  response.set(consentHeaders(redirectUri)).send(page);
}

/** Refuses without a redirect: the person must not be sent to a URI that was not registered. */
function refuseRedirect(oauth: OauthRequest, fault: string, response: Response): void {
  oauth.why = {
    expected: 'a redirect_uri that was registered, with any port',
    got: `one that ${fault}`,
    todo: 'send the redirect_uri that was registered',
  };
  const error = new InvalidRequestError(`The redirect_uri ${fault}.`);
  response.status(400).json(error.toResponseObject());
}

function checkChallenge(oauth: OauthRequest, challenge: string): void {
  if (CODE_CHALLENGE.test(challenge)) return;
  throw oauth.refuse(
    new InvalidRequestError('The code_challenge is no SHA-256 in base64url.'),
    'a code_challenge of 43 characters',
    quantity(challenge.length, 'character'),
    'send BASE64URL(SHA256(code_verifier))',
  );
}

function choicesFor(oauth: OauthRequest, client: OAuthClientInformationFull): Choice[] {
  const choices = choicesOf(oauth.world, client.client_id);
  if (choices.length) return choices;
  throw oauth.refuse(
    new AccessDeniedError('There is no workspace to consent for.'),
    `a workspace in world ${oauth.world.id}`,
    'none',
    'use a world with a template, or make a workspace',
  );
}

const nameOf = ({client_name: name, client_id: id}: OAuthClientInformationFull): string =>
  name?.trim().slice(0, 100) || id;
