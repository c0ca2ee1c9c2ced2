import {escapeUTF8} from 'entities/escape';
import {PALETTE} from './palette.ts';

const STYLE = `
${PALETTE}* { box-sizing: border-box; }
body {
  margin: 0;
  font: 1rem/1.5 system-ui, sans-serif;
  background: Canvas;
  color: CanvasText;
  overflow-wrap: anywhere;
}
main { max-width: 34rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.4rem; line-height: 1.25; }
h2 { font-size: 1.15rem; line-height: 1.25; margin-top: 2rem; }
small, .quiet { color: var(--quiet); font-size: .875rem; }
fieldset { border: 0; margin: 1.5rem 0; padding: 0; }
legend { padding: 0; font-weight: 600; }
label {
  display: flex;
  gap: .75rem;
  align-items: baseline;
  padding: .75rem;
  margin-top: .5rem;
  border: 1px solid var(--line);
  border-radius: .5rem;
}
label small { display: block; }
.answers {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr));
  gap: .75rem;
  margin: 1.5rem 0;
}
@media (max-width: 37.5rem) { .answers { grid-template-columns: 1fr; } }
button {
  padding: .5rem .75rem;
  min-height: 2.75rem;
  font: inherit;
  font-weight: 600;
  border: 1px solid var(--accent);
  border-radius: .5rem;
  background: transparent;
  color: var(--accent);
  cursor: pointer;
}
button.primary { background: var(--accent); color: var(--on-accent); }
input:not([type=radio], [type=checkbox]) {
  display: block;
  width: 100%;
  min-height: 2.75rem;
  padding: .5rem .75rem;
  font: inherit;
  border: 1px solid var(--line);
  border-radius: .5rem;
}
label.field { display: block; padding: 0; border: 0; font-weight: 600; }
label.field input { margin-top: .375rem; }
footer { margin-top: 2rem; font-size: .875rem; }
a { color: var(--accent); }
[role=alert] { padding: .75rem; border: 1px solid var(--bad); border-radius: .5rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

/**
 * Escapes a text for HTML content and attributes. Control characters and characters that change the writing direction
 * are removed: a client could use them to disguise its name.
 */
export const escaped = (text: string): string =>
  escapeUTF8(text.replace(/[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ''));

/**
 * Makes a complete HTML page for people, without scripts. At its end it leads to the front page of its origin.
 * @param title plain text
 * @param body HTML; texts in it are `escaped`
 */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
<footer><a href="/" rel="noreferrer">presscheck mock</a></footer>
</main>
</body>
</html>
`;
}

/** Makes a page that explains why something did not work, and what to do. */
export const errorPage = (what: string, todo: string): string =>
  page('That did not work', `<h1>${escaped(what)}</h1>\n<p>${escaped(todo)}</p>`);

/** Permissions of a page. */
export interface PagePolicy {
  /** The targets of its forms, as sources of the CSP directive `form-action`. Default: none. */
  formAction?: string;
  /**
   * The header `Referrer-Policy`. With `same-origin` the browser sends the page's origin when it posts a form, so that
   * the mock can verify that the form is its own. Default: `no-referrer`.
   */
  referrer?: 'no-referrer' | 'same-origin';
  /** What it may show in frames, as sources of the CSP directive `frame-src`. Default: nothing. */
  frames?: string;
}

/** The headers of a page: it may run no scripts, load nothing, be cached nowhere and be shown in no frame. */
export function pageHeaders({
  formAction = "'none'",
  referrer = 'no-referrer',
  frames,
}: PagePolicy = {}): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(frames === undefined ? [] : [`frame-src ${frames}`]),
  ];
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'Cache-Control': 'no-store',
    'Referrer-Policy': referrer,
    'X-Content-Type-Options': 'nosniff',
  };
}
