import type {IncomingMessage, RequestListener} from 'node:http';
import {ROOT} from '../world/worlds.ts';
import type {Origins} from './origins.ts';
import {escaped, page, pageHeaders} from './page-frame.ts';

/** Whether a person opens an origin in a browser. A program asks for no page and gets what the documents say. */
const isBrowser = ({method, url, headers}: IncomingMessage): boolean =>
  method === 'GET' && url === '/' && headers.accept?.includes('text/html') === true;

/**
 * Answers the address of an origin itself, in a browser, with a page that leads to the console.
 * @param what is served here
 * @param hasConsole whether the mock has a control plane
 */
export const withFrontPage =
  (what: string, origins: Origins, hasConsole: boolean, serve: RequestListener): RequestListener =>
  (request, response) => {
    if (!isBrowser(request)) return serve(request, response);
    const url = escaped(origins.url('control', ROOT, request));
    const leads = hasConsole
      ? `<p><a href="${url}/" rel="noreferrer">The console</a> shows its requests, clock, keys and mails.</p>`
      : '<p>It was started without a control plane, and so without a console.</p>';
    const html = page(
      'presscheck mock',
      `<h1>${escaped(what)}</h1>\n<p>A presscheck mock.</p>\n${leads}`,
    );
    response.writeHead(200, pageHeaders());
    response.end(html);
  };
