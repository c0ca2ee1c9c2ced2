import {isObject} from '../spec/json.ts';
import {likeliest} from '../spec/likeliest.ts';
import {isUrl} from '../spec/url.ts';

/** The allowed values of an option of `createMock`, and a description of them for messages. */
interface Allowed {
  words: string;
  accepts(value: unknown): boolean;
}

const SERVERS = new Set(['workspace', 'store', 'objects', 'control']);

const OPTIONS: ReadonlyMap<string, Allowed> = new Map([
  [
    'ports',
    {
      words: 'an object of port numbers (0 to 65535) for workspace, store, objects and control',
      accepts: arePorts,
    },
  ],
  ['host', {words: 'a host name or an IP address', accepts: isText}],
  ['publicUrl', {words: 'an http or https address', accepts: isAddress}],
  ['data', {words: 'the path of a folder', accepts: isText}],
  ['fsync', {words: 'true or false', accepts: (value) => typeof value === 'boolean'}],
  ['world', {words: "'demo', 'empty' or the path of a seed or snapshot", accepts: isText}],
  ['limits', {words: 'true or false', accepts: (value) => typeof value === 'boolean'}],
  [
    'freedoms',
    {words: 'an object of values by name, such as {"orders.wrapped": true}', accepts: isObject},
  ],
  ['control', {words: 'false, or left out', accepts: (value) => value === false}],
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
    if (!allowed) throw new TypeError(unknownOption(name));
    if (value === undefined || allowed.accepts(value)) continue;
    throw new TypeError(
      `The option ${name} of createMock has to be ${allowed.words}; got ${shown(value)}.`,
    );
  }
  const twice = portGivenTwice(options['ports']);
  if (twice !== undefined)
    throw new TypeError(`The option ports of createMock: the port ${twice} is given twice.`);
}

/** A port other than 0 that two servers would have. */
function portGivenTwice(ports: unknown): unknown {
  const given = Object.values(isObject(ports) ? ports : {}).filter((port) => port !== 0);
  return given.find((port, index) => port !== undefined && given.indexOf(port) < index);
}

function unknownOption(name: string): string {
  const names = [...OPTIONS.keys()];
  return (
    `createMock has no option ${name}; did you mean ${likeliest(name, names)}? ` +
    `The options are ${names.join(', ')}.`
  );
}

function arePorts(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.entries(value).every(
    ([server, port]) => SERVERS.has(server) && (port === undefined || isPort(port)),
  );
}

const isPort = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 65_535;

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isAddress(value: unknown): boolean {
  if (!isUrl(value)) return false;
  return /^https?:$/.test(new URL(value).protocol);
}

function areNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

/** Formats a value for a message. Functions and symbols have no JSON. */
function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? 'an array' : 'an object';
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
