import type {Role, Step} from '../../spec/step.ts';
import type {CheckVerdict} from './findings.ts';
import type {Played} from './played.ts';
import type {RoleDoubts} from './preflight.ts';
import {everyStep} from './steps.ts';

/**
 * Takes back the accusations of a scene that uses a role in doubt: they may be mistakes in the
 * configuration. What could not be decided because such a credential is not accepted says so.
 * @returns for each verdict the same, or what takes its place
 */
export function excuseDoubtful<V extends CheckVerdict>(
  verdicts: V[],
  {scene: {given, act}, exchanges}: Pick<Played, 'scene' | 'exchanges'>,
  doubts: RoleDoubts,
): CheckVerdict[] {
  const doubt = doubtAbout([...given, ...act], doubts);
  if (doubt === undefined) return verdicts;
  const isRefused = exchanges.some(({as, status}) => status === 401 && doubts.has(as as Role));
  return verdicts.map((verdict) => excused(verdict, doubt, isRefused));
}

/** @param isRefused whether a credential in doubt was not accepted in the scene of the verdict */
function excused(verdict: CheckVerdict, doubt: string, isRefused: boolean): CheckVerdict {
  const isUndecided = verdict.verdict === 'inconclusive' && isRefused;
  if (verdict.verdict !== 'failed' && !isUndecided) return verdict;
  const {blockedBy: _, ...rest} = verdict;
  return {...rest, verdict: 'inconclusive', reason: doubt};
}

/** The doubt about the first role in doubt in whose name a step is sent. */
function doubtAbout(steps: Step[], doubts: RoleDoubts): string | undefined {
  if (!doubts.size) return undefined;
  for (const step of everyStep(steps)) {
    const as = 'as' in step && typeof step.as === 'string' ? step.as : undefined;
    const doubt = as && doubts.get(as);
    if (doubt !== undefined) return doubt;
  }
  return undefined;
}
