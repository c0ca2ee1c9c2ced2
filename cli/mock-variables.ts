import type {Credentials} from '../mock/control/shown-credentials.ts';

/** Where a mock is, and its credentials. */
export interface Reachable {
  urls: {workspace: string; store: string; objects: string; control?: string};
  credentials: Credentials;
  /** The token that the control plane requires, if any. */
  controlToken?: string | undefined;
}

/**
 * The environment variables that tell a program where a mock is. Each credential that has a role in its world has a
 * variable named after the role; of several with the same role, the second one's name ends with `_2`.
 */
export function variablesOf({urls, credentials, controlToken}: Reachable): Record<string, string> {
  const {keys, tokens, access_tokens: agents, oauth_clients: clients} = credentials;
  return {
    PRESSCHECK_WORKSPACE_URL: urls.workspace,
    PRESSCHECK_STORE_URL: urls.store,
    PRESSCHECK_STORAGE_URL: urls.objects,
    PRESSCHECK_CONTROL_URL: urls.control ?? '',
    // Empty where none is asked for: a client may always send it, and a shell with `set -u` may always read it.
    PRESSCHECK_CONTROL_TOKEN: controlToken ?? '',
    ...byRole('KEY', keys, ({key}) => key),
    ...byRole('TOKEN', tokens, ({token}) => token),
    ...byRole('ACCESS_TOKEN', agents, ({token}) => token),
    ...byRole('CLIENT_ID', clients, (client) => client.client_id),
    ...byRole('CLIENT_SECRET', clients, (client) => client.client_secret),
  };
}

function byRole<T extends {role: string}>(
  kind: string,
  credentials: readonly T[],
  secretOf: (credential: T) => string,
): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const credential of credentials.filter(({role}) => role !== '')) {
    const role = credential.role.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
    const name = `PRESSCHECK_${kind}_${role}`;
    let free = name;
    for (let n = 2; Object.hasOwn(variables, free); n += 1) free = `${name}_${n}`;
    variables[free] = secretOf(credential);
  }
  return variables;
}

/** The first line of a file of variables: only such a file is replaced. */
export const FIRST_LINE = '# A presscheck mock serves here; this file goes when it stops.\n';

/** Variables as lines that a shell and the usual readers of such files understand. */
export const envText = (variables: Record<string, string>): string =>
  FIRST_LINE +
  Object.entries(variables)
    .map(([name, value]) => `${name}=${quoted(value)}\n`)
    .join('');

/** A text as one word of a shell. */
export const quoted = (value: string): string =>
  /^[\w.:/@-]*$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
