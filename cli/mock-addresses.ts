import {CONTROL_TOKEN_WORDS, isControlToken} from '../mock/control/control-token.ts';
import {canBeServed, isBaseUrl, type OriginName, type PublicUrl} from '../mock/http/public-url.ts';
import {UsageError} from '../spec/usage-error.ts';
import type {MockFlags} from './mock-options.ts';

/** The servers as the option names them. */
const SERVERS: ReadonlyMap<string, OriginName> = new Map([
  ['workspace', 'workspace'],
  ['store', 'store'],
  ['storage', 'objects'],
  ['control', 'control'],
]);

const FORMS = 'workspace=URL, store=URL, storage=URL and control=URL';

/**
 * The addresses under which clients reach the mock.
 * @param texts an address of everything, or `name=address` of single servers, as typed
 * @throws UsageError that says what to write, also for addresses that cannot be served
 */
export function publicUrlOf({
  publicUrl: texts = [],
  onePort = false,
}: MockFlags): PublicUrl | undefined {
  const given = texts.map(namedUrl);
  const names = given.map(({server}) => server);
  const areSingle = !names.includes(undefined) && new Set(names).size === names.length;
  if (names.length > 1 && !areSingle)
    throw new UsageError(
      `--public-url ${texts.join(' ')}: give one address of everything, or ${FORMS}, each once`,
    );
  const [first] = given;
  if (!first) return undefined;
  const publicUrl = first.server
    ? Object.fromEntries(given.map(({server, url}) => [server, url]))
    : first.url;
  if (canBeServed(publicUrl, onePort)) return publicUrl;
  throw new UsageError(`--public-url ${texts[0]}: ${onePort ? ONE_ADDRESS : fourPorts(first.url)}`);
}

const ONE_ADDRESS =
  'with --one-port everything is at one address; write --public-url URL, or leave out --one-port';

const fourPorts = (url: string): string =>
  'one address with a port or path, but the mock listens on four ports; ' +
  `write --one-port --public-url ${url} to have everything there, or ${FORMS} instead`;

function namedUrl(text: string): {server: OriginName | undefined; url: string} {
  const [, name, url = text] = /^(\w*)=(.*)$/s.exec(text) ?? [];
  const server = SERVERS.get(name ?? '');
  if (isBaseUrl(url) && (server ?? name === undefined)) return {server, url};
  throw new UsageError(
    `--public-url ${text}: give the address under which clients reach the mock, ` +
      `such as https://mock.example.org, or ${FORMS}`,
  );
}

/**
 * The token that the control plane requires, if one was given. An empty variable gives none.
 * @throws UsageError, without the token, for one that cannot be sent
 */
export function controlTokenOf(
  {controlToken}: MockFlags,
  {PRESSCHECK_CONTROL_TOKEN: variable}: NodeJS.ProcessEnv,
): string | undefined {
  const token = controlToken ?? (variable || undefined);
  if (token === undefined || isControlToken(token)) return token;
  const source = controlToken === undefined ? 'PRESSCHECK_CONTROL_TOKEN' : '--control-token';
  throw new UsageError(`${source}: a control token is ${CONTROL_TOKEN_WORDS}`);
}
