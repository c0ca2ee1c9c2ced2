import {inspect} from 'node:util';
import {isObject} from '../spec/json.ts';
import {likeliest} from '../spec/likeliest.ts';
import {CONTROL_TOKEN_WORDS, isControlToken} from './control/control-token.ts';
import {whyNoSite} from './http/cross-origin.ts';
import {canBeServed, isBaseUrl, type PublicUrl} from './http/public-url.ts';
import {SPEEDS} from './world/clock.ts';

/** The allowed values of an option of `createMock`, and a description of them for messages. */
interface Allowed {
  words: string;
  accepts(value: unknown): boolean;
}

const SERVERS = new Set(['workspace', 'store', 'objects', 'control']);

const BOOLEAN: Allowed = {
  words: 'true or false',
  accepts: (value) => typeof value === 'boolean',
};

const OPTIONS: ReadonlyMap<string, Allowed> = new Map([
  [
    'ports',
    {
      words: 'an object of port numbers (0 to 65535) for workspace, store, objects and control',
      accepts: arePorts,
    },
  ],
  ['host', {words: 'a host name or an IP address', accepts: isText}],
  [
    'publicUrl',
    {
      words:
        'an http or https address, or an object of them for workspace, store, objects and control',
      accepts: (value) => isBaseUrl(value) || (isObject(value) && areAddresses(value)),
    },
  ],
  ['onePort', BOOLEAN],
  ['trustProxy', BOOLEAN],
  [
    'cors',
    {
      words: "an array of origins, such as ['http://localhost:5173'], or ['*']",
      accepts: (value) => areNames(value) && value.every((site) => whyNoSite(site) === undefined),
    },
  ],
  ['data', {words: 'the path of a folder', accepts: isText}],
  ['fsync', BOOLEAN],
  ['world', {words: "'demo', 'empty' or the path of a seed or snapshot", accepts: isText}],
  ['limits', BOOLEAN],
  ['speed', {words: `a number from ${SPEEDS.minimum} to ${SPEEDS.maximum}`, accepts: isSpeed}],
  ['skipWaits', BOOLEAN],
  [
    'freedoms',
    {words: 'an object of values by name, such as {"orders.wrapped": true}', accepts: isObject},
  ],
  ['control', {words: 'false, or left out', accepts: (value) => value === false}],
  ['controlToken', {words: CONTROL_TOKEN_WORDS, accepts: isControlToken}],
  ['faults', {words: 'an array of rules', accepts: (value) => Array.isArray(value)}],
  ['defects', {words: 'an array of names of defects', accepts: areNames}],
  [
    'report',
    {words: 'a function that takes a line', accepts: (value) => typeof value === 'function'},
  ],
]);

/**
 * Checks the options of `createMock`. An option with the value undefined counts as omitted.
 * @throws TypeError that names the option and its allowed values
 */
export function checkOptions(options: unknown): void {
  if (!isObject(options))
    throw new TypeError(`The options of createMock have to be an object; got ${shown(options)}.`);
  for (const [name, value] of Object.entries(options)) {
    const allowed = OPTIONS.get(name);
    if (!allowed) throw new TypeError(unknownOption('createMock', name, [...OPTIONS.keys()]));
    if (value === undefined || allowed.accepts(value)) continue;
    throw new TypeError(
      `The option ${name} of createMock has to be ${allowed.words}; got ${shown(value)}.`,
    );
  }
  checkAddresses(options);
  const twice = portGivenTwice(options['ports']);
  if (twice !== undefined)
    throw new TypeError(`The option ports of createMock: the port ${twice} is given twice.`);
}

/** @throws TypeError for addresses and ports that cannot be served together */
function checkAddresses({publicUrl, onePort, ports}: Record<string, unknown>): void {
  if (!canBeServed(publicUrl as PublicUrl | undefined, onePort === true))
    throw new TypeError(
      onePort
        ? 'The option publicUrl of createMock: with `onePort` everything has one address.'
        : 'The option publicUrl of createMock: one address with a port or path needs `onePort: true`; ' +
            'for separate ports give an object of addresses.',
    );
  if (onePort && Object.keys(isObject(ports) ? ports : {}).some((name) => name !== 'workspace'))
    throw new TypeError('The option ports of createMock: with `onePort` there is only workspace.');
}

/** A port other than 0 that two servers would have. */
function portGivenTwice(ports: unknown): unknown {
  const given = Object.values(isObject(ports) ? ports : {}).filter((port) => port !== 0);
  return given.find((port, index) => port !== undefined && given.indexOf(port) < index);
}

/** What is said of an option that a function does not have. */
export const unknownOption = (of: string, name: string, names: string[]): string =>
  `${of} has no option ${name}; did you mean ${likeliest(name, names)}? The options are ${names.join(', ')}.`;

function arePorts(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.entries(value).every(
    ([server, port]) => SERVERS.has(server) && (port === undefined || isPort(port)),
  );
}

const isPort = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 65_535;

function isSpeed(value: unknown): boolean {
  return typeof value === 'number' && value >= SPEEDS.minimum && value <= SPEEDS.maximum;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

const areAddresses = (value: Record<string, unknown>): boolean =>
  Object.entries(value).every(
    ([server, url]) => SERVERS.has(server) && (url === undefined || isBaseUrl(url)),
  );

function areNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

/** Formats a value for a message. */
const shown = (value: unknown): string =>
  typeof value === 'string'
    ? JSON.stringify(value)
    : inspect(value, {depth: 1, breakLength: Infinity, maxArrayLength: 10, maxStringLength: 100});
