import {isObject} from '../../../spec/json.ts';
import type {OriginName} from '../../http/public-url.ts';

const XML_REFUSAL = /^<\?xml [^>]*>\n<Error><Code>\w+<\/Code><Message>[^<]+<\/Message><\/Error>\n$/;

const SECURITY_HEADERS = [
  'strict-transport-security',
  'x-content-type-options',
  'x-xss-protection',
];

/**
 * Compares a refusal with the failure shape of its origin.
 * @returns what is wrong, or undefined
 */
export function misshapen(origin: OriginName, headers: string, body: string): string | undefined {
  const type = /^content-type: *([^;\r\n]*)/im.exec(headers)?.[1];
  if (origin === 'objects')
    return type === 'application/xml' && XML_REFUSAL.test(body) ? undefined : 'no XML refusal';
  if (type !== 'application/json') return `content type ${type}`;
  const value = parsed(body);
  if (value === undefined) return 'the body is no JSON';
  const missing = SECURITY_HEADERS.find(
    (name) => origin === 'store' && !headers.toLowerCase().includes(`\r\n${name}:`),
  );
  if (missing) return `no ${missing}`;
  return isObject(value) && HAS_SHAPE[origin](value) ? undefined : 'another shape';
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** The general failure shape of a store (Errors). */
const isGeneral = ({CODE, message, errors}: Record<string, unknown>): boolean =>
  CODE === 'error' && isText(message) && typeof errors === 'object' && errors !== null;

/** That of its orders, where fields fail (Errors). */
const isAboutOrders = ({status, errors}: Record<string, unknown>): boolean =>
  status === 422 &&
  Array.isArray(errors) &&
  errors.length > 0 &&
  errors.every((one) => isObject(one) && isText(one.title) && Array.isArray(one.details));

/** Whether a body has the failure shape of an origin. */
const HAS_SHAPE: Record<
  Exclude<OriginName, 'objects'>,
  (body: Record<string, unknown>) => boolean
> = {
  store: (body) => isGeneral(body) || isAboutOrders(body),
  workspace: ({error, reason}) => isText(error) && typeof reason === 'string',
  control: ({error, what_to_do: todo}) => isText(error) && typeof todo === 'string',
};

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
