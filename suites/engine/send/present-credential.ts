import type {Api} from '../../../spec/rule.ts';
import {withParameters} from '../../../spec/request-target.ts';
import type {Call} from '../../../spec/step.ts';
import type {Request} from '../../target/client.ts';
import type {Credential} from '../../target/target.ts';
import {basicCredentials} from './basic-credentials.ts';
import {inForm} from './request-form.ts';
import {presentedSecret} from './near-miss.ts';
import type {FilledCall} from './fill-call.ts';
import type {ScriptContext} from './script-context.ts';

/**
 * Writes the request of a call with its credential, as the API documents it or in a way that a rule forbids
 * (`present`).
 * @param credential undefined for the role `nobody`
 */
export function writeRequest(
  {step, method, url: plain, headers, body}: FilledCall,
  credential: Credential | undefined,
  {pool}: ScriptContext,
): Request {
  let url = plain;
  if (credential) {
    const shown = {...credential, secret: presentedSecret(credential.secret, step.present)};
    const {secret} = pool.withSecretNoted(shown);
    if (step.present === 'in-query') url = withSecret(url, secret, step.api);
    else present(step, secret, headers);
  }
  if (body !== undefined) headers['content-type'] ??= 'application/json';
  return inForm(step.form, {method, url, headers, ...(body !== undefined && {body})});
}

/** The query parameters in which some services accept a credential, by API. */
export const IN_QUERY: Record<Api, readonly string[]> = {
  workspace: ['api_key', 'access_token', 'token', 'key'],
  store: ['api_key', 'token', 'key', 'X-User-Token'],
};

/** A URL with a secret in every query parameter in which a service may accept one. */
const withSecret = (url: string, secret: string, api: Api): string =>
  withParameters(url, Object.fromEntries(IN_QUERY[api].map((name) => [name, secret])));

function present(step: Call, secret: string, headers: Record<string, string>): void {
  switch (step.present) {
    case 'other-scheme':
      headers.authorization = `Basic ${basicCredentials(secret)}`;
      return;
    case 'token-scheme':
      headers.authorization = `Token ${secret}`;
      return;
    case 'in-other-header':
      headers['x-api-key'] = secret;
      return;
    case 'without-scheme':
      headers.authorization = secret;
      return;
    case 'as-store-token':
      headers['x-user-token'] = secret;
      return;
    case 'as-bearer':
      headers.authorization = `Bearer ${secret}`;
      return;
    default:
      if (step.api === 'workspace') headers.authorization = `Bearer ${secret}`;
      else headers['x-user-token'] = secret;
  }
}
