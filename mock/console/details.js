import {html, useEffect, useState} from './standalone.module.js';
import {curlOf} from './curl.js';
import {statusText} from './request-list.js';
import {call, get, of} from './server.js';

/** What is known about one request: why it was answered so, and what was sent and answered. */
export function Details({entry, world, close, fail, choose}) {
  // A request to a world that does not exist is shown with the addresses of another one.
  const isKnown = world.world === entry.world;
  const [full, setFull] = useState();
  const [rule, setRule] = useState();
  useEffect(() => {
    setFull(undefined);
    setRule(undefined);
    const journal = isKnown ? of(entry.world, '/journal') : 'unrouted/journal';
    void get(`${journal}?after=${entry.n - 1}&limit=1`).then(
      ({entries}) => setFull(entries.find(({n}) => n === entry.n)),
      fail,
    );
    if (entry.rule) void get(`rules/${encodeURIComponent(entry.rule)}`).then(setRule, fail);
  }, [entry.id]);
  const {why, notes = []} = entry;
  return html`<section class="details" aria-label="Request">
    <div class="bar">
      <button onClick=${close}>Close</button>
      ${full && html`<${Actions} full=${full} world=${world} isKnown=${isKnown} fail=${fail} choose=${choose} />`}
    </div>
    <h2>
      <span class=${`status s${String(entry.status)[0]}`}>${statusText(entry)}</span>${' '}
      ${entry.method}${' '}${entry.path}
    </h2>
    <dl>
      ${why && term('expected', why.expected)} ${why && term('got', why.got || 'an empty text')}
      ${why && term('what to do', why.todo)} ${notes.map((note) => term('noticed', note))}
      ${term('operation', entry.operation)} ${term('situation', entry.situation)}
      ${term('credential', entry.credential)}
      ${term('took', entry.duration_ms === undefined ? undefined : `${entry.duration_ms} ms`)}
      ${term("world's time", entry.at)} ${term('changed', entry.changes?.join(', '))}
      ${term('sent by', entry.sent_by)}
    </dl>
    ${
      rule &&
      html`<h3>The document says (${rule.section})</h3>
        <blockquote>${rule.sentence}</blockquote>
        <p class="quiet">${rule.id}</p>`
    }
    ${
      full &&
      html`<${Message} title="Request" message=${full.request} />
        <${Message} title="Response" message=${full.response} />`
    }
  </section>`;
}

const term = (name, value) =>
  value === undefined || value === ''
    ? null
    : html`<dt>${name}</dt>
        <dd>${value}</dd>`;

function Message({title, message}) {
  if (!message) return null;
  const headers = Object.entries(message.headers).map(([name, value]) => `${name}: ${value}`);
  return html`<h3>${title}</h3>
    ${headers.length > 0 && html`<pre tabindex="0" aria-label=${`${title}, headers`}>${headers.join('\n')}</pre>`}
    ${message.body && html`<pre tabindex="0" aria-label=${`${title}, body`}>${readable(message.body)}</pre>`}
    ${message.body_note && html`<p class="quiet">Body: ${message.body_note}.</p>`}`;
}

/** JSON with line breaks; any other text as it is. */
function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function Actions({full, world, isKnown, fail, choose}) {
  const [said, say] = useState('');
  const names = namesFor(full, world);
  const [credential, setCredential] = useState(full.credential ?? '');
  const copy = () =>
    navigator.clipboard.writeText(curlOf(full, world.urls)).then(() => say('copied'), fail);
  const send = () =>
    call('POST', of(full.world, `/journal/${full.n}/send`), {credential: credential || null}).then(
      ({status, n}) => {
        say(`answered ${status}`);
        if (n) choose(`${full.world}-${n}`);
      },
      fail,
    );
  return html`<button onClick=${copy}>Copy as curl</button>
    ${
      isKnown &&
      html`<label
          >as
          <select value=${credential} onChange=${(event) => setCredential(event.target.value)}>
            <option value="">nobody</option>
            ${names.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}
          </select></label
        >
        <button onClick=${send}>Send again</button>`
    }
    <span role="status" class="quiet">${said}</span>`;
}

/** Names of the credentials with which a request can be sent. */
function namesFor({path}, {keys, tokens, access_tokens: agents}) {
  const all = path.startsWith('/integration-api')
    ? tokens
    : path.startsWith('/mcp')
      ? agents
      : keys;
  return all.map(({role, id}) => role || id);
}
