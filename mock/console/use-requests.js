import {useCallback, useRef, useState} from './standalone.module.js';
import {textOf} from './requests.js';
import {get, of} from './server.js';

/** The number of requests in the list. */
const MAX_ENTRIES = 10_000;

const listed = (entry) => ({...entry, id: `${entry.world}-${entry.n}`, text: textOf(entry)});

/** Entries with newer ones before them, each once. */
function merged(newer, older) {
  const known = new Set(newer.map(({id}) => id));
  return [...newer, ...older.filter(({id}) => !known.has(id))].slice(0, MAX_ENTRIES);
}

/** Newer ones first: by the clocks of their worlds, and by their numbers. */
const byAge = (a, b) => (a.at === b.at ? b.n - a.n : a.at < b.at ? 1 : -1);

/** The requests that arrived, the newest first. They are handed on once for each picture of the screen. */
export function useRequests() {
  const [entries, setEntries] = useState([]);
  const arrived = useRef([]);
  const add = useCallback((entry) => {
    if (arrived.current.unshift(listed(entry)) > 1) return;
    requestAnimationFrame(() => {
      const newer = arrived.current;
      arrived.current = [];
      setEntries((older) => merged(newer, older));
    });
  }, []);
  const load = useCallback(async (world) => {
    const path = of(world, '/journal?limit=1000&order=newest&messages=false');
    const {entries: found} = await get(path);
    setEntries((now) => merged(now, found.map(listed)).sort(byAge));
  }, []);
  const forget = useCallback(
    (world) => setEntries((now) => now.filter((entry) => entry.world !== world)),
    [],
  );
  return {entries, add, load, forget};
}
