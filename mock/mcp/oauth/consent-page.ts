/** A workspace that a person can choose. */
export interface Choice {
  id: string;
  name: string;
  /** Owners and admins: who would consent. */
  people: string[];
}

export interface ConsentPage {
  client: {id: string; name: string};
  workspaces: Choice[];
  /** Where the person is sent then, in words. */
  leadsTo: string;
  ticket: string;
  /** Path that takes the answer. */
  action: string;
  world: string;
}

const STYLE = `
:root { color-scheme: light dark; --accent: #0b57d0; --on-accent: #fff; --line: #c4c7cc; --quiet: #51565d; }
@media (prefers-color-scheme: dark) { :root { --accent: #a8c7fa; --on-accent: #06295c; --line: #4a4f57; --quiet: #b4b9c1; } }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; overflow-wrap: anywhere; }
main { max-width: 34rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.4rem; line-height: 1.25; }
small, .quiet { color: var(--quiet); font-size: .875rem; }
fieldset { border: 0; margin: 1.5rem 0; padding: 0; }
legend { padding: 0; font-weight: 600; }
label { display: flex; gap: .75rem; align-items: baseline; padding: .75rem; margin-top: .5rem; border: 1px solid var(--line); border-radius: .5rem; }
label small { display: block; }
.answers { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0; }
button { flex: 1 1 8rem; min-height: 2.75rem; font: inherit; font-weight: 600; border: 1px solid var(--accent); border-radius: .5rem; background: transparent; color: var(--accent); cursor: pointer; }
button[value=allow] { background: var(--accent); color: var(--on-accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Text as it may stand in HTML, in an attribute too, without what cannot be seen and what turns the
 * direction of reading.
 */
export const escaped = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);

function page(title: string, body: string): string {
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
</main>
</body>
</html>
`;
}

const choice = ({id, name, people}: Choice, first: boolean): string => `<label>
<input type="radio" name="workspace" value="${escaped(id)}" required${first ? ' checked' : ''}>
<span><bdi>${escaped(name)}</bdi><small><code>${escaped(id)}</code>${people.length ? `, run by ${escaped(people.join(', '))}` : ''}</small></span>
</label>`;

/**
 * Asks a person: who wants what, of which workspace, and where the answer goes. Without a script;
 * Enter presses the first button.
 */
export const consentPage = ({
  client,
  workspaces,
  leadsTo,
  ticket,
  action,
  world,
}: ConsentPage): string =>
  page(
    `Allow ${client.name}?`,
    `<h1>Allow <bdi>${escaped(client.name)}</bdi> to use a workspace?</h1>
<p class="quiet">The client gave this name itself. Its id is <code>${escaped(client.id)}</code>.</p>
<p>It asks for the scope <code>mcp:use</code>: to use every tool of the agent server in your place. It can read the publications of the workspace, upload, change and download them, run tools on them, and spend the allowance.</p>
<form method="post" action="${escaped(action)}">
<input type="hidden" name="ticket" value="${escaped(ticket)}">
<fieldset>
<legend>Workspace</legend>
${workspaces.map((each, at) => choice(each, at === 0)).join('\n')}
</fieldset>
<p>Then you are sent back to <strong>${escaped(leadsTo)}</strong>.</p>
<div class="answers">
<button name="decision" value="deny" formnovalidate>Deny</button>
<button name="decision" value="allow">Allow</button>
</div>
</form>
<p class="quiet">This is a mock of the Workspace Publishing API (presscheck, world ${escaped(world)}). Nobody signs in.</p>`,
  );

/** Tells a person what went wrong with his answer. */
export const troublePage = (what: string, todo: string): string =>
  page('That did not work', `<h1>${escaped(what)}</h1>\n<p>${escaped(todo)}</p>`);

/**
 * Headers of a page. `form-action` bears every scheme that the answer can lead through: browsers
 * hold it against each hop of the redirect, and a client may send the person on.
 * @param redirectUri where the page's form leads; none: it has no form
 */
export function pageHeaders(redirectUri?: string): Record<string, string> {
  const schemes =
    redirectUri === undefined
      ? []
      : ["'self'", ...new Set(['http:', 'https:', new URL(redirectUri).protocol])];
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; form-action ${schemes.join(' ') || "'none'"}; base-uri 'none'; frame-ancestors 'none'`,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
}
