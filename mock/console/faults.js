import {html, useState} from './standalone.module.js';
import {call, of} from './server.js';
import {useLoaded} from './use-loaded.js';

/** Fault rules that a user ordered, with a switch. */
export function Faults({world, version, fail}) {
  const [changed, setChanged] = useState(0);
  const faults = useLoaded(of(world, '/faults'), `${version} ${changed}`, fail)?.faults ?? [];
  const turn = ({id, enabled}) =>
    call('PATCH', of(world, `/faults/${encodeURIComponent(id)}`), {
      enabled: enabled === false,
    }).then(() => setChanged(changed + 1), fail);
  return html`<div class="page" tabindex="0">
    <h2>Fault rules</h2>
    ${!faults.length && html`<p class="quiet">No rules.</p>`}
    <ul>
      ${faults.map(
        (fault) =>
          html`<li key=${fault.id}>
            <label
              ><input
                type="checkbox"
                checked=${fault.enabled !== false}
                onChange=${() => turn(fault)}
              />
              ${fault.id}</label
            >
            <pre tabindex="0" aria-label=${`Rule ${fault.id}`}>
${JSON.stringify(fault, null, 2)}</pre>
          </li>`,
      )}
    </ul>
  </div>`;
}
