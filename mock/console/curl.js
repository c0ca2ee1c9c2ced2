const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Headers that curl sends itself. */
const OWN =
  /^(host|connection|keep-alive|content-length|transfer-encoding|expect|accept-encoding)$/i;

/** A header as an argument of curl; a credential becomes a variable of the shell. */
function headerOf([name, value]) {
  if (/^authorization$/i.test(name)) return '-H "Authorization: Bearer $WORKSPACE_KEY"';
  if (/^x-user-token$/i.test(name)) return '-H "X-User-Token: $STORE_TOKEN"';
  return `-H ${quoted(`${name}: ${value}`)}`;
}

/**
 * The command that sends a request of the journal, for a shell.
 * @param urls base URLs of its world
 */
export function curlOf({method, path, operation, request}, urls) {
  const isStore = path.startsWith('/integration-api') || /^\/(site|checkout|reader)\b/.test(path);
  const base = operation === 'storage' ? urls.objects : isStore ? urls.store : urls.workspace;
  const headers = Object.entries(request?.headers ?? {}).filter(([name]) => !OWN.test(name));
  return [
    `curl -sS -X ${method} ${quoted(base + path.replace(/ \(\w+\)$/, ''))}`,
    ...headers.map(headerOf),
    ...(request?.body ? [`--data-raw ${quoted(request.body)}`] : []),
  ].join(' \\\n  ');
}
