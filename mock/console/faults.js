import {html, useState} from './standalone.module.js';
import {call, of} from './server.js';
import {useLoaded} from './use-loaded.js';

/** Rules to begin with, by what a client then has to cope with. */
const EXAMPLES = {
  'the next two requests are answered 503': {
    match: {nth: {from: 1, to: 2}},
    act: {status: 503, retry_after: 1},
  },
  'each request takes two seconds': {act: {latency_ms: 2000}},
  'the next change is made, and its answer is lost': {
    match: {method: 'POST', nth: {from: 1, to: 1}},
    act: {reset: 'after'},
  },
  'every fifth answer or so ends in its middle': {
    match: {probability: {of: 0.2}},
    act: {half_body: true},
  },
  'uploads are never answered': {match: {interface: 'storage', method: 'PUT'}, act: {never: true}},
};

const asText = (rule) => JSON.stringify(rule, null, 2);

/** @throws Error that says what is no JSON */
function ruleIn(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`this is no JSON: ${error.message}; only files of --faults may be YAML`);
  }
}

/** Fault rules that a user ordered: with a switch, and how often each acted. */
export function Faults({world, version, fail}) {
  const [changed, setChanged] = useState(0);
  const faults = useLoaded(of(world, '/faults'), `${version} ${changed}`, fail)?.faults ?? [];
  const loadAgain = () => setChanged(changed + 1);
  const at = ({id}) => of(world, `/faults/${encodeURIComponent(id)}`);
  const turn = (fault) => call('PATCH', at(fault), {enabled: fault.enabled === false});
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
                onChange=${() => turn(fault).then(loadAgain, fail)}
              />
              ${fault.id}</label
            >
            ${' '}acted on ${fault.fired} of ${fault.matched} requests that it is about${' '}
            <button
              aria-label=${`Remove ${fault.id}`}
              onClick=${() => call('DELETE', at(fault)).then(loadAgain, fail)}
            >
              Remove
            </button>
            <pre tabindex="0" aria-label=${`Rule ${fault.id}`}>${asText(fault)}</pre>
          </li>`,
      )}
    </ul>
    <${NewFault} add=${(rule) => call('POST', of(world, '/faults'), rule).then(loadAgain)} />
  </div>`;
}

/** A rule to order; what is wrong with it stands beside it. */
function NewFault({add}) {
  const [name, setName] = useState(Object.keys(EXAMPLES)[0]);
  const [text, setText] = useState(asText(EXAMPLES[name]));
  const [problem, setProblem] = useState('');
  const choose = ({target}) => {
    setName(target.value);
    setText(asText(EXAMPLES[target.value]));
    setProblem('');
  };
  const order = async (event) => {
    event.preventDefault();
    try {
      await add(ruleIn(text));
      setProblem('');
    } catch (error) {
      setProblem(error.message);
    }
  };
  return html`<form onSubmit=${order}>
    <h3>Order a fault</h3>
    <label class="tall"
      >Example${' '}
      <select value=${name} onChange=${choose}>
        ${Object.keys(EXAMPLES).map((one) => html`<option key=${one} value=${one}>${one}</option>`)}
      </select></label
    >
    <label class="tall"
      >Rule
      <textarea
        rows="9"
        spellcheck="false"
        value=${text}
        aria-invalid=${problem !== ''}
        aria-describedby="fault-problem"
        onInput=${({target}) => setText(target.value)}
      ></textarea>
    </label>
    <p id="fault-problem" role="status">${problem}</p>
    <button>Order</button>
  </form>`;
}
