import type {Exchange} from '../../../spec/exchange.ts';
import type {Step} from '../../../spec/step.ts';
import {mapValues} from '../../../spec/map-values.ts';
import {isOfTwin, twinOf} from '../../credentials/twins.ts';
import {isPassive} from '../../contract/checks/passive-checks.ts';
import type {JudgedCheck} from '../judge/judge-check.ts';
import {hasTwin, type PreparedScene} from '../plan/prepare.ts';
import type {SceneRun} from '../send/scene-run.ts';

/**
 * A scene as the other tenant did the same beside it (decision 0054): its judges read the responses to that tenant.
 * @returns undefined unless it did all of the same, with the same success
 */
export function asTwinSaw({scene, exchanges}: SceneRun): PreparedScene | undefined {
  if (!hasTwin(scene)) return undefined;
  const steps = [...scene.given, ...scene.act];
  const ids = new Set(steps.map(({id}) => id));
  const own = steps.filter(({id, step}) => !isOfTwin(id) && step !== 'advance');
  if (own.some(mayDiffer)) return undefined;
  const statusOf = lastStatuses(exchanges);
  const isAlike = own.every(
    ({id}) => ids.has(twinOf(id)) && statusOf.get(id) === statusOf.get(twinOf(id)),
  );
  if (!isAlike) return undefined;
  const handles = mapValues(scene.handles, (handle) => ({...handle, id: twinOf(handle.id)}));
  return {...scene, handles};
}

/** Operations about what a tenant may have of its own: a catalogue of tools, runs of them, and a gateway for sales. */
const OF_TENANTS: ReadonlySet<string> = new Set(['listTools', 'startRun', 'createOrder']);

/** Whether tenants may be answered otherwise: a twin does not wait for what is shown late, either. */
const mayDiffer = (step: Step): boolean =>
  step.step === 'call' && (step.until !== undefined || OF_TENANTS.has(step.op));

/** Whether a check holds for a tenant, so that it has to hold for the other one, too. */
export const holdsForTenant = ({check, verdict}: JudgedCheck): boolean =>
  verdict.verdict === 'passed' && !isPassive(check);

const lastStatuses = (exchanges: readonly Exchange[]): ReadonlyMap<string, number> =>
  new Map(exchanges.map(({step, status}) => [step, status]));
