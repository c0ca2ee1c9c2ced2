import {html, render, useCallback, useEffect, useRef, useState} from './standalone.module.js';
import {Requests, textOf} from './requests.js';
import {get, listen, of} from './server.js';
import {Clock, Data, Faults, Keys, Outbox} from './world.js';

/** The number of requests in the list. */
const MAX_ENTRIES = 10_000;

const listed = (entry) => ({...entry, id: `${entry.world}-${entry.n}`, text: textOf(entry)});

/** Entries with newer ones before them, each once. */
function merged(newer, older) {
  const known = new Set(newer.map(({id}) => id));
  return [...newer, ...older.filter(({id}) => !known.has(id))].slice(0, MAX_ENTRIES);
}

/** Collects what arrives, and hands it on once for each picture of the screen. */
function useRequests() {
  const [entries, setEntries] = useState([]);
  const arrived = useRef([]);
  const add = useCallback((entry) => {
    arrived.current.unshift(listed(entry));
    if (arrived.current.length > 1) return;
    requestAnimationFrame(() => {
      const newer = arrived.current;
      arrived.current = [];
      setEntries((older) => merged(newer, older));
    });
  }, []);
  const load = useCallback(async (world) => {
    const {entries: found} = await get(of(world, '/journal?limit=1000&order=newest&messages=false'));
    setEntries((now) =>
      merged(now, found.map(listed)).sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : b.n - a.n)),
    );
  }, []);
  const forget = useCallback(
    (world) => setEntries((now) => now.filter((entry) => entry.world !== world)),
    [],
  );
  return {entries, add, load, forget};
}

const VIEWS = {Requests, Clock, Keys, Outbox, Data, Faults};

function App() {
  const {entries, add, load, forget} = useRequests();
  const [worlds, setWorlds] = useState(new Map());
  const [world, setWorld] = useState(new URLSearchParams(location.search).get('world') ?? '');
  const [view, setView] = useState('Requests');
  const [chosen, setChosen] = useState();
  const [version, setVersion] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState('');
  const [hasFaults, setHasFaults] = useState(false);
  const fail = useCallback((error) => setProblem(error.message), []);
  const describe = useCallback(async () => {
    const {worlds: all} = await get('worlds');
    const described = await Promise.all(all.map((one) => get(of(one.world))));
    setWorlds(new Map(described.map((one) => [one.world, one])));
    return described.map((one) => one.world);
  }, []);
  useEffect(() => {
    let planned;
    const later = () => (planned ??= setTimeout(() => ((planned = undefined), setVersion((n) => n + 1)), 150));
    listen((kind, data) => {
      if (kind === 'request') add(data);
      if (kind === 'world' && data.state !== 'made') forget(data.world);
      if (kind === 'world' || (kind === 'rows' && data.changes.some((one) => /^(keys|tokens|access_tokens)\//.test(one))))
        describe().catch(fail);
      if (kind === 'missed') describe().then((all) => all.forEach((one) => load(one).catch(fail)), fail);
      later();
    }, setOpen);
    describe().then((all) => all.forEach((one) => load(one).catch(fail)), fail);
    fetch(of('demo', '/faults')).then(({ok}) => setHasFaults(ok), fail);
  }, []);
  const current = world && worlds.has(world) ? world : 'demo';
  const choose = useCallback((id) => {
    setChosen(id);
    if (id) setView('Requests');
  }, []);
  const View = VIEWS[view];
  const described = worlds.get(current);
  return html`<header>
      <h1>presscheck</h1>
      <label>World <select value=${world} onChange=${(event) => setWorld(event.target.value)}>
        <option value="">all</option>
        ${[...worlds.keys()].map((name) => html`<option key=${name} value=${name}>${name}</option>`)}
      </select></label>
      <nav aria-label="Views">
        ${Object.keys(VIEWS).filter((name) => name !== 'Faults' || hasFaults).map((name) => html`
          <button key=${name} aria-current=${view === name ? 'page' : undefined} onClick=${() => setView(name)}>${name}</button>`)}
        <a class="bar" href="viewer/index.html">API documents</a>
      </nav>
      <span class="quiet" role="status">${isOpen ? 'live' : 'not connected'}</span>
      ${problem && html`<span role="alert">${problem} <button onClick=${() => setProblem('')}>OK</button></span>`}
    </header>
    <main>${described && html`<${View} entries=${entries} worlds=${worlds} described=${described}
      world=${view === 'Requests' ? world : current} version=${version} chosen=${chosen} choose=${choose} fail=${fail} />`}</main>`;
}

render(html`<${App} />`, document.getElementById('app'));
