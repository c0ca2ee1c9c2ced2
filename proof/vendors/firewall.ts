import type {Adapter} from '../relabel/adapter.ts';

const REFUSAL = {
  headers: {'content-type': 'text/html; charset=utf-8'},
  text: '<!doctype html><title>Refused</title><h1>Request refused</h1>',
};

/**
 * A firewall for HTTP in front of a service, which refuses paths with these signs by a page of its
 * own.
 * @param refuses a path as it was sent
 */
export const firewall = (refuses: RegExp): Adapter => ({
  adaptRequest() {},
  adaptResponse() {},
  answer: ({path}) => (refuses.test(path) ? {...REFUSAL, status: 400} : undefined),
});

/** A firewall that refuses requests whose query or body has marks of an attack. */
export const webApplicationFirewall: Adapter = {
  adaptRequest() {},
  adaptResponse() {},
  answer: ({query, body}) =>
    /<\w|\w'\w|\\"|\{\{|%\d\d/.test(JSON.stringify([...query, body]))
      ? {...REFUSAL, status: 403}
      : undefined,
};

/** What Spring Security's StrictHttpFirewall refuses in a path. */
export const SPRING = /%25|%3b|;|%2f|%5c|\\|\/\/|%0a|%0d|%00/i;

/** What ASP.NET's request validation refuses in a path. */
export const ASP_NET = /[<>*&:\\]|%(?:3c|3e|2a|25|26|3a|5c)/i;
