/** Calls an operation of the control plane. Throws an Error that says what is wrong and what to do. */
export async function call(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: body === undefined ? {} : {'Content-Type': 'application/json'},
    ...(body !== undefined && {body: JSON.stringify(body)}),
  });
  const answer = response.status === 204 ? undefined : await response.json();
  if (!response.ok) throw new Error(`${answer.error}; ${answer.what_to_do}`);
  return answer;
}

export const get = (path) => call('GET', path);

/** The path of a world. */
export const of = (world, rest = '') => `worlds/${encodeURIComponent(world)}${rest}`;

const KINDS = ['request', 'clock', 'rows', 'outbox', 'fault', 'world', 'missed'];

/**
 * Listens to what happens in all worlds. The browser comes back by itself where it was.
 * @param told gets the kind and the data of each event
 * @param connected gets whether the stream is open
 */
export function listen(told, connected) {
  const stream = new EventSource('events');
  stream.onopen = () => connected(true);
  stream.onerror = () => connected(false);
  for (const kind of KINDS) stream.addEventListener(kind, ({data}) => told(kind, JSON.parse(data)));
}
