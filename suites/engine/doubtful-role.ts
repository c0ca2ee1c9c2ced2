import type {Step} from '../../spec/step.ts';
import type {CheckVerdict} from './findings.ts';
import type {Prepared} from './prepare.ts';
import type {RoleDoubts} from './preflight.ts';
import {everyStep} from './steps.ts';

/**
 * Takes back the accusations of a scene that uses a role in doubt: they may be mistakes in the
 * configuration.
 * @returns for each verdict the same, or what takes its place
 */
export function excuseDoubtful<V extends CheckVerdict>(
  verdicts: V[],
  {given, act}: Pick<Prepared, 'given' | 'act'>,
  doubts: RoleDoubts,
): CheckVerdict[] {
  const doubt = doubtAbout([...given, ...act], doubts);
  if (doubt === undefined) return verdicts;
  return verdicts.map((verdict) =>
    verdict.verdict === 'failed' ? {...verdict, verdict: 'inconclusive', reason: doubt} : verdict,
  );
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
