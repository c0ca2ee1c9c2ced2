import {defined} from '../../../spec/defined.ts';

/** A workspace that a person can choose. */
export interface Choice {
  id: string;
  name: string;
  /** Names of the owners and admins: they could consent. */
  people: string[];
}

/** What a consent page shows and carries. */
export interface ConsentPage {
  client: {id: string; name: string};
  workspaces: Choice[];
  /** Where the person is sent after the decision, for example `app.example:8080`. */
  destination: string;
  /** The sealed authorization request; see `ticket.ts`. */
  ticket: string;
  /** Path to which the form is posted. */
  action: string;
  world: string;
}

const STYLE = `
:root {
  color-scheme: light dark;
  --accent: #0b57d0;
  --on-accent: #fff;
  --line: #c4c7cc;
  --quiet: #51565d;
}
@media (prefers-color-scheme: dark) {
  :root {
    --accent: #a8c7fa;
    --on-accent: #06295c;
    --line: #4a4f57;
    --quiet: #b4b9c1;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  font: 1rem/1.5 system-ui, sans-serif;
  background: Canvas;
  color: CanvasText;
  overflow-wrap: anywhere;
}
main { max-width: 34rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.4rem; line-height: 1.25; }
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
.answers { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0; }
button {
  flex: 1 1 8rem;
  min-height: 2.75rem;
  font: inherit;
  font-weight: 600;
  border: 1px solid var(--accent);
  border-radius: .5rem;
  background: transparent;
  color: var(--accent);
  cursor: pointer;
}
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
 * Escapes a text for HTML content and attributes. Control characters are removed, and those that
 * change the direction of writing: a client could disguise its name with them.
 */
export const escaped = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/[&<>"']/g, (sign) => defined(ENTITIES[sign], `the entity of ${sign}`));

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

function option({id, name, people}: Choice, isFirst: boolean): string {
  const checked = isFirst ? ' checked' : '';
  const managers = people.length ? `, run by ${escaped(people.join(', '))}` : '';
  return `<label>
<input type="radio" name="workspace" value="${escaped(id)}" required${checked}>
<span><bdi>${escaped(name)}</bdi><small><code>${escaped(id)}</code>${managers}</small></span>
</label>`;
}

const MOCK_EXPLAINED = 'This is a mock of the Workspace Publishing API';

const SCOPE_EXPLAINED =
  'It requests the scope <code>mcp:use</code>: to use every tool of the agent server in your ' +
  'place. It can read the publications of the workspace, upload, change and download them, run ' +
  'tools on them, and spend the allowance.';

/**
 * The page on which a person allows or denies a client the use of a workspace. It needs no script.
 * Deny is the first button: the one that Enter presses.
 */
export function consentPage(consent: ConsentPage): string {
  const {client, workspaces, destination, ticket, action, world} = consent;
  const options = workspaces.map((choice, index) => option(choice, index === 0));
  return page(
    `Allow ${client.name}?`,
    `<h1>Allow <bdi>${escaped(client.name)}</bdi> to use a workspace?</h1>
<p class="quiet">The client gave this name itself. Its id is <code>${escaped(client.id)}</code>.</p>
<p>${SCOPE_EXPLAINED}</p>
<form method="post" action="${escaped(action)}">
<input type="hidden" name="ticket" value="${escaped(ticket)}">
<fieldset>
<legend>Workspace</legend>
${options.join('\n')}
</fieldset>
<p>Then you are sent back to <strong>${escaped(destination)}</strong>.</p>
<div class="answers">
<button name="decision" value="deny" formnovalidate>Deny</button>
<button name="decision" value="allow">Allow</button>
</div>
</form>
<p class="quiet">${MOCK_EXPLAINED} (presscheck, world ${escaped(world)}). Nobody signs in.</p>`,
  );
}

/** The page that explains to a person why nothing was allowed, and what to do. */
export const errorPage = (what: string, todo: string): string =>
  page('That did not work', `<h1>${escaped(what)}</h1>\n<p>${escaped(todo)}</p>`);

/**
 * The headers of a page. `form-action` has to allow every scheme that the redirect after the form
 * can lead through: browsers check each hop, and the client may redirect further.
 * @param redirectUri where the form's response redirects; absent for a page without a form
 */
export function pageHeaders(redirectUri?: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `form-action ${formTargets(redirectUri)}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
}

function formTargets(redirectUri: string | undefined): string {
  if (redirectUri === undefined) return "'none'";
  const schemes = new Set(['http:', 'https:', new URL(redirectUri).protocol]);
  return ["'self'", ...schemes].join(' ');
}
