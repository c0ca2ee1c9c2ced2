import {blame, refuse} from '../replies.ts';
import type {Context, Errors, Json, Reply} from '../types.ts';
import {externalIdTaken} from './find.ts';
import type {Issue} from './types.ts';

/**
 * What the operator has not switched on for this store; null when nothing is in the way.
 * @param open whether a faulty server does not look at the switch of content
 */
export function refuseFeature(
  {faults, store}: Context,
  printed: boolean,
  open: boolean,
): Reply | null {
  const {content, physical} = store.commerce.features;
  if (!content && !open) {
    return refuse(403, 'Content is not part of the plan of this store.');
  }
  const served = physical || faults.has('printed-off-served');
  return printed && !served ? refuse(403, 'This store does not sell printed books.') : null;
}

/** Content is not for everybody's key: one role may read it only. */
export function refuseRole({role}: Context, open: boolean): Reply | null {
  if (role !== 'limited-admin' || open) return null;
  return refuse(403, 'Your permissions do not cover content.');
}

/** Judges that no other content has the external_id. */
export function judgeTaken(context: Context, body: Json, self: Issue | null, errors: Errors): void {
  if (errors.has('external_id') || !externalIdTaken(context, body.external_id, self)) return;
  blame(errors, 'external_id', 'Other content has it.');
}

/** Licensed content is not this store's to change. */
export function refuseLicensed(issue: Issue): Reply | null {
  return issue.owned ? null : refuse(403, 'Licensed content belongs to another store.');
}
