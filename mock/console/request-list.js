import {html, useEffect, useLayoutEffect, useRef, useState} from './standalone.module.js';

/** Height of a row in pixels, as in style.css. */
const ROW = 32;
/** Rows above and below the visible ones. */
const SPARE = 8;

const PAGE = 10;
const STEPS = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
  Home: -Infinity,
  End: Infinity,
};

/** A list of requests, the newest first. Only the rows in view are in the page. */
export function RequestList({entries, chosen, choose}) {
  const list = useRef();
  const [{top, height}, setView] = useState({top: 0, height: 600});
  const measure = () => setView({top: list.current.scrollTop, height: list.current.clientHeight});
  useLayoutEffect(measure, []);
  useEffect(() => {
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  const at = entries.findIndex((entry) => entry.id === chosen);
  const move = (event) => {
    const step = STEPS[event.key];
    if (step === undefined || !entries.length) return;
    event.preventDefault();
    const next = Math.min(
      entries.length - 1,
      Math.max(0, (at < 0 ? (step > 0 ? -1 : 0) : at) + step),
    );
    choose(entries[next].id);
    const box = list.current;
    if (next * ROW < box.scrollTop) box.scrollTop = next * ROW;
    if ((next + 1) * ROW > box.scrollTop + box.clientHeight)
      box.scrollTop = (next + 1) * ROW - box.clientHeight;
  };
  const first = Math.max(0, Math.floor(top / ROW) - SPARE);
  const shown = entries.slice(first, Math.ceil((top + height) / ROW) + SPARE);
  return html`<div
    class="list"
    ref=${list}
    tabindex="0"
    role="listbox"
    aria-label="Requests"
    aria-activedescendant=${at >= first && at < first + shown.length ? `r-${chosen}` : undefined}
    onScroll=${measure}
    onKeyDown=${move}
  >
    ${!entries.length && html`<div role="option" aria-selected="false" class="quiet">No requests.</div>`}
    <div role="presentation" style=${{height: `${entries.length * ROW}px`}}></div>
    ${shown.map((entry, index) => row(entry, first + index, entries.length, entry.id === chosen, choose))}
  </div>`;
}

/** The status of a request, or that it got no response. */
export const statusText = ({status}) => status || 'no response';

const row = (entry, at, size, isChosen, choose) =>
  html` <div
    role="option"
    id=${`r-${entry.id}`}
    key=${entry.id}
    aria-selected=${String(isChosen)}
    aria-posinset=${at + 1}
    aria-setsize=${size}
    style=${{top: `${at * ROW}px`}}
    onClick=${() => choose(entry.id)}
  >
    <span class="quiet wide">${entry.at.slice(11, 23)}</span>
    <span class=${`status s${String(entry.status)[0]}`}>${statusText(entry)}</span>
    <span>${entry.method}</span>
    <span class="path">${entry.path}</span>
    <span class="quiet wide"
      >${entry.duration_ms === undefined ? '' : `${entry.duration_ms} ms`}</span
    >
    <span class="quiet wide">${entry.credential ?? ''}</span>
    ${entry.sent_by && html`<span class="quiet">sent here</span>`}
    <span class="why">${reasonOf(entry)}</span>
  </div>`;

const reasonOf = ({why, notes = []}) =>
  [why && `expected ${why.expected}; got ${why.got}`, ...notes].filter(Boolean).join('; ');
