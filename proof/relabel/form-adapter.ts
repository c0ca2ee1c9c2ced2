import {isBody, type Adapter, type ProxiedResponse} from './adapter.ts';
import type {ValueForm} from './value-form.ts';

/** Headers that the documents do not mention. */
const EXTRA_HEADERS = {
  etag: 'W/"front"',
  'cache-control': 'no-store, private',
  vary: 'Accept-Encoding',
  'server-timing': 'desk;dur=3',
};

/** Objects whose keys are data: an additional member would be an additional name. */
const NAMES_ONLY = ['upload_headers', 'errors'];

/**
 * Writes a response in another form of HTTP and JSON, with the same values: reversed order of members, other
 * whitespace and media type, additional members and headers.
 */
export function formAdapter({mediaType, indentation}: ValueForm): Adapter {
  return {
    adaptRequest() {},
    adaptResponse(_request, response) {
      for (const [name, value] of Object.entries(EXTRA_HEADERS)) response.headers[name] ??= value;
      if (!isJson(response)) return;
      response.headers['content-type'] = mediaType;
      response.text = `${JSON.stringify(turnedRound(response.body), null, indentation)}\n`;
    },
  };
}

const isJson = ({body, text}: ProxiedResponse): boolean => isBody(body) && text === undefined;

/** A JSON value with the members of its objects in reverse order, and an additional member in each. */
function turnedRound(value: unknown, name?: string): unknown {
  if (Array.isArray(value)) return value.map((item) => turnedRound(item));
  if (!isBody(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [key, turnedRound(member, key)]);
  const extra = name !== undefined && NAMES_ONLY.includes(name) ? {} : {_links: []};
  return {...extra, ...Object.fromEntries(members.toReversed())};
}
