import {at, isObject} from '../../../spec/json.ts';
import type {Role} from '../../../spec/step.ts';
import {belongsToSecondTenant} from '../../../spec/tenant.ts';
import type {Reply} from '../../target/client.ts';
import type {Codec} from '../../target/codec.ts';
import type {Credential} from '../../target/target.ts';
import {isJson, requestOf, USERS} from '../send/probe.ts';
import {sendPatiently, type Probing} from './probing.ts';
import {NOT_OF_ITS_ROLE, noteDoubt, type RoleDoubt} from '../judge/role-doubt.ts';

/** Further lists that show whether two tokens see one store. */
const OTHER_LISTS = ['listPlans', 'listOrders', 'listIssues'];

/** Whether two lists have rows in common; undefined if one of them is empty. */
type Comparison = 'shared' | 'disjoint' | undefined;

/**
 * Verifies that an admin belongs to the store of its role, by the users that are listed for it and for `admin` before
 * anything is created. If they show the wrong store, other lists are read: a single list that shows too much or too
 * little is the deployment's, and rules judge it.
 * @param users the response to `listUsers`
 */
export async function verifyStore(users: Reply, probing: Probing): Promise<void> {
  const {role, credential, codec, verification} = probing;
  const {stores, doubts, environment} = verification;
  const shown = rowsIn(users, USERS.op, codec);
  if (!stores.has(role)) stores.set(role, shown);
  if (role === 'admin') return;
  const wrong = belongsToSecondTenant(role) ? 'shared' : 'disjoint';
  const first = comparisonOf(stores.get('admin'), shown);
  if (first === undefined ? wrong === 'disjoint' : first !== wrong) return;
  const [admin] = await environment.credentials('admin');
  if (!admin) return;
  let isSeen = first === wrong;
  for (const op of OTHER_LISTS) {
    const found = comparisonOf(
      await listFor(admin, op, probing),
      await listFor(credential, op, probing),
    );
    if (found !== undefined && found !== wrong) return;
    isSeen ||= found === wrong;
  }
  if (!isSeen) return;
  noteDoubt(doubts, role, doubtAboutStore(role, credential));
  const other = [...stores.keys()].find((one) => one !== role && doubts.has(one));
  if (other && comparisonOf(stores.get(other), shown) === 'shared')
    blameAdmin([role, other], doubts);
}

/** Two admins who see one store, and `admin` another one: then `admin` is the doubtful one. */
function blameAdmin(roles: readonly Role[], doubts: Map<Role, RoleDoubt>): void {
  for (const role of roles) doubts.delete(role);
  noteDoubt(doubts, 'admin', {
    kind: 'another',
    reason:
      `the lists for ${roles.map((role) => `credentials.${role}`).join(' and ')} show one store, and those for ` +
      'credentials.admin another: perhaps credentials.admin is of another store',
  });
}

function doubtAboutStore(role: Role, {name}: Credential): RoleDoubt {
  const credential = name.replace(/ 1$/, '');
  if (!belongsToSecondTenant(role))
    return {
      kind: 'another',
      reason:
        `the lists for the credential ${credential} show nothing of those for admin: either credentials.${role} or ` +
        'credentials.admin is of another store, or the deployment shows them different users',
    };
  return {
    kind: 'more',
    rule: 'store.access.list-shows-own-only',
    reason:
      `the credential ${credential} is shown the users of credentials.admin: ` +
      `the deployment does not tell stores apart, ${NOT_OF_ITS_ROLE} (credentials.${role})`,
  };
}

/** The rows that a list shows for a credential. */
async function listFor(
  credential: Credential,
  op: string,
  {codec, verification}: Probing,
): Promise<ReadonlySet<string>> {
  const request = requestOf({api: 'store', op}, credential, codec, verification.environment);
  if (!request) return new Set();
  return rowsIn(await sendPatiently(request, credential, verification), op, codec);
}

/** What identifies the rows of a list. Ids alone may be equal in two stores. */
function rowsIn({status, headers, text}: Reply, op: string, codec: Codec): ReadonlySet<string> {
  if (status !== 200 || !isJson(text)) return new Set();
  const {body} = codec.decode(op, status, headers, JSON.parse(text));
  const data: unknown = at(body, '/data');
  const list: unknown = Array.isArray(data) ? data : at(body, '/data/paginator/data');
  const rows = Array.isArray(list) ? list.filter(isObject) : [];
  return new Set(
    rows.map(({id, email, name, external_id, created_at}) =>
      JSON.stringify([id, email, name, external_id, created_at]),
    ),
  );
}

function comparisonOf(one?: ReadonlySet<string>, other?: ReadonlySet<string>): Comparison {
  if (!one?.size || !other?.size) return undefined;
  return [...one].some((row) => other.has(row)) ? 'shared' : 'disjoint';
}
