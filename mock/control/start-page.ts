import {escaped, page} from '../http/page-frame.ts';
import type {StoreRow} from '../store/access/rows.ts';
import type {World} from '../world/world.ts';
import {ROOT} from '../world/worlds.ts';
import type {ControlRequest} from './handler.ts';

const link = (url: string, text: string): string =>
  `<a href="${escaped(url)}" rel="noreferrer">${escaped(text)}</a>`;

/** The page of the control plane: where the worlds of the mock and the documents of its APIs are. */
export function startPage(request: ControlRequest): string {
  const {worlds, documentUrl} = request;
  const sections = worlds.list().map((world) => section(request, world));
  return page(
    'presscheck mock',
    `<h1>presscheck mock</h1>
<p>This is the control plane. The OpenAPI documents:</p>
<ul>
<li>${link(documentUrl('workspace', ROOT), 'Workspace Publishing API')}</li>
<li>${link(documentUrl('store', ROOT), 'Store Integration API')}</li>
<li>${link('openapi.json', 'Control plane')}</li>
</ul>
${sections.join('\n')}`,
  );
}

function section({url}: ControlRequest, world: World): string {
  const page = `worlds/${encodeURIComponent(world.id)}`;
  const own = `/${page}`;
  const stores = [...world.table('stores').all()] as StoreRow[];
  const signIns = stores.map(({key, name}) => {
    const address = `${url('store', world.id)}/site/${encodeURIComponent(key)}`;
    return `<li>${link(address, `Sign-in page of ${name}`)}</li>`;
  });
  const note = world.id === ROOT ? ', the default world' : '';
  const now = new Date(world.now()).toISOString();
  return `<h2>World <code>${escaped(world.id)}</code>${note}</h2>
<p class="quiet">Its clock ${world.clock.frozen ? 'stands still at' : 'shows'} ${now}.
<code>POST ${own}/clock</code> with <code>{"advance_ms": 60000}</code> moves it,
and <code>POST ${own}/reset</code> brings the world back to its beginning.</p>
<ul>
<li>Workspace API: <code>${escaped(url('workspace', world.id))}/api/v1</code></li>
<li>Store API: <code>${escaped(url('store', world.id))}/integration-api/v1</code></li>
<li>${link(page, 'Keys, tokens and samples')} (JSON)</li>
<li>${link(`${page}/journal`, 'Journal of its requests')} (JSON)</li>
<li>${link(`${page}/outbox.html`, 'Outbox')}</li>
${signIns.join('\n')}
</ul>`;
}
