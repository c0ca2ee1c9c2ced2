import type {IncomingMessage} from 'node:http';
import {mayRead} from '../orders/grants.ts';
import {noteVisit} from '../reading/visit.ts';
import {matchesPassword} from '../secrets.ts';
import {openSession} from '../sessions/open.ts';
import type {Context, Json, Reply, User} from '../types.ts';
import {parseBody} from '../wire.ts';
import {sameEmail} from '../find.ts';
import {finishCheckout, showCheckout} from './checkout.ts';
import {escapeHtml, page, redirect, withCookie} from './pages.ts';
import {COOKIE, ghostOf, sessionOf, type Visit} from './visit.ts';

const PATH = /^\/site\/([a-z]+)(\/.*)?$/;

/** The key of the store whose site a path belongs to; null when to none. */
export function siteOf(path: string): string | null {
  return PATH.exec(path)?.[1] ?? null;
}

function formOf(bytes: Buffer | null): Json {
  const text = (bytes ?? '').toString('utf8');
  if (text.startsWith('{')) return parseBody(bytes, new Set()) ?? {};
  return Object.fromEntries(new URLSearchParams(text));
}

function visitOf(req: IncomingMessage, path: string, query: URLSearchParams, form: Json): Visit {
  const method = req.method === 'HEAD' ? 'GET' : (req.method ?? 'GET');
  return {
    method,
    path: PATH.exec(path)?.[2] ?? '/',
    query,
    form,
    agent: req.headers['user-agent'] ?? '',
    address: req.socket.remoteAddress ?? '',
    cookies: req.headers.cookie ?? '',
  };
}

function welcome(): Reply {
  const fields = '<input name="email"><input name="password" type="password"><button>Go</button>';
  return page(200, 'Welcome', `<form method="post" action="sign-in">${fields}</form>`);
}

function userWith(context: Context, form: Json): User | undefined {
  const {email, password} = form;
  if (typeof email !== 'string' || typeof password !== 'string') return undefined;
  return [...context.store.users.values()].find((user) => {
    return sameEmail(context, user.email, email) && matchesPassword(user.password, password);
  });
}

function signIn(context: Context, visit: Visit, home: string): Reply {
  const user = userWith(context, visit.form);
  const open = context.faults.has('sign-in-page-admits-deactivated');
  if (user === undefined || (user.deletedAt !== null && !open)) {
    return page(403, 'Nobody can sign in so', '');
  }
  const session = openSession(context, user, visit.agent, visit.address);
  return withCookie(redirect(303, `${home}/shelf`), COOKIE, `${session.id}.${session.key}`);
}

/** The pages for those who have signed in; others are sent to the initial address. */
function inside(context: Context, visit: Visit, home: string): Reply {
  const user = sessionOf(context, visit)?.user ?? ghostOf(context, visit);
  if (user === undefined) {
    if (context.faults.has('logout-not-sent-home')) return page(403, 'Signed out', '');
    return redirect(302, home);
  }
  const product = /^\/read\/(.+)$/.exec(visit.path)?.[1];
  if (product === undefined) return page(200, 'Your shelf', `<p>${escapeHtml(user.email)}</p>`);
  const id = decodeURIComponent(product);
  if (!mayRead(context, user, 'content', id)) return page(403, 'Not yours to read', '');
  noteVisit(context, user, id, visit.agent);
  return page(200, 'Read', `<p>${escapeHtml(id)}</p>`);
}

/** Serves the store's site. */
export async function serveSite(
  context: Context,
  req: IncomingMessage,
  path: string,
  query: URLSearchParams,
  bytes: Buffer | null,
): Promise<Reply> {
  const visit = visitOf(req, path, query, formOf(bytes));
  const home = `${context.world.origin}/site/${context.store.key}`;
  const {method} = visit;
  const checkout = /^\/checkout\/([^/]+)(?:\/([^/]+))?$/.exec(visit.path);
  if (checkout !== null) {
    const [, id = '', what] = checkout;
    if (what === undefined && method === 'GET') return showCheckout(context, visit, id);
    if (what !== undefined && method === 'POST') return finishCheckout(context, visit, id, what);
  }
  if (method === 'POST' && visit.path === '/sign-in') return signIn(context, visit, home);
  if (method === 'GET' && visit.path === '/') return welcome();
  if (method === 'GET' && /^\/(shelf$|read\/)/.test(visit.path)) {
    return inside(context, visit, home);
  }
  return page(404, 'There is no such page', '');
}
