import type {Role, Step} from '../../../spec/step.ts';
import type {ExplanationSource} from './explanation.ts';
import type {SceneRun} from '../attempts/scene-run.ts';
import type {UnverifiedRoles} from '../preflight/preflight.ts';
import {everyStep} from '../planning/steps.ts';

/**
 * Explains verdicts of a scene that used a role with an unconfirmed credential, which may be a mistake
 * in the configuration. Verdicts that are inconclusive because such a credential was refused get the
 * same reason.
 */
export function unverifiedRole(
  {scene: {given, act}, exchanges}: Pick<SceneRun, 'scene' | 'exchanges'>,
  roles: UnverifiedRoles,
): ExplanationSource {
  const reason = firstReason([...given, ...act], roles);
  if (reason === undefined) return () => undefined;
  const isRefused = exchanges.some(({as, status}) => status === 401 && roles.has(as as Role));
  return ({verdict}) => {
    const isUndecided = verdict === 'inconclusive' && isRefused;
    return verdict === 'failed' || isUndecided ? {reason} : undefined;
  };
}

/** The reason why the first unverified role of a scene is unconfirmed. */
function firstReason(steps: Step[], roles: UnverifiedRoles): string | undefined {
  if (!roles.size) return undefined;
  for (const step of everyStep(steps)) {
    const as = 'as' in step && typeof step.as === 'string' ? step.as : undefined;
    const reason = as && roles.get(as);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
