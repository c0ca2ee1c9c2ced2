// One call of each operation of a document, made from its examples and from what stands in the demo world.
const {env} = process;

/** How each API of the mock is reached. */
export const APIS = {
  workspace: {
    url: `${env.PRESSCHECK_WORKSPACE_URL}/api/v1`,
    header: 'Authorization',
    credential: `Bearer ${env.PRESSCHECK_KEY_FULL}`,
    prepare: prepareWorkspace,
  },
  store: {
    url: `${env.PRESSCHECK_STORE_URL}/integration-api/v1`,
    header: 'X-User-Token',
    credential: env.PRESSCHECK_TOKEN_ADMIN,
    prepare: prepareStore,
  },
};

/** Generators and clients block this process for minutes, in which the mock closes an idle connection. */
export const NO_KEEP_ALIVE = {connection: 'close'};

async function send(url, body, headers = {}, method = 'POST') {
  const isText = typeof body === 'string';
  const response = await fetch(url, {
    ...(body && {method, body: isText ? body : JSON.stringify(body)}),
    headers: {...NO_KEEP_ALIVE, ...(!isText && {'content-type': 'application/json'}), ...headers},
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return text && JSON.parse(text);
}

/** Asks the control plane about the demo world. */
export const control = (path, body) =>
  send(`${env.PRESSCHECK_CONTROL_URL}/worlds/demo/${path}`, body);

const asking = ({url, header, credential}) => {
  return (path, body) => send(url + path, body, {[header]: credential});
};

async function prepareWorkspace(api) {
  const ask = asking(api);
  const {data: publications} = await ask('/publications');
  const publication = publications[0].id;
  const file = {original_filename: 'tides.epub', size_bytes: 6};
  const {publication_id, key, upload_url, upload_headers} = await ask('/uploads', file);
  await send(upload_url, 'a book', upload_headers, 'PUT');
  const run = await ask(`/publications/${publication}/runs`, {tool: 'accessibility-check'});
  await control('clock', {advance_ms: 60_000});
  const {current_file_id} = await ask(`/publications/${publication}/files`);
  return {
    ids: {
      '/publications/{publication}': publication,
      '/runs/{run}': run.id,
      '/files/{file}': current_file_id,
    },
    params: {startRun: {'Idempotency-Key': 'once'}},
    bodies: {createPublication: {publication_id, key, ...file}},
  };
}

async function prepareStore(api) {
  const ask = asking(api);
  const person = {email: 'nora@readers.example', external_id: 'reader-nora'};
  const user = await ask('/dashboard/users', {...person, new_password: 'correct horse'});
  const plans = await ask('/dashboard/plans');
  const {data: sessions} = await ask('/auth-sessions');
  const product = {type: 'content', id: 'the-quiet-harbour'};
  const order = await ask('/orders', {
    type: 'permission',
    user: {id: 'reader-5'},
    products: [product],
  });
  const book = {publication_date: '2026-03-02', name: 'In paper', external_id: 'in-paper'};
  const issue = await ask('/dashboard/issues', {...book, type: 'physical', pages: 320});
  const days = {from: '2020-01-01', to: '2100-01-01'};
  const internal = {id_type: 'internal'};
  return {
    ids: {
      '/dashboard/users/{id}': user.data.id,
      '/users/{id}': person.external_id,
      '/dashboard/plans/{plan_id}': plans.data[0].id,
      '/auth-sessions/{id}': sessions[0].id,
      '/auth-sessions/users/{user_id}': sessions[1].user_id,
      '/orders/{id}': order.data.id,
      '/dashboard/issues/{id}': issue.data.issue.id,
    },
    params: {
      listUsers: {query: 'admins', page: '1'},
      deactivateUser: {anonymize: 'false'},
      listPlans: {query: 'Month'},
      listAuthSessions: {user_id: sessions[0].user_id, per_page: 10},
      listOrders: {status: 'approved', start_at: days.from, end_at: days.to},
      getOrder: internal,
      updateOrder: internal,
      cancelOrder: internal,
      listIssues: {query: 'Tide'},
      listReadingSessions: {
        reason_type: 'gifted_issue',
        from_date: days.from,
        to_date: days.to,
      },
    },
    bodies: {
      updateUser: {...person, only_sees_readable: true},
      createOrder: {products: [product]},
      updateIssue: {external_id: book.external_id},
    },
  };
}

/**
 * What a client is asked to do: the calls in the order of the document, each with the values of its path in their
 * order, its other parameters and its body by their names in the document. `parameters` are those of the document.
 */
export async function planOf(name, document) {
  const api = APIS[name];
  const {ids, params, bodies} = await api.prepare(api);
  const resolve = (node) =>
    node.$ref
      ? node.$ref
          .slice(2)
          .split('/')
          .reduce((at, key) => at[key], document)
      : node;
  const stepOf = ([path, method, operation]) => {
    const {operationId, requestBody, responses, servers} = operation;
    const parameters = (operation.parameters ?? []).map(resolve);
    const id = Object.entries(ids).find(([prefix]) => path.startsWith(prefix))?.[1];
    const schema = requestBody?.content['application/json'].schema;
    return {
      operation: operationId,
      tag: operation.tags[0],
      method,
      template: path,
      // Most generators ignore the server of an operation: their clients need its address for such a call.
      url: (servers ?? document.servers)[0].url,
      parameters,
      path: parameters
        .filter((one) => one.in === 'path')
        .map((one) => (resolve(one.schema).type === 'string' ? String(id) : id)),
      params: params[operationId] ?? {},
      body: schema && {...resolve(schema).examples[0], ...bodies[operationId]},
      bodyType: schema?.$ref.split('/').at(-1),
      answered: Object.keys(responses).filter((status) => /^[23]/.test(status)),
      decoded: Object.entries(responses).some(
        ([status, {content}]) => status[0] === '2' && content,
      ),
    };
  };
  const {header, credential} = api;
  const steps = Object.entries(document.paths)
    .flatMap(([path, item]) => Object.entries(item).map(([method, one]) => [path, method, one]))
    .map(stepOf);
  return {header, credential, steps};
}
