import type {Role, Step} from '../../../spec/step.ts';
import type {Source} from './explanation.ts';
import type {SceneRun} from '../attempts/scene-run.ts';
import type {UnverifiedRoles} from '../preflight/preflight.ts';
import {everyStep} from '../planning/steps.ts';

/**
 * Explains what a scene saw in the name of a role whose credential may not be what the role says:
 * it may be a mistake in the configuration. What could not be decided because such a credential is
 * not accepted says so, too.
 */
export function unverifiedRole(
  {scene: {given, act}, exchanges}: Pick<SceneRun, 'scene' | 'exchanges'>,
  roles: UnverifiedRoles,
): Source {
  const reason = firstReason([...given, ...act], roles);
  if (reason === undefined) return () => undefined;
  const isRefused = exchanges.some(({as, status}) => status === 401 && roles.has(as as Role));
  return ({verdict}) => {
    const isUndecided = verdict === 'inconclusive' && isRefused;
    return verdict === 'failed' || isUndecided ? {reason} : undefined;
  };
}

/** What is open about the first unverified role in whose name a step is sent. */
function firstReason(steps: Step[], roles: UnverifiedRoles): string | undefined {
  if (!roles.size) return undefined;
  for (const step of everyStep(steps)) {
    const as = 'as' in step && typeof step.as === 'string' ? step.as : undefined;
    const reason = as && roles.get(as);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
