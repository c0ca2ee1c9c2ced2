import {html, useState} from './standalone.module.js';
import {of} from './server.js';
import {Table} from './table.js';
import {useLoaded} from './use-loaded.js';

/** The rows of the world, with the request that changed each last. */
export function Data({world, version, fail, choose}) {
  const [name, setName] = useState('');
  const {tables = []} = useLoaded(of(world, '/tables'), version, fail) ?? {};
  const chosen = tables.some((table) => table.name === name) ? name : tables[0]?.name;
  return html`<div class="page" tabindex="0">
    <h2>Rows</h2>
    <label
      >Table
      <select value=${chosen} onChange=${({target}) => setName(target.value)}>
        ${tables.map((table) => html`<option key=${table.name} value=${table.name}>${table.name} (${table.rows})</option>`)}
      </select></label
    >
    ${chosen && html`<${Rows} ...${{world, version, fail, choose}} table=${chosen} />`}
  </div>`;
}

function Rows({world, table, version, fail, choose}) {
  const {rows = []} = useLoaded(of(world, `/tables/${table}`), version, fail) ?? {};
  const shown = rows.map(({row, changed_by: by}) => [
    row.key,
    html`<details>
      <summary>${row.key}</summary>
      <pre>${JSON.stringify(row, null, 2)}</pre>
    </details>`,
    by &&
      html`<button onClick=${() => choose(`${world}-${by.n}`)}>${by.method} ${by.path}</button>`,
  ]);
  return html`<${Table} head=${['row', 'changed by']} rows=${shown} />`;
}
