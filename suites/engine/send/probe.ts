import {isObject, parseJson} from '../../../spec/json.ts';
import type {OpenApiDocument} from '../../../spec/openapi.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Role} from '../../../spec/step.ts';
import {isClientError, isRedirect, isServerError} from '../../../spec/status.ts';
import type {Reply, Request} from '../../target/client.ts';
import {isAboutProxy} from '../../target/tunnel.ts';
import type {Codec} from '../../target/codec.ts';
import type {Credential, Environment, Target} from '../../target/target.ts';
import {formOfError} from './wrong-address.ts';

/** A request that shows whether a credential has an ability. */
export interface Probe {
  api: Api;
  op: string;
  /** The path parameters. */
  path?: Record<string, string>;
}

export const ACCOUNT: Probe = {api: 'workspace', op: 'getAccount'};
export const USERS: Probe = {api: 'store', op: 'listUsers'};
/** A write with an empty body, which creates nothing even if the role may write. */
export const UPLOAD: Probe = {api: 'workspace', op: 'createUpload'};
export const TOOLS: Probe = {api: 'workspace', op: 'listTools'};

/** Whether a target has the role and the API of a probe. */
export const isOffered = (role: Role, {api}: Probe, target: Target): boolean =>
  !target.lacks(`role:${role}`) && !target.lacks(`api:${api}`);

/**
 * Writes the request of a probe.
 * @param body the body of a `POST`, in canonical names
 * @returns undefined if the path of the operation is unknown
 */
export function requestOf(
  {api, op, path: parameters = {}}: Probe,
  {secret}: Credential,
  codec: Codec,
  environment: Environment,
  body: unknown = {},
): Request | undefined {
  const path = codec.path(op, parameters);
  if (path === undefined) return undefined;
  const {method} = codec.operation(op);
  const url = environment.base(api) + path;
  const authorization: Record<string, string> =
    api === 'workspace' ? {authorization: `Bearer ${secret}`} : {'x-user-token': secret};
  const headers = {accept: 'application/json', ...authorization};
  if (method !== 'POST') return {method, url, headers};
  return {
    method,
    url,
    headers: {...headers, 'content-type': 'application/json'},
    body: JSON.stringify(codec.encode(op, body)),
  };
}

/** Codes of Node's TLS for a certificate of an authority that it does not know. */
const UNKNOWN_AUTHORITY = /SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)/;

/** What to do about a request without a response. */
const adviceFor = (problem: string): string => {
  if (isAboutProxy(problem)) return 'check the environment variables HTTPS_PROXY and NO_PROXY';
  return UNKNOWN_AUTHORITY.test(problem)
    ? 'name the file with the certificate of the authority in the environment variable NODE_EXTRA_CA_CERTS'
    : 'check host and port of base_url, and that the deployment runs';
};

/** Says that there was no response, or why it seems not to be from the deployment; otherwise undefined. */
export function notTheDeployment({status, headers, text, problem}: Reply): string | undefined {
  if (status === 0) return `no answer (${problem}): ${adviceFor(problem ?? '')}`;
  if (isRedirect(status)) {
    const location = headers.location ?? 'nowhere';
    return (
      `answered ${status} to ${location}: redirects are not followed, ` +
      'give the address of the deployment itself as base_url'
    );
  }
  const type = headers['content-type'] ?? '';
  if (!isFromElsewhere(status, type, text)) return undefined;
  return (
    `answered ${status} ${type || 'without a type'}: ` +
    'something else than the deployment seems to answer at this address; check base_url'
  );
}

/** Whether a gateway or a web site seems to have sent a response. */
function isFromElsewhere(status: number, type: string, text: string): boolean {
  const isNoJson = text !== '' && !/json/i.test(type) && !isJson(text);
  // An object with members comes from the deployment, whatever its media type. A rule judges the
  // media type.
  const isPage = /html/i.test(type) && !hasMembers(text);
  const isGatewayError = isServerError(status) && !isOwnFailure(text);
  return isGatewayError || isPage || isNoJson;
}

/**
 * Whether a response is a refusal with every header that the document gives all responses: then it comes from the
 * deployment, whose body may be a plain text where none is shown ("Bodies of 401, 403 and 404 responses: not shown").
 */
export function isRefusalOfDeployment(
  {status, headers}: Reply,
  {'x-headers': groups}: OpenApiDocument,
): boolean {
  const names = Object.keys(groups?.every ?? {});
  return isClientError(status) && names.length > 0 && names.every((name) => name in headers);
}

/** Whether a failure has the form of one of the documents. Those of gateways have another form. */
const isOwnFailure = (text: string): boolean => formOfError(text) !== undefined;

/** Whether a text is a JSON object that is not empty. */
function hasMembers(text: string): boolean {
  const body = parseJson(text);
  return isObject(body) && Object.keys(body).length > 0;
}

/** Whether a text is JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
