import type {Adapter} from '../relabel/adapter.ts';

const REFUSAL = {
  headers: {'content-type': 'text/html; charset=utf-8'},
  text: '<!doctype html><title>Refused</title><h1>Request refused</h1>',
};

/**
 * An HTTP firewall in front of a service that refuses paths with its own page.
 * @param refuses whether a path, as it was sent, is refused
 */
export const firewall = (refuses: RegExp): Adapter => ({
  adaptRequest() {},
  adaptResponse() {},
  answer: ({path}) => (refuses.test(path) ? {...REFUSAL, status: 400} : undefined),
});

/** A firewall that refuses requests whose query or body looks like an attack. */
export const webApplicationFirewall: Adapter = {
  adaptRequest() {},
  adaptResponse() {},
  answer: ({query, body}) =>
    /<\w|\w'\w|\\"|\{\{|%\d\d/.test(JSON.stringify([...query, body]))
      ? {...REFUSAL, status: 403}
      : undefined,
};

/** Forms of requests that a gateway refuses, by a header that shows each, and the status that it gives. */
const REFUSED_FORMS: readonly {name: string; shows: RegExp; status: number}[] = [
  {name: 'content-type', shows: /charset/, status: 415},
  {name: 'content-type', shows: /^A/, status: 400},
  {name: 'transfer-encoding', shows: /chunked/, status: 411},
  {name: 'accept', shows: /\*/, status: 406},
  {name: 'x-presscheck-form', shows: /./, status: 403},
];

/** A gateway that lets requests pass only as the documents show them. */
export const documentedFormsOnly: Adapter = {
  adaptRequest() {},
  adaptResponse() {},
  answer({headers}) {
    const refused = REFUSED_FORMS.find(({name, shows}) => shows.test(headers[name] ?? ''));
    return refused && {...REFUSAL, status: refused.status};
  },
};

/** Whether Spring Security's StrictHttpFirewall refuses a path. */
export const SPRING = /%25|%3b|;|%2f|%5c|\\|\/\/|%0a|%0d|%00/i;

/** Whether ASP.NET's request validation refuses a path. */
export const ASP_NET = /[<>*&:\\]|%(?:3c|3e|2a|25|26|3a|5c)/i;
