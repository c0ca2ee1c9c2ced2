import type {RequestListener} from 'node:http';
import {faultGate} from './faults/gate.ts';
import type {ApiApp} from './http/api-app.ts';
import type {ApiInterface} from './http/api-interface.ts';
import {withFrontPage} from './http/front-page.ts';
import {forPages, pagesOfApi, pagesOfStorage, type Sites} from './http/cross-origin.ts';
import type {RawRefusal} from './http/listen.ts';
import type {OriginName} from './http/public-url.ts';
import type {PipelineParts} from './http/pipeline.ts';
import {controlRefusal, storageRefusal} from './http/raw-refusals.ts';
import type {ClosableApp} from './loaded-by-request.ts';
import {routeOf} from './mcp/route.ts';
import {objectApp, type StorageParts} from './objects/object-app.ts';
import {isPathOf, onOnePort} from './one-port.ts';
import {checkoutPages} from './site/checkout-pages.ts';
import {SITE_PAGES} from './site/pages.ts';
import {isForPages, siteApp} from './site/site-app.ts';
import type {SiteOperations} from './site/site-operations.ts';

/** An API with its HTTP app, and the body for requests that Node's HTTP parser refuses. */
export interface ServedApi {
  api: ApiInterface;
  parts: PipelineParts;
  app: ApiApp;
  rawRefusal: RawRefusal;
}

/** The apps of a mock. */
export interface Served {
  workspace: ServedApi;
  store: ServedApi;
  mcp: ClosableApp;
  /** Absent without a control plane. */
  control: RequestListener | undefined;
  common: Pick<PipelineParts, 'worlds' | 'origins' | 'ports'> & {site: SiteOperations};
}

/** What answers the requests to an origin, and those that Node's HTTP parser refuses. */
export type Listener = readonly [name: OriginName, listener: RequestListener, refusal: RawRefusal];

/**
 * What answers on each origin, behind the gate where ordered faults act: pages of other origins may read a fault, too.
 * @param stepsOf the steps of a request to storage, by world
 */
export function listenersOf(
  served: Served,
  {onePort, cors}: {onePort?: boolean; cors?: Sites},
  stepsOf: StorageParts['stepsOf'],
): Listener[] {
  const {workspace, store, mcp, control, common} = served;
  const gate = faultGate(common);
  const api = forPages(ofApi('workspace', workspace), pagesOfApi(cors));
  const agents = gate({interface: 'mcp', app: mcp.listener});
  const pages = siteApp(common, SITE_PAGES);
  const checkout = gate({interface: 'checkout', app: pages});
  const shop = forPages(ofApi('store', store), pagesOfApi());
  const storage = gate({interface: 'storage', app: objectApp({...common, stepsOf})});
  const beside: RequestListener = (request, response) =>
    routeOf(request.url ?? '') ? agents(request, response) : api(request, response);
  const listeners: Listener[] = [
    ['workspace', front('Workspace Publishing API', beside), workspace.rawRefusal],
    ['store', front('Store Integration API', besidePages(shop, pages, checkout)), store.rawRefusal],
    ['objects', front('Object storage', forPages(storage, pagesOfStorage)), storageRefusal],
    ...(control ? [['control', control, controlRefusal] as const] : []),
  ];
  return onePort ? onOne(served, listeners) : listeners;

  function front(what: string, serve: RequestListener): RequestListener {
    return withFrontPage(what, common.origins, control !== undefined, serve);
  }

  function ofApi(name: 'workspace' | 'store', {parts, app}: ServedApi): RequestListener {
    return gate({interface: name, parts, app: app.listener});
  }
}

/** The same on one port, which is that of the workspace API. */
function onOne({workspace, store}: Served, listeners: Listener[]): Listener[] {
  const byName = Object.fromEntries(listeners) as Record<OriginName, RequestListener>;
  const isOfApi = isPathOf(store.api);
  const isOfStore = (target: string): boolean => isOfApi(target) || isForPage(target);
  return [['workspace', onOnePort({...byName, isOfStore}), workspace.rawRefusal]];
}

/** Serves the pages of the stores, the checkout by an app of its own, and passes every other request to the API. */
const besidePages =
  (api: RequestListener, pages: RequestListener, checkout: RequestListener): RequestListener =>
  (request, response) => {
    const target = request.url ?? '';
    if (!isForPage(target)) return api(request, response);
    return isForCheckout(target) ? checkout(request, response) : pages(request, response);
  };

const isForPage = isForPages(SITE_PAGES);
const isForCheckout = isForPages([checkoutPages]);
