import type {RequestListener} from 'node:http';
import express, {
  type ErrorRequestHandler,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import {faultOf, notesOf} from '../faults/ordered-fault.ts';
import {nearPath} from '../http/near-path.ts';
import {splitUrl, type Origins} from '../http/origins.ts';
import {errorPage, pageHeaders} from '../http/page-frame.ts';
import {recordedMessages, recordResponse} from '../http/recorded.ts';
import {findWorld, worldNotFound} from '../http/steps/find-world.ts';
import {tellTime} from '../http/world-time.ts';
import type {Why} from '../operation.ts';
import {TODO_NOT_KEPT, NotKept} from '../persistence/not-kept.ts';
import type {World} from '../world/world.ts';
import {ROOT, type Worlds} from '../world/worlds.ts';
import {PAGE_PATHS} from './page-paths.ts';
import type {SiteCall, SiteOperations, SiteOutcome} from './site-operations.ts';

/** The parts of a store's pages. */
export interface SiteParts {
  worlds: Worlds;
  origins: Origins;
  site: SiteOperations;
}

/** The pages below one name: `/checkout/...` for the name `checkout`. */
export interface SitePages {
  name: string;
  router(parts: SiteParts): Router;
}

/** The data of a page's request, in `response.locals`. */
export interface SiteLocals {
  world: World;
  worldId: string;
  /** The URL of the stores as the browser reaches it, without world. */
  url: string;
  /** For the journal. */
  entry?: SiteOutcome['entry'];
}

/** The data of a page's request. */
export const localsOf = ({locals}: Response): SiteLocals => locals as SiteLocals;

/** Performs an operation of a store for one of its pages, and notes it for the journal. */
export async function perform(
  {site}: SiteParts,
  response: Response,
  call: SiteCall,
): Promise<SiteOutcome['outcome']> {
  const {outcome, entry} = await site.perform(localsOf(response).world, call);
  localsOf(response).entry = entry;
  return outcome;
}

/** The text of a parameter or of a field of a form; empty for anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What the paths of the world begin with, as the browser sends them; empty for the root world. */
export function prefixOf(response: Response): string {
  const {worldId, url} = localsOf(response);
  const world = response.req.originalUrl.startsWith('/w/') ? `/w/${worldId}` : '';
  return splitUrl(url).path + world;
}

/** Whether a request is for one of the pages, and not for the API. */
export function isForPages(pages: readonly SitePages[]): (target: string) => boolean {
  const names = pages.map(({name}) => name).join('|');
  const pattern = new RegExp(`^(?:[a-z]+://[^/?#]*)?(?:/w/[^/?#]*)?/(?:${names})(?:[/?#]|$)`);
  return (target) => pattern.test(target);
}

/** The pages of the stores, for people: below the store's URL, in every world. They need no script. */
export function siteApp(parts: SiteParts, pages: readonly SitePages[]): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(beginPage(parts));
  for (const {name, router} of pages) app.use(`/${name}`, router(parts));
  app.use((request, response: Response) => {
    const meant = nearPath(PAGE_PATHS, request.path);
    const why: Why = {
      expected: 'a page of a store',
      got: request.path,
      todo: meant
        ? `did you mean ${meant}?`
        : 'use an address that the mock shows: of a checkout, a reader, or /site/<store>',
    };
    localsOf(response).entry = {situation: 'page-unknown', why};
    showProblem(response, 404, 'There is no such page.', 'Check the address.');
  });
  app.use(answerError);
  return byPath(app);
}

/**
 * Serves an app without the origin that a proxy sends before the path (RFC 9112, section 3.2.2): Express would restore
 * it in front of the path that `beginPage` leaves, and find no page.
 */
const byPath =
  (app: RequestListener): RequestListener =>
  (request, response) => {
    request.url = (request.url ?? '/').replace(/^[a-z]+:\/\/[^/?#]*/i, '');
    app(request, response);
  };

/** Finds the world, and adds the request to the journal when its response has been sent. */
const beginPage =
  ({worlds, origins}: SiteParts): RequestHandler =>
  async (request, response, next) => {
    const {world, worldId, path, begun} = findWorld(worlds, request, response);
    recordResponse(response);
    const {method} = request;
    tellTime(response, world);
    // An ordered fault may take the response away: it is closed then without being finished.
    response.once('close', () => {
      const {entry} = localsOf(response);
      if (!response.writableFinished && !faultOf(request)) return;
      worlds.journal({
        at: world?.now() ?? 0,
        world: worldId,
        method,
        path,
        status: response.statusCode,
        duration_ms: worlds.since(begun),
        messages: recordedMessages(request, response),
        ...entry,
        notes: notesOf(request),
      });
    });
    if (!world) {
      const {refused, why} = worldNotFound(worldId);
      localsOf(response).entry = {situation: refused, why};
      return showProblem(
        response,
        404,
        'There is no such world.',
        'Make a world through the control plane of the mock.',
      );
    }
    await world.handleDue();
    const url = origins.url('store', ROOT, request);
    Object.assign(response.locals, {world, worldId, url} satisfies SiteLocals);
    request.url = path;
    next();
  };

/** The journal's entry of a request whose method a page does not take. */
export const refusedMethod = (method: string, allowed: string): SiteOutcome['entry'] => ({
  situation: 'method-not-allowed',
  why: {expected: allowed, got: method, todo: 'open the page in a browser'},
});

/** Shows a page that says what did not work, and what to do. */
export function showProblem(response: Response, status: number, what: string, todo: string): void {
  response.status(status).set(pageHeaders()).send(errorPage(what, todo));
}

function showNotKept(response: Response, {message}: NotKept): void {
  const why: Why = {expected: 'a change that can be kept', got: message, todo: TODO_NOT_KEPT};
  localsOf(response).entry = {situation: 'not-kept', why};
  showProblem(response, 503, 'The mock cannot keep this: its disk is full.', 'Try again later.');
}

/** Handles errors of a body parser or of the mock itself. */
const answerError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) return next(error);
  if (error instanceof NotKept) return showNotKept(response, error);
  const {status = 500, message, stack} = error as Error & {status?: number};
  const isOwn = status < 400 || status >= 500;
  const why: Why = {
    expected: isOwn ? 'no fault in the mock' : 'a request that can be read',
    got: isOwn ? (stack ?? message) : message,
    todo: isOwn ? 'report it' : 'send the form of the page',
  };
  localsOf(response).entry = {
    situation: isOwn ? 'broken' : 'page-request-malformed',
    why,
  };
  if (isOwn) showProblem(response, 500, 'The mock has a fault.', 'Please report it.');
  else showProblem(response, 400, 'This request cannot be read.', 'Go back and try again.');
};
