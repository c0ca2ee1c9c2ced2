import {noteDoubt} from '../judge/role-doubt.ts';
import {at} from '../../../spec/json.ts';
import {belongsToSecondTenant} from '../../../spec/tenant.ts';
import type {Reply} from '../../target/client.ts';
import type {Codec} from '../../target/codec.ts';
import type {Decoded} from '../../target/codec/decoded.ts';
import type {Credential} from '../../target/target.ts';
import {isJson, requestOf} from '../send/probe.ts';
import {sendPatiently, type Probing} from './probing.ts';
import {nameOf, wrongWorkspace} from './tenancy.ts';
import {areOfOneWorkspace} from './upload-keys.ts';

/**
 * Verifies that a credential belongs to the workspace of its role, by what its account shows. Where upload
 * keys contradict the account, the account is wrong and the credential is right: rules judge the account.
 * Otherwise the doubt about the role is noted.
 * @param account the response to `getAccount`
 */
export async function verifyWorkspace(account: Reply, probing: Probing): Promise<void> {
  const {role, credential, codec, verification} = probing;
  const {workspaces, doubts} = verification;
  const workspace = workspaceIn(account, codec);
  if (workspace === undefined || workspaces.areContradicted) return;
  const doubt = wrongWorkspace(role, credential, workspace, workspaces.names);
  if (!doubt) {
    if (!workspaces.names.has(role)) workspaces.names.set(role, workspace);
    return;
  }
  workspaces.areContradicted = await isOfItsWorkspace(probing);
  if (!workspaces.areContradicted) noteDoubt(doubts, role, doubt);
}

/** The name of the workspace in the response to `getAccount`. */
function workspaceIn({status, headers, text}: Reply, codec: Codec): string | undefined {
  if (status !== 200 || !isJson(text)) return undefined;
  return nameOf(codec.decode('getAccount', status, headers, JSON.parse(text)).body);
}

/** Whether upload keys show that a credential belongs to the workspace of its role. */
async function isOfItsWorkspace(probing: Probing): Promise<boolean> {
  const {role, credential, codec, verification} = probing;
  const {target, environment} = verification;
  const [full] = await environment.credentials('full');
  const good = environment.sample('good');
  if (!full || good === undefined || target.lacks('spend:adds')) return false;
  const file = {original_filename: at(good, '/filename'), size_bytes: at(good, '/size_bytes')};
  const sendAs = async (
    as: Credential,
    op: string,
    body: unknown,
  ): Promise<Decoded | undefined> => {
    const request = requestOf({api: 'workspace', op}, as, codec, environment, body);
    if (!request) return undefined;
    const {status, headers, text} = await sendPatiently(request, as, verification);
    return isJson(text) ? codec.decode(op, status, headers, JSON.parse(text)) : undefined;
  };
  const isOfFirst = await areOfOneWorkspace([full, credential], file, sendAs);
  return isOfFirst === !belongsToSecondTenant(role);
}
