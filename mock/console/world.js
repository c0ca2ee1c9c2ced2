import {html, useEffect, useState} from './standalone.module.js';
import {call, get, of} from './server.js';

/** Loads something again whenever the world changes. */
function useLoaded(path, version, fail) {
  const [value, setValue] = useState();
  useEffect(() => {
    let isCurrent = true;
    get(path).then((loaded) => isCurrent && setValue(loaded), fail);
    return () => (isCurrent = false);
  }, [path, version]);
  return value;
}

const MOVES = [['1 s', 1000], ['1 min', 60_000], ['1 h', 3_600_000], ['1 day', 86_400_000], ['30 days', 2_592_000_000]];

/** The clock with what falls due, and what concerns the whole world. */
export function Clock({world, version, fail}) {
  const clock = useLoaded(of(world, '/clock'), version, fail);
  const change = (body) => call('POST', of(world, '/clock'), body).catch(fail);
  const isSure = (what) => confirm(`${what} world ${world}? Its rows are replaced.`);
  const restore = async (event) => {
    const [file] = event.target.files;
    if (file && isSure('Restore'))
      await call('PUT', of(world, '/snapshot'), JSON.parse(await file.text())).catch(fail);
    event.target.value = '';
  };
  return html`<div class="page">
    <h2>Clock</h2>
    <p>${clock?.now ?? ''} ${clock?.frozen ? '(stands still)' : '(runs)'}</p>
    <div class="bar">
      ${MOVES.map(([name, ms]) => html`<button key=${name} onClick=${() => change({advance_ms: ms})}>+ ${name}</button>`)}
      ${clock?.due.length > 0 && html`<button onClick=${() => change({advance_ms: Math.max(0, Date.parse(clock.due[0].at) - Date.parse(clock.now))})}>To the next event</button>`}
      ${clock?.frozen
        ? html`<button onClick=${() => change({run: true})}>Run</button>`
        : html`<button onClick=${() => change({freeze_at: new Date(Date.parse(clock?.now ?? 0) + 1000).toISOString()})}>Stop</button>`}
    </div>
    <h2>What falls due</h2>
    ${clock?.due.length
      ? html`<div class="scroll"><table><thead><tr><th>at</th><th>event</th><th>of</th></tr></thead><tbody>
          ${clock.due.map(({at, event, key}) => html`<tr key=${at + event + key}><td>${at}</td><td>${event}</td><td>${key}</td></tr>`)}
        </tbody></table></div>`
      : html`<p class="quiet">Nothing.</p>`}
    <h2>World</h2>
    <div class="bar">
      <button onClick=${() => isSure('Reset') && call('POST', of(world, '/reset')).catch(fail)}>Reset</button>
      <a href=${of(world, '/snapshot')} download=${`${world}.snapshot.json`}>Save a snapshot</a>
      <label>Restore a snapshot <input type="file" accept="application/json,.json" onChange=${restore} /></label>
    </div>
  </div>`;
}

/** Credentials, and how much of their limits is used. */
export function Keys({world, described, version, fail}) {
  const limits = useLoaded(of(world, '/limits'), version, fail);
  const rows = [
    ...described.keys.map(({role, id, key, workspace, abilities}) => [role || id, key, workspace, abilities.join(' ')]),
    ...described.tokens.map(({role, id, token, store, admin}) => [role || id, token, store, `admin ${admin}`]),
    ...described.access_tokens.map(({role, id, token, workspace, scopes}) => [role || id, token, workspace, scopes.join(' ')]),
    ...described.oauth_clients.map(({role, client_id: id, client_secret: secret, workspace}) => [role || id, `${id} ${secret}`, workspace, 'OAuth client']),
  ];
  return html`<div class="page">
    <h2>Limits</h2>
    ${limits && !limits.enforced && html`<p class="quiet">This world enforces no limits.</p>`}
    <div class="scroll"><table><thead><tr><th>of</th><th>limit</th><th>used</th><th></th></tr></thead><tbody>
      ${limits?.limits.map(({of: name, limit, used, maximum}) => html`<tr key=${name + limit}><td>${name}</td><td>${limit}</td>
        <td>${used} of ${maximum}</td><td><meter aria-label=${`${name}: ${limit}`} min="0" max=${maximum} high=${maximum * 0.9} value=${used}></meter></td></tr>`)}
    </tbody></table></div>
    <h2>Credentials</h2>
    <div class="scroll"><table><thead><tr><th>name</th><th>secret</th><th>of</th><th>may</th></tr></thead><tbody>
      ${rows.map(([name, secret, tenant, may]) => html`<tr key=${secret}><td>${name}</td><td><code>${secret}</code></td><td>${tenant}</td><td>${may}</td></tr>`)}
    </tbody></table></div>
  </div>`;
}

/** The mails that a real store would have sent. */
export function Outbox({world, version, fail}) {
  const outbox = useLoaded(of(world, '/outbox'), version, fail);
  return html`<div class="page"><h2>Outbox</h2>
    ${!outbox?.mail.length && html`<p class="quiet">No mail.</p>`}
    ${[...(outbox?.mail ?? [])].reverse().map((mail) => html`<article key=${mail.id}>
      <h3>${mail.subject}</h3>
      <p class="quiet">To ${mail.to}, ${mail.at}, from store ${mail.store}, ${mail.kind}, order ${mail.order}</p>
      <ul>${mail.links.map((link) => html`<li key=${link}><a href=${link} rel="noreferrer">${link}</a></li>`)}</ul>
    </article>`)}
  </div>`;
}

/** The rows of the world, with the request that changed them last. */
export function Data({world, version, fail, choose}) {
  const [name, setName] = useState('');
  const tables = useLoaded(of(world, '/tables'), version, fail)?.tables ?? [];
  const chosen = name || tables[0]?.name;
  return html`<div class="page"><h2>Rows</h2>
    <label>Table <select value=${chosen} onChange=${(event) => setName(event.target.value)}>
      ${tables.map((table) => html`<option key=${table.name} value=${table.name}>${table.name} (${table.rows})</option>`)}
    </select></label>
    ${chosen && html`<${Rows} world=${world} table=${chosen} version=${version} fail=${fail} choose=${choose} />`}
  </div>`;
}

function Rows({world, table, version, fail, choose}) {
  const rows = useLoaded(of(world, `/tables/${table}`), version, fail)?.rows ?? [];
  return html`<div class="scroll"><table><thead><tr><th>row</th><th>changed by</th></tr></thead><tbody>
    ${rows.map(({row, changed_by: by}) => html`<tr key=${row.key}>
      <td><details><summary>${row.key}</summary><pre tabindex="0" aria-label=${row.key}>${JSON.stringify(row, null, 2)}</pre></details></td>
      <td>${by && html`<button onClick=${() => choose(`${world}-${by.n}`)}>${by.method} ${by.path}</button>`}</td>
    </tr>`)}
  </tbody></table></div>`;
}

/** Fault rules that a user ordered, with a switch. */
export function Faults({world, version, fail}) {
  const [changed, setChanged] = useState(0);
  const faults = useLoaded(of(world, '/faults'), `${version} ${changed}`, fail)?.faults ?? [];
  const turn = ({id, enabled}) =>
    call('PATCH', of(world, `/faults/${encodeURIComponent(id)}`), {enabled: enabled === false}).then(
      () => setChanged(changed + 1),
      fail,
    );
  return html`<div class="page"><h2>Fault rules</h2>
    ${!faults.length && html`<p class="quiet">No rules.</p>`}
    <ul>${faults.map((fault) => html`<li key=${fault.id}>
      <label><input type="checkbox" checked=${fault.enabled !== false} onChange=${() => turn(fault)} /> ${fault.id}</label>
      <pre tabindex="0" aria-label=${`Rule ${fault.id}`}>${JSON.stringify(fault, null, 2)}</pre></li>`)}</ul>
  </div>`;
}
