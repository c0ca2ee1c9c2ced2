import type {ControlVerb} from '../../spec/control.ts';

/** A world of the mock, as its control plane describes it. */
export interface WorldDescription {
  world: string;
  urls: {workspace: string; store: string};
  workspaces: {id: string; role: string}[];
  stores: {id: string; role: string}[];
  keys: {role: string; key: string; id: string; workspace: string}[];
  tokens: {role: string; token: string; id: string; store: string}[];
  access_tokens: {role: string; token: string; id: string; workspace: string}[];
  samples: Record<string, Record<string, unknown>>;
}

/** A request to the control plane; the path is below `/worlds/{world}`. */
export interface ControlRequest {
  method: string;
  path: string;
  body?: unknown;
}

/** The tenants of the role that a control verb is for. */
interface Tenants {
  workspace: string | undefined;
  store: string | undefined;
  /** The store token of the role. */
  token: string | undefined;
}

type Args = Record<string, unknown>;

const post = (path: string, body: unknown): ControlRequest => ({method: 'POST', path, body});

const patchWorkspace = ({workspace}: Tenants, body: object): ControlRequest => ({
  method: 'PATCH',
  path: `/workspaces/${workspace}`,
  body,
});

/** The request to the mock's control plane that each control verb is: see `spec/control.ts`. */
const REQUESTS: Record<ControlVerb, (args: Args, tenants: Tenants) => ControlRequest> = {
  'leave-places': ({places}, tenants) => patchWorkspace(tenants, {publications_left: places}),
  'unresolve-plan': (_args, tenants) => patchWorkspace(tenants, {plan: null}),
  'set-plan': ({plan}, tenants) => patchWorkspace(tenants, plan === undefined ? {} : {plan}),
  'end-runs': ({as}, tenants) => patchWorkspace(tenants, {runs_end: as}),
  'withhold-downloads': (_args, tenants) => patchWorkspace(tenants, {downloads: 'unavailable'}),
  'seed-publications': ({count}, {workspace}) => post('/seed', {publications: {workspace, count}}),
  'seed-empty-publication': (_args, {workspace}) =>
    post('/seed', {publications: {workspace, count: 1, files: false}}),
  'leave-runs': ({runs}, {workspace}) => post('/seed', {runs: {workspace, leave: runs}}),
  'push-mirrors': ({publication}) =>
    post('/seed', {mirrors: {publication, mirrors: ['original', 'modified']}}),
  'sign-in': ({user, type = 'web'}) => post('/seed', {sign_ins: {user, count: 1, type}}),
  'mint-key': (_args, {workspace}) => post('/keys', {workspace}),
  'issue-token': (_args, {workspace}) => post('/access-tokens', {workspace}),
  'expire-token': ({id}) => post(`/access-tokens/${String(id)}/expire`, {}),
  'revoke-token': ({id}) => post(`/access-tokens/${String(id)}/revoke`, {}),
  'leave-reads': ({of, reads}, {store, token}) =>
    post('/reads', {...(of === 'store' ? {store} : {token}), leave: reads}),
  'try-login': ({email, password}, {store}) => post('/logins', {store, email, password}),
  'generate-token': (_args, {store}) => post('/tokens', {store}),
  'regenerate-token': ({id}) => post(`/tokens/${String(id)}/regenerate`, {}),
  'delete-token': ({id}) => ({method: 'DELETE', path: `/tokens/${String(id)}`}),
};

/** The request to the mock's control plane that does what a control verb says. */
export function controlRequest(
  verb: ControlVerb,
  args: Args,
  {keys, tokens}: WorldDescription,
): ControlRequest {
  const key = keys.find(({role}) => role === String(args.role));
  const token = tokens.find(({role}) => role === String(args.role));
  const tenants = {workspace: key?.workspace, store: token?.store, token: token?.token};
  return REQUESTS[verb](args, tenants);
}
