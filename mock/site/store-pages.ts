import express, {type Request, type RequestHandler, type Response, type Router} from 'express';
import {defined} from '../../spec/defined.ts';
import {pageHeaders} from '../http/page-frame.ts';
import {noteBody} from '../http/recorded.ts';
import {isRefused} from '../operation.ts';
import {localDateTime} from '../store/access/local-time.ts';
import type {StoreRow} from '../store/access/rows.ts';
import type {AuthSession} from '../store/auth-sessions/session.ts';
import type {User} from '../store/users/user.ts';
import {clientOf} from './client.ts';
import {ownFormsOnly} from './own-forms-only.ts';
import {forgetSession, giveSession, recognizedSession} from './session-cookie.ts';
import {initialPage, libraryPage, signInPage, type StorePage} from './sign-in-page.ts';
import {
  localsOf,
  perform,
  prefixOf,
  refusedMethod,
  showProblem,
  textOf,
  type SitePages,
  type SiteParts,
} from './site-app.ts';

/**
 * The pages of a store for its users: the initial page, the sign-in with the password, and the page of a signed-in
 * user. Others are redirected to the initial page (Endpoints / Users, force logout).
 */
export const storePages: SitePages = {
  name: 'site',
  router(parts): Router {
    const router = express.Router({caseSensitive: true, strict: true});
    const form = express.urlencoded({extended: false, limit: '64kb', verify: noteBody});
    router.use('/:store', findStore);
    router
      .route('/:store')
      .get((request, response) => showInitial(request, response))
      .all(refuseMethod('GET, HEAD'));
    router
      .route('/:store/sign-in')
      .get((request, response) => showSignIn(request, response))
      .post(ownFormsOnly, form, (request, response) => takeSignIn(parts, request, response))
      .all(refuseMethod('GET, HEAD, POST'));
    router
      .route('/:store/library')
      .get((request, response) => showLibrary(parts, request, response))
      .all(refuseMethod('GET, HEAD'));
    router
      .route('/:store/sign-out')
      .post(ownFormsOnly, (request, response) => takeSignOut(parts, request, response))
      .all(refuseMethod('POST'));
    return router;
  },
};

/** Why a sign-in is refused, for the visitor. It does not reveal which emails have an account. */
const REFUSALS: Record<string, string> = {
  'login-refused': 'This email and password do not belong together, or the account is closed.',
  'limit-reached': 'You are signed in elsewhere as often as you may be. Sign out there first.',
};

const FORM_HEADERS = pageHeaders({formAction: "'self'", referrer: 'same-origin'});

const findStore: RequestHandler = (request, response, next) => {
  const key = String(request.params['store']);
  const store = localsOf(response).world.table('stores').get(key) as StoreRow | undefined;
  if (!store) {
    const names = [...localsOf(response).world.table('stores').all()].map((row) => row.key);
    const why = {
      expected: `a store of this world (${names.join(', ') || 'it has none'})`,
      got: key,
      todo: 'correct the path after /site/',
    };
    localsOf(response).entry = {situation: 'store-unknown', why};
    return showProblem(response, 404, 'There is no such store.', 'Check the address.');
  }
  response.locals['store'] = store;
  next();
};

const refuseMethod =
  (allowed: string): RequestHandler =>
  ({method}, response) => {
    response.set('Allow', allowed);
    localsOf(response).entry = refusedMethod(method, allowed);
    showProblem(response, 405, 'This page does not take that.', 'Open it in a browser.');
  };

const storeOf = (response: Response): StoreRow =>
  defined(response.locals['store'] as StoreRow | undefined, 'the store of the page');

const baseOf = (response: Response): string =>
  `${prefixOf(response)}/site/${encodeURIComponent(storeOf(response).key)}`;

const pageOf = (response: Response): StorePage => ({
  store: storeOf(response).name,
  base: baseOf(response),
});

const sessionOf = ({headers}: Request, response: Response): AuthSession | undefined =>
  recognizedSession(localsOf(response).world.view(storeOf(response).key), headers.cookie);

function showInitial(request: Request, response: Response): void {
  const isSignedIn = sessionOf(request, response) !== undefined;
  response.set(FORM_HEADERS).send(initialPage(pageOf(response), isSignedIn));
}

function showSignIn(request: Request, response: Response): void {
  if (sessionOf(request, response)) return redirect(response, '/library');
  response.set(FORM_HEADERS).send(signInPage(pageOf(response)));
}

async function takeSignIn(parts: SiteParts, request: Request, response: Response): Promise<void> {
  const form: Record<string, unknown> = request.body ?? {};
  const email = textOf(form['email']);
  const outcome = await perform(parts, response, {
    operation: 'signInWithPassword',
    tenant: storeOf(response).key,
    body: {email, password: textOf(form['password']), client: clientOf(request)},
  });
  if (isRefused(outcome)) {
    const message = REFUSALS[outcome.refused] ?? 'You cannot sign in.';
    const html = signInPage(pageOf(response), {email, message});
    return void response.status(422).set(FORM_HEADERS).send(html);
  }
  const {session: key} = outcome.body as {session: string};
  giveSession(response, storeOf(response).key, key);
  redirect(response, '/library');
}

async function showLibrary(parts: SiteParts, request: Request, response: Response): Promise<void> {
  const session = sessionOf(request, response);
  if (!session) return sendToInitial(response);
  const tenant = storeOf(response).key;
  const visit = {operation: 'visitStore', tenant, body: {session: session.key}};
  const outcome = await perform(parts, response, visit);
  const {world} = localsOf(response);
  const visited = world.table('auth_sessions').get(session.key) as AuthSession | undefined;
  const user = world.table('users').get(session.user) as User | undefined;
  if (isRefused(outcome) || !visited || !user) return sendToInitial(response);
  const zone = String(world.freedom('store.timezone'));
  const html = libraryPage({
    ...pageOf(response),
    email: user.email,
    data: visited.data,
    expires: `${localDateTime(visited.expires, zone)} (${zone})`,
  });
  response.set(FORM_HEADERS).send(html);
}

async function takeSignOut(parts: SiteParts, request: Request, response: Response): Promise<void> {
  const session = sessionOf(request, response);
  if (session)
    await perform(parts, response, {
      operation: 'signOut',
      tenant: storeOf(response).key,
      body: {session: session.key},
    });
  sendToInitial(response);
}

/** Redirects a visitor who is not signed in to the initial page, and deletes the cookie of the session. */
function sendToInitial(response: Response): void {
  forgetSession(response, storeOf(response).key);
  redirect(response, '');
}

function redirect(response: Response, path: '' | '/library'): void {
  response.set({'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin'});
  response.redirect(303, baseOf(response) + path);
}
