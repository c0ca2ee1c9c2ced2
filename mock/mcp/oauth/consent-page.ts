import {escaped, page, pageHeaders} from '../../http/page-frame.ts';

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
<button class="primary" name="decision" value="allow">Allow</button>
</div>
</form>
<p class="quiet">${MOCK_EXPLAINED} (presscheck, world ${escaped(world)}). Nobody signs in.</p>`,
  );
}

/**
 * The headers of the consent page. `form-action` has to allow every scheme that the redirect after
 * the form can lead through: browsers check each hop, and the client may redirect further.
 * @param redirectUri where the form's response redirects
 */
export function consentHeaders(redirectUri: string): Record<string, string> {
  const schemes = new Set(['http:', 'https:', new URL(redirectUri).protocol]);
  return pageHeaders({formAction: ["'self'", ...schemes].join(' ')});
}
