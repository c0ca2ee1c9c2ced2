import type {RequestListener} from 'node:http';
import type {ApiInterface} from './http/api-interface.ts';
import {PATHS} from './http/origins.ts';
import {controlRefusal} from './http/raw-refusals.ts';

/** What is served on one port. */
export interface OnOnePort {
  workspace: RequestListener;
  store: RequestListener;
  objects: RequestListener;
  /** Absent: there is no control plane. */
  control?: RequestListener | undefined;
  /** Whether a path, with or without a world, is one of the store. */
  isOfStore(target: string): boolean;
}

/**
 * Storage shares its origin with the control plane here: what a browser shows of it runs no script and is of no origin
 * (Content Security Policy, `sandbox`).
 */
const STORED = {'Content-Security-Policy': 'sandbox', 'X-Content-Type-Options': 'nosniff'};

const BELOW = /^(\/_storage|\/_presscheck)(?=[/?]|$)(.*)$/s;
const DOCUMENT = /^(\/w\/[^/?#]*)?\/openapi\/(workspace|store)\.json(?=\?|$)/;

/** Serves all origins by the path of a request: `PATHS` of those that have one, and the APIs where they are. */
export function onOnePort({isOfStore, ...servers}: OnOnePort): RequestListener {
  return (request, response) => {
    const target = (request.url ?? '/').replace(/^[a-z]+:\/\/[^/?#]*/i, '');
    const [, below, rest = ''] = BELOW.exec(target) ?? [];
    if (below === undefined)
      return isOfStore(target)
        ? servers.store(request, response)
        : servers.workspace(request, response);
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
    if (below === PATHS.objects) {
      for (const [name, value] of Object.entries(STORED)) response.setHeader(name, value);
      return servers.objects(request, response);
    }
    if (!rest.startsWith('/')) {
      // Relative, because a proxy may have removed the beginning of the path.
      response.writeHead(308, {location: `.${PATHS.control}/${rest}`, 'content-length': 0});
      return void response.end();
    }
    const [, world = '', api] = DOCUMENT.exec(request.url) ?? [];
    if (api !== undefined) {
      request.url = `${world}/openapi.json`;
      return servers[api as 'workspace' | 'store'](request, response);
    }
    return (servers.control ?? nothing)(request, response);
  };
}

const nothing: RequestListener = (_request, response) => {
  const {type, body} = controlRefusal(404);
  response.writeHead(404, {'content-type': type, 'content-length': Buffer.byteLength(body)});
  response.end(body);
};

/** Whether a path, with or without a world, is one of an API: below the first name of its paths, or documented. */
export function isPathOf({
  specification: {contract},
  stub,
}: ApiInterface): (target: string) => boolean {
  const operations = Object.values(contract.operations).map(({prefix, path}) =>
    prefix === contract.prefix ? firstOf(prefix) : prefix + firstOf(path),
  );
  const begins = new Set(stub ? [...operations, stub.path] : operations);
  const pattern = new RegExp(`^(?:/w/[^/?#]*)?(?:${[...begins].join('|')})(?=[/?#]|$)`);
  return (target) => pattern.test(target);
}

/** The first name of a path, with its slash. */
const firstOf = (path: string): string => path.split('/').slice(0, 2).join('/');
