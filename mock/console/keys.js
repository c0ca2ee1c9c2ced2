import {html} from './standalone.module.js';
import {of} from './server.js';
import {Table} from './table.js';
import {useLoaded} from './use-loaded.js';

const limitRow = ({of: name, limit, used, maximum}) => [
  name + limit,
  name,
  limit,
  `${used} of ${maximum}`,
  html`<meter
    aria-label=${`${name}: ${limit}`}
    min="0"
    max=${maximum}
    high=${maximum * 0.9}
    value=${used}
  ></meter>`,
];

/** The secret of a credential is its key. */
const credentialRow = (name, secret, tenant, may) => [
  secret,
  name,
  html`<code>${secret}</code>`,
  tenant,
  may,
];

const rowsOf = ({keys, tokens, access_tokens: agents, oauth_clients: clients}) => [
  ...keys.map((one) =>
    credentialRow(one.role || one.id, one.key, one.workspace, one.abilities.join(' ')),
  ),
  ...tokens.map((one) =>
    credentialRow(one.role || one.id, one.token, one.store, `admin ${one.admin}`),
  ),
  ...agents.map((one) =>
    credentialRow(one.role || one.id, one.token, one.workspace, one.scopes.join(' ')),
  ),
  ...clients.map((one) =>
    credentialRow(one.client_id, one.client_secret, one.workspace, 'OAuth client'),
  ),
];

/** Credentials, and how much of their limits is used. */
export function Keys({world, described, version, fail}) {
  const {enforced = true, limits = []} = useLoaded(of(world, '/limits'), version, fail) ?? {};
  return html`<div class="page" tabindex="0">
    <h2>Limits</h2>
    ${!enforced && html`<p class="quiet">This world enforces no limits.</p>`}
    <${Table} head=${['of', 'limit', 'used', 'share']} rows=${limits.map(limitRow)} />
    <h2>Credentials</h2>
    <${Table} head=${['name', 'secret', 'of', 'may']} rows=${rowsOf(described)} />
  </div>`;
}
