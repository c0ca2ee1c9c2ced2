import type {Reply} from '../types.ts';

/** A text that is safe inside HTML. */
export function escapeHtml(text: string): string {
  const codes: Record<string, string> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};
  return text.replaceAll(/[&<>"]/g, (sign) => codes[sign] ?? sign);
}

/** A page of the store's site. */
export function page(status: number, title: string, body: string): Reply {
  const head = `<!doctype html><html lang="en"><head><title>${escapeHtml(title)}</title></head>`;
  return {
    status,
    body: `${head}<body><h1>${escapeHtml(title)}</h1>${body}</body></html>`,
    headers: {'Content-Type': 'text/html; charset=utf-8'},
  };
}

/** Sends the browser to another place. */
export function redirect(status: 302 | 303, location: string): Reply {
  const reply = page(status, 'Elsewhere', `<a href="${escapeHtml(location)}">Go on</a>`);
  reply.headers = {...reply.headers, Location: location};
  return reply;
}

/** Lets the browser keep a cookie. */
export function withCookie(reply: Reply, name: string, value: string): Reply {
  const cookie = `${name}=${value}; Path=/site; HttpOnly; SameSite=Lax`;
  return {...reply, headers: {...reply.headers, 'Set-Cookie': cookie}};
}
