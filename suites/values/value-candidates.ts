import {isObject} from '../../spec/json.ts';
import type {RequestPart} from '../../spec/contract.ts';
import type {Schema} from '../../spec/schema.ts';
import type {Fresh, Val} from '../../spec/value.ts';
import {text} from '../language/sent-values.ts';

/** Stands for a part that is left out. */
export const MISSING = 'presscheck: left out';

/** Values of one class that a part could be given, valid or not. */
export interface Candidate {
  name: string;
  values: Val[];
  /** Whether they have the documented JSON type. */
  ofType?: true;
}

const otherType = (name: string, ...values: Val[]): Candidate => ({name, values});
const sameType = (name: string, ...values: Val[]): Candidate => ({name, values, ofType: true});

/** Values of no scalar type. */
const NO_SCALARS = [
  otherType('null', null),
  otherType('an empty list', []),
  otherType('an object', {}, {a: 1}, {id: 7}),
];

/** Values that a client may send instead of a number. */
const NO_NUMBERS = [
  otherType('a text of digits', '5', '12'),
  otherType('a text of digits with zeros', '007', '0005'),
  otherType('a text with blanks around', ' 5 '),
  otherType('a text of a decimal', '2.5', '1,5'),
  otherType('a text with an exponent', '1e3'),
  otherType('a word', 'many', 'NaN', 'undefined'),
  otherType('digits and letters', '12abc', '5 items'),
  otherType('a boolean', true, false),
];

/** Values that some languages convert to a boolean, and values that none does. */
const NO_BOOLEANS = [
  otherType('zero or one', 0, 1),
  otherType('a text of a boolean', 'true', 'false'),
  otherType('a digit as a text', '0', '1'),
  otherType('a word for a boolean', 'yes', 'no', 'on', 'off'),
  otherType('a text of a boolean in capitals', 'TRUE', 'False'),
  otherType('another number', 2, -1, 7, 0.5),
  otherType('another word', 'perhaps', 'undefined', 'none'),
];

/** Values that a client may send instead of a text. */
const NO_TEXTS = [
  otherType('a number', 7, 0, 12_345),
  otherType('a decimal number', 1.5, 0.1),
  otherType('a boolean', true, false),
];

/**
 * The values that are tried at a part, by class. Of what names something else, for example a plan,
 * only blank texts and what is no scalar are tried: anything else might be the id of one.
 */
export function candidatesFor(part: RequestPart): Candidate[] {
  const {schema, required} = part;
  const isReference = schema['x-names'] !== undefined || part.in === 'path';
  const ofType = isReference ? [] : candidatesOfType(schema);
  const all = [
    ...(required ? [otherType('missing', MISSING)] : []),
    otherType('an empty text', ''),
    otherType('blanks', ' ', '   '),
    ...NO_SCALARS,
    ...ofType,
  ];
  return part.in === 'body' ? all : all.flatMap(asText);
}

/** The values of a class that a query or a header can contain. */
function asText({values, ...candidate}: Candidate): Candidate[] {
  const texts = values.filter((value) => isText(value) && value !== MISSING);
  return texts.length ? [{...candidate, values: texts}] : [];
}

/** A text, or one that is made when it is sent. */
const isText = (value: Val): boolean =>
  typeof value === 'string' || (isObject(value) && ('$text' in value || '$fresh' in value));

function candidatesOfType(schema: Schema): Candidate[] {
  if (schema.enum) return listed(schema.enum.filter((one) => typeof one === 'string'));
  const [type] = [schema.type ?? []].flat();
  if (type === 'integer' || type === 'number') return [...NO_NUMBERS, ...numbers(schema)];
  if (type === 'boolean') return NO_BOOLEANS;
  return type === 'string' ? [...NO_TEXTS, ...texts(schema)] : [];
}

const listed = (all: string[]): Candidate[] => [
  sameType('in capitals', ...all.map((one) => one.toUpperCase())),
  sameType('with blanks around', ...all.map((one) => ` ${one} `)),
  sameType('no listed word', 'presscheck-none-of-these', 'perhaps'),
  sameType('a word for a boolean', 'yes', 'no'),
  sameType('another number', '2', '-1', '7'),
  sameType('two listed words', all.slice(0, 2).join(',')),
];

/** Numbers on both sides of the bounds, and where the numbers of some languages end. */
function numbers({minimum, maximum}: Schema): Candidate[] {
  const beyond = (bound: number | undefined, step: number): Val[] =>
    bound === undefined ? [] : [bound + step];
  return [
    sameType('a decimal', 2.5, 1.000_001, 0.5),
    sameType('zero', 0),
    sameType('below zero', -1, -5),
    sameType('2^31', 2 ** 31 - 1, 2 ** 31, 2 ** 32),
    sameType('2^53', 2 ** 53, 2 ** 53 + 2),
    sameType('beyond all whole numbers', 1e21, 1e300),
    sameType('one out of bounds', ...beyond(minimum, -1), ...beyond(maximum, 1)),
    otherType(
      'a text out of bounds',
      ...[...beyond(minimum, -1), ...beyond(maximum, 1)].map(String),
    ),
  ].filter(({values}) => values.length);
}

/** A text unlike every other of the run; the script that sends it numbers it. */
const fresh = (kind: string, length?: number): Val =>
  ({$fresh: kind, ...(length !== undefined && {length})}) as unknown as Val;

function texts(schema: Schema): Candidate[] {
  const {format, minLength = 0, maxLength} = schema;
  if (format === 'email') return ADDRESSES;
  if (format === 'date') return DAYS;
  const kind: Fresh['$fresh'] = schema['x-value'] ?? 'text';
  const own = fresh(kind);
  return [
    ...(maxLength === undefined ? [] : tooLong(kind, maxLength)),
    ...(minLength > 1 ? [sameType('too short', fresh(kind, minLength - 1), 'a', 'é')] : []),
    sameType('with blanks around', text(' ', own, ' ')),
    sameType('with signs of a path', text('../', own, '/..'), text(own, '?a=b#c')),
    sameType('with percent sequences', text(own, '%41%2F%zz')),
    sameType('with markup', text('<script>', own, '</script>')),
    sameType('with a quote of SQL', text("'; --", own)),
  ];
}

const tooLong = (kind: string, maxLength: number): Candidate[] => [
  sameType('one character too long', fresh(kind, maxLength + 1)),
  sameType('much too long', fresh(kind, 5000)),
];

/** Texts that are no address, and addresses of which validators think differently. */
const ADDRESSES = [
  sameType('no address', 'no address', 'presscheck.example', text(fresh('text'), '.example')),
  sameType('half an address', text(fresh('text'), '@'), '@presscheck.example'),
  sameType('two signs', text(fresh('text'), '@b@presscheck.example')),
  sameType('with blanks around', text(' ', fresh('email'), ' ')),
  sameType('letters outside ASCII', text('zoë.', fresh('email'))),
];

/** Days that no month has, and days in other forms. */
const DAYS = [
  sameType('a day that no month has', '2031-02-29', '2030-04-31', '2030-02-30', '2031-09-31'),
  sameType('a month that no year has', '2030-13-01', '2030-00-10', '2030-01-00'),
  sameType('figures in another order', '31-12-2030', '12/31/2030', '31.12.2030'),
  sameType('a word', 'tomorrow', 'never', 'null'),
  sameType(
    'an instant',
    '2030-12-31T23:59:59Z',
    '2030-12-31T00:00:00+14:00',
    '2030-12-31 12:00:00',
  ),
  sameType('without dashes', '20301231'),
  sameType('figures of one digit', '2030-1-5'),
  sameType('with blanks around', ' 2030-12-31 '),
  otherType('a number', 20_301_231, 1_924_905_600, 0),
];
