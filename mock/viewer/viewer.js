import {call, get, of} from '../console/server.js';

const world = new URLSearchParams(location.search).get('world') ?? 'demo';

/** The documents: of the APIs as the mock serves them, and of the control plane. */
const DOCUMENTS = {
  workspace: 'Workspace Publishing API',
  store: 'Store Integration API',
  control: 'Control plane',
};

const api = document.getElementById('document');
const credential = document.getElementById('credential');
const at = (path) => `../${path}`;

const choices = (select, names) =>
  select.replaceChildren(...names.map(([value, name]) => new Option(name, value)));

/** Where everything is on one port, the documents of the APIs are beside the control plane's. */
async function documentOf(name) {
  if (name === 'control') return get(at('openapi.json'));
  if (location.pathname.includes('/_presscheck/'))
    return shownOf(await get(at(`${world === 'demo' ? '' : `w/${world}/`}openapi/${name}.json`)));
  const {body} = await call('POST', at(of(world, '/requests')), {
    api: name,
    method: 'GET',
    path: '/openapi.json',
  });
  return shownOf(JSON.parse(body));
}

/** The viewer knows one dialect and warns of any other. */
const shownOf = ({jsonSchemaDialect: _dialect, ...shown}) => shown;

/** A request of "Try it out", for the control plane to send: the APIs answer no page. */
function handedOver(request, base) {
  if (api.value === 'control') return request;
  const {method = 'GET', url, headers, body} = request;
  const own = {};
  for (const [name, value] of Object.entries(headers ?? {}))
    if (!/^(authorization|x-user-token)$/i.test(name)) own[name] = String(value);
  return {
    ...request,
    url: new URL(at(of(world, '/requests')), location.href).href,
    method: 'POST',
    headers: {'Content-Type': 'application/json', Accept: 'application/json'},
    body: JSON.stringify({
      api: api.value,
      method,
      path: url.startsWith(base) ? url.slice(base.length) : new URL(url).pathname,
      headers: own,
      credential: credential.value || null,
      ...(body !== undefined &&
        body !== null && {
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
    }),
  };
}

/** The answer of the API in the answer of the control plane. */
function unpacked(response) {
  if (api.value === 'control' || response.status !== 200) return response;
  const {status, headers, body} = JSON.parse(response.text);
  return Object.assign(response, {status, ok: status < 400, headers, text: body, data: body, body});
}

async function show() {
  const described = await get(at(of(world)));
  const all = api.value === 'store' ? described.tokens : described.keys;
  choices(credential, [...all.map(({role, id}) => [role || id, role || id]), ['', 'nobody']]);
  window.SwaggerUIBundle({
    spec: await documentOf(api.value),
    dom_id: '#viewer',
    deepLinking: false,
    showMutatedRequest: false,
    validatorUrl: null,
    requestInterceptor: (request) => handedOver(request, described.urls[api.value]),
    responseInterceptor: unpacked,
  });
}

/** The viewer is dark by a class. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const shade = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
shade();
dark.addEventListener('change', shade);

choices(api, Object.entries(DOCUMENTS));
api.addEventListener('change', show);
await show();
