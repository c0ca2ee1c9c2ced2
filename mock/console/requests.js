import {html, useMemo, useRef, useState} from './standalone.module.js';
import {Details} from './details.js';
import {RequestList} from './request-list.js';

/** The requests as they arrive, with filters, and one of them in detail. */
export function Requests({entries, worlds, world, chosen, choose, fail}) {
  const [filter, setFilter] = useState({status: '', operation: '', text: ''});
  const [paused, setPaused] = useState();
  const all = paused ?? entries;
  const set = (name) => (event) => setFilter({...filter, [name]: event.target.value});
  const shown = useMemo(() => all.filter(matcherOf(filter, world)), [all, filter, world]);
  const operations = useMemo(
    () => [...new Set(all.map(({operation}) => operation))].filter(Boolean).sort(),
    [all],
  );
  const entry = all.find(({id}) => id === chosen) ?? entries.find(({id}) => id === chosen);
  const split = useRef();
  // The focus would be lost with what is closed.
  const close = () => {
    choose();
    split.current.querySelector('[role=listbox]').focus();
  };
  const home = entry && (worlds.get(entry.world) ?? worlds.get('demo'));
  return html`<div class="bar" role="search">
      <label
        >Status
        <select value=${filter.status} onChange=${set('status')}>
          <option value="">all</option>
          ${['2', '3', '4', '5'].map((one) => html`<option key=${one} value=${one}>${one}xx</option>`)}
          <option value="0">no response</option>
        </select></label
      >
      <label
        >Operation
        <select value=${filter.operation} onChange=${set('operation')}>
          <option value="">all</option>
          ${operations.map((one) => html`<option key=${one} value=${one}>${one}</option>`)}
        </select></label
      >
      <label>Text <input type="search" value=${filter.text} onInput=${set('text')} /></label>
      <button
        aria-pressed=${String(paused !== undefined)}
        onClick=${() => setPaused(paused ? undefined : entries)}
      >
        Pause
      </button>
      <span class="quiet" role="status">${shown.length} of ${all.length}</span>
    </div>
    <div
      ref=${split}
      class=${`split ${entry && home ? '' : 'single'}`}
      onKeyDown=${({key}) => key === 'Escape' && close()}
    >
      <${RequestList} entries=${shown} chosen=${chosen} choose=${choose} />
      ${entry && home && html`<${Details} entry=${entry} world=${home} close=${close} fail=${fail} choose=${choose} />`}
    </div>`;
}

function matcherOf({status, operation, text}, world) {
  const part = text.toLowerCase();
  return (entry) =>
    (!world || entry.world === world) &&
    (!status || String(entry.status)[0] === status) &&
    (!operation || entry.operation === operation) &&
    (!part || entry.text.includes(part));
}

/** The text of an entry in which filters search. */
export const textOf = ({method, path, status, operation, situation, credential, why, notes = []}) =>
  [
    method,
    path,
    status,
    operation,
    situation,
    credential,
    why?.expected,
    why?.got,
    why?.todo,
    ...notes,
  ]
    .join(' ')
    .toLowerCase();
