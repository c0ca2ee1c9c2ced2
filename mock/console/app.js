import {html, render, useCallback, useEffect, useState} from './standalone.module.js';
import {Clock} from './clock.js';
import {Data} from './data.js';
import {Faults} from './faults.js';
import {Keys} from './keys.js';
import {Outbox} from './outbox.js';
import {Requests} from './requests.js';
import {get, listen} from './server.js';
import {useRequests} from './use-requests.js';
import {useWorlds} from './use-worlds.js';

const VIEWS = {Requests, Clock, Keys, Outbox, Data, Faults};

/** The view that the address names. */
const viewInAddress = () => {
  const name = location.hash.slice(1);
  return Object.hasOwn(VIEWS, name) ? name : 'Requests';
};

/** The view, which the address names, so that a reload and the button back lead to it. */
function useView() {
  const [view, setView] = useState(viewInAddress);
  useEffect(() => {
    const follow = () => setView(viewInAddress());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const go = useCallback((name) => {
    if (name !== viewInAddress()) location.hash = name;
  }, []);
  return [view, go];
}

/** Milliseconds after an event within which others are waited for, before a view is loaded again. */
const TOGETHER_MS = 150;

/** Credentials of a world, which its description lists. */
const CREDENTIAL_ROW = /^(keys|tokens|access_tokens|oauth_clients)\//;

/** Listens to the mock. Returns a number that changes with what it tells, and whether it is connected. */
function useEvents({add, load, forget}, describe, fail) {
  const [version, setVersion] = useState(0);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    let planned;
    const changed = () => {
      planned = undefined;
      setVersion((before) => before + 1);
    };
    const loadAll = () =>
      describe().then((all) => all.forEach((world) => load(world).catch(fail)), fail);
    listen((kind, data) => {
      if (kind === 'request') add(data);
      if (kind === 'world' && data.state !== 'made') forget(data.world);
      if (kind === 'missed') void loadAll();
      const isOther = kind === 'rows' && data.changes.some((row) => CREDENTIAL_ROW.test(row));
      if (kind === 'world' || isOther) describe().catch(fail);
      planned ??= setTimeout(changed, TOGETHER_MS);
    }, setOpen);
    void loadAll();
  }, []);
  return {version, isOpen};
}

function App() {
  const [problem, setProblem] = useState('');
  const fail = useCallback((error) => setProblem(error.message), []);
  const requests = useRequests();
  const {worlds, describe} = useWorlds();
  const {version, isOpen} = useEvents(requests, describe, fail);
  const [world, setWorld] = useState(new URLSearchParams(location.search).get('world') ?? '');
  const [view, setView] = useView();
  const [chosen, setChosen] = useState();
  const [hasFaults, setHasFaults] = useState(false);
  useEffect(() => {
    void get('openapi.json').then(
      ({paths}) => setHasFaults('/worlds/{world}/faults' in paths),
      fail,
    );
  }, []);
  const choose = useCallback((id) => {
    setChosen(id);
    if (id) setView('Requests');
  }, []);
  const current = worlds.has(world) ? world : 'demo';
  const described = worlds.get(current);
  const names = Object.keys(VIEWS).filter((name) => name !== 'Faults' || hasFaults);
  return html`<${Header}
      ...${{worlds, world, setWorld, names, view, setView, current, isOpen}}
      ...${{problem, setProblem}}
    />
    <main>
      ${
        described &&
        html`<${VIEWS[view]}
          entries=${requests.entries}
          world=${view === 'Requests' ? world : current}
          ...${{worlds, described, version, chosen, choose, fail}}
        />`
      }
    </main>`;
}

function Header({
  worlds,
  world,
  setWorld,
  names,
  view,
  setView,
  current,
  isOpen,
  problem,
  setProblem,
}) {
  return html`<header>
    <h1>presscheck</h1>
    <label
      >World
      <select
        value=${view === 'Requests' ? world : current}
        onChange=${(event) => setWorld(event.target.value)}
      >
        ${view === 'Requests' && html`<option value="">all</option>`}
        ${[...worlds.keys()].map((name) => html`<option key=${name} value=${name}>${name}</option>`)}
      </select></label
    >
    <nav aria-label="Views">
      ${names.map(
        (name) =>
          html`<button
            key=${name}
            aria-current=${view === name ? 'page' : undefined}
            onClick=${() => setView(name)}
          >
            ${name}
          </button>`,
      )}
      <a class="bar" href=${`viewer/index.html?world=${encodeURIComponent(current)}`}
        >API documents</a
      >
    </nav>
    <span class="quiet" role="status">${isOpen ? 'live' : 'not connected'}</span>
    ${problem && html`<span role="alert">${problem} <button onClick=${() => setProblem('')}>OK</button></span>`}
  </header>`;
}

render(html`<${App} />`, document.getElementById('app'));
