import {html} from './standalone.module.js';
import {call, get, of} from './server.js';
import {Table} from './table.js';
import {useLoaded} from './use-loaded.js';

const MOVES = {
  '+ 1 s': 1000,
  '+ 1 min': 60_000,
  '+ 1 h': 3_600_000,
  '+ 1 day': 86_400_000,
  '+ 30 days': 30 * 86_400_000,
};

const button = (name, act) => html`<button key=${name} onClick=${act}>${name}</button>`;

/** The clock with what falls due, and what concerns the whole world. */
export function Clock({world, version, fail}) {
  const {now, frozen, due = []} = useLoaded(of(world, '/clock'), version, fail) ?? {};
  const change = (body) => () => call('POST', of(world, '/clock'), body).catch(fail);
  const next = due[0] && Math.max(0, Date.parse(due[0].at) - Date.parse(now));
  const stop = async () => {
    const clock = await get(of(world, '/clock'));
    // It runs on until this arrives.
    return change({freeze_at: new Date(Date.parse(clock.now) + 1000).toISOString()})();
  };
  return html`<div class="page" tabindex="0">
    <h2>Clock</h2>
    <p>${now} ${now && (frozen ? '(stands still)' : '(runs)')}</p>
    <div class="bar">
      ${Object.entries(MOVES).map(([name, ms]) => button(name, change({advance_ms: ms})))}
      ${due[0] && button('To the next event', change({advance_ms: next}))}
      ${frozen ? button('Run', change({run: true})) : button('Stop', () => stop().catch(fail))}
    </div>
    <h2>What falls due</h2>
    ${
      due.length
        ? html`<${Table}
            head=${['at', 'event', 'of']}
            rows=${due.map(({at, event, key}) => [at + event + key, at, event, key])}
          />`
        : html`<p class="quiet">Nothing.</p>`
    }
    <h2>World</h2>
    <${Whole} world=${world} fail=${fail} />
  </div>`;
}

/** Resets a world, takes a snapshot of it and restores one. */
function Whole({world, fail}) {
  const isSure = (what) => confirm(`${what} world ${world}? Its rows are replaced.`);
  const reset = () => isSure('Reset') && call('POST', of(world, '/reset')).catch(fail);
  const restore = async ({target}) => {
    const [file] = target.files;
    try {
      if (file && isSure('Restore'))
        await call('PUT', of(world, '/snapshot'), JSON.parse(await file.text()));
    } catch (error) {
      fail(error);
    }
    target.value = '';
  };
  return html`<div class="bar">
    ${button('Reset', reset)}
    <a href=${of(world, '/snapshot')} download=${`${world}.snapshot.json`}>Save a snapshot</a>
    <label>Restore a snapshot <input type="file" accept=".json" onChange=${restore} /></label>
  </div>`;
}
