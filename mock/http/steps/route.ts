import express, {type Request, type Response} from 'express';
import {defined} from '../../../spec/defined.ts';
import type {ApiInterface, RefusedRequest} from '../api-interface.ts';
import {allowedMethods, nearestPath} from '../allowed-methods.ts';
import {whyNoPage} from '../cross-origin.ts';
import type {Origins} from '../origins.ts';
import type {RequestContext} from '../request-context.ts';

/** What serves a path. */
export type Route =
  | {serves: 'operation'; id: string; params: Readonly<Record<string, string>>}
  /** The OpenAPI document of the API. */
  | {serves: 'description'}
  /** A read outside the document (see ApiInterface.stub). */
  | {serves: 'stub'};

/** Finds what serves the path and method of a request. */
export type FindRoute = (context: RequestContext) => Route | RefusedRequest;

/** The other API of the mock, for requests that were sent to the wrong port. */
export interface OtherApi {
  other: ApiInterface;
  origins: Origins;
}

/**
 * Makes the routes of one API: its operations, its OpenAPI document and its stub.
 * @param operations ids of the served operations
 */
export function routesOf(
  api: ApiInterface,
  operations: Iterable<string>,
  elsewhere: OtherApi,
): FindRoute {
  const {contract} = api.specification;
  // This uses the router alone: an Express app would change the prototypes of every request and response, which is not
  // needed here.
  const router = express.Router({caseSensitive: true, strict: true});
  // The router calls back synchronously, so one variable is enough.
  let found: Route | undefined;
  for (const id of operations) {
    const operation = contract.operations[id];
    if (!operation) continue;
    const path = (operation.prefix + operation.path).replaceAll(/\{(\w+)\}/g, ':$1');
    router[methodOf(operation.method)](path, ({params}: Request) => {
      found = {serves: 'operation', id, params: params as Record<string, string>};
    });
  }
  router.get('/openapi.json', () => {
    found = {serves: 'description'};
  });
  if (api.stub)
    router.get(api.stub.path, () => {
      found = {serves: 'stub'};
    });

  return remembered((context) => {
    const {response, method, path} = context;
    // The router would respond to OPTIONS itself, without authentication, headers and journal. No operation of the
    // documents has this method.
    if (method === 'OPTIONS') return noRoute(api, context, elsewhere);
    let refused: RefusedRequest | undefined;
    found = undefined;
    // The router changes what it gets.
    const request = {method, url: path} as Request;
    router(request, response as Response, (error?: unknown) => {
      refused = error === undefined ? noRoute(api, context, elsewhere) : malformed(path, error);
    });
    return found ?? defined(refused, 'the refusal of a request that nothing serves');
  });
}

/** How many paths are remembered for each method, and up to which number of characters. */
const REMEMBERED = {paths: 1000, length: 200};

/**
 * Remembers what serves a path: clients ask for most paths again, and the router takes a fifth of the time of a
 * request.
 */
function remembered(find: FindRoute): FindRoute {
  const known = new Map<string, Map<string, Route>>();
  return (context) => {
    const {method, path} = context;
    const query = path.indexOf('?');
    const pathname = query < 0 ? path : path.slice(0, query);
    const existing = known.get(method)?.get(pathname);
    if (existing) return existing;
    const route = find(context);
    if ('refused' in route || pathname.length > REMEMBERED.length) return route;
    const routes = known.get(method) ?? new Map<string, Route>();
    known.set(method, routes);
    if (routes.size === REMEMBERED.paths) routes.clear();
    // A copy: a slice would keep the whole target in memory.
    routes.set(Buffer.from(pathname).toString(), route);
    return route;
  };
}

type RouterMethod = 'get' | 'post' | 'put' | 'delete';

const methodOf = (method: string): RouterMethod => method.toLowerCase() as RouterMethod;

/** 404 for an unknown path; 405 for a known path, with its methods. */
function noRoute(
  api: ApiInterface,
  {request, method, path}: RequestContext,
  elsewhere: OtherApi,
): RefusedRequest {
  const {api: name, prefix} = api.specification.contract;
  const allowed = allowedMethods(api, path);
  const [pathname = ''] = path.split('?');
  if (!allowed.length)
    return {
      refused: 'route-not-found',
      why: {
        expected: `a path of the ${name} API, below ${prefix}`,
        got: pathname,
        todo: otherPort(elsewhere, pathname) ?? meantInstead(api, pathname),
      },
    };
  return {
    refused: 'method-not-allowed',
    headers: {allow: allowed.join(', ')},
    why: whyNoPage(name, request) ?? {
      expected: allowed.join(' or '),
      got: method,
      todo: 'use a documented method',
    },
  };
}

/** Says where the other API listens, for a path that it serves. */
function otherPort({other, origins}: OtherApi, pathname: string): string | undefined {
  if (!allowedMethods(other, pathname).length) return undefined;
  const {api: name} = other.specification.contract;
  return `the ${name} API listens on port ${origins.ports[name]}: send the request there`;
}

function meantInstead(api: ApiInterface, pathname: string): string {
  if (pathname === '/') return 'in a browser, open the control plane: it is the console';
  const [, before = '', world, rest = ''] = /^(\/.*)?\/w\/([\w-]+)(\/.*)$/i.exec(pathname) ?? [];
  if (world !== undefined && allowedMethods(api, before + rest).length)
    return `did you mean /w/${world}${before}${rest}? The world comes first`;
  const meant = nearestPath(api, pathname);
  return meant ? `did you mean ${meant}?` : 'compare base URL and path with the document';
}

/** The refusal of a path that the router cannot decode. @throws any other error */
function malformed(path: string, error: unknown): RefusedRequest {
  if ((error as {status?: number}).status !== 400) throw error;
  return {
    refused: 'request-malformed',
    why: {expected: 'a well-formed path', got: path, todo: 'correct the percent-encoding'},
  };
}
