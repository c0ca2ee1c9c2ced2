import type {ControlVerb} from '../../../spec/control.ts';
import {describedVerb} from '../../../spec/control.ts';
import type {Step} from '../../../spec/step.ts';
import type {TwinAssigner} from '../../credentials/assign-twins.ts';
import {besideTwin, isOfTwin} from '../../credentials/twins.ts';
import {CREDENTIALS_OF} from '../../credentials/ways.ts';
import {mayBeDivided, type Dividing} from './by-credentials.ts';
import {isForTests} from './deployment-for-tests.ts';
import {isPlain} from './forms.ts';
import type {PreparedScene} from './prepare.ts';
import {callOf, everyStep, requestsOf} from './steps.ts';

/**
 * A scene beside which another tenant does the same, if the document says that no request of it depends on another tenant. Its own credential sends it, in the documented form.
 * @param turn when the other tenant sends the first step: before, after, or together with it
 */
export function withTwin(
  scene: PreparedScene,
  {twins, ...dividing}: Dividing & {twins: TwinAssigner},
  turn: number,
): PreparedScene {
  const {api, given, act} = scene;
  const {ofOtherTenant: role} = CREDENTIALS_OF[api];
  if (!mayBeDivided(scene, role, dividing) || !mayHaveTwin(scene, dividing)) return scene;
  const {operations} = dividing.contracts[api];
  const [ofGiven = [], ofAct = []] = besideTwin([given, act], turn, {
    role,
    operations,
    isPlain,
    isOrdered: !dividing.target.shared,
  });
  const repeated = [...ofGiven, ...ofAct].filter(({id}) => isOfTwin(id));
  const called = repeated.flatMap((step) => callOf(step)?.op ?? []);
  if (!twins.assign(called)) return scene;
  const requests = scene.requests + requestsOf(repeated);
  return {...scene, given: ofGiven, act: ofAct, requests, sentBy: {way: 'beside-twin', own: scene}};
}

/**
 * Whether nothing in a scene may depend on another tenant. Nothing is sent beside one on a deployment that others use. A set-up
 * that scenes share there has no twin.
 */
function mayHaveTwin(scene: PreparedScene, {target}: Pick<Dividing, 'target'>): boolean {
  const {given, act, setUp, consecutive} = scene;
  if (consecutive || (target.shared && (!isForTests(target) || setUp?.reusable))) return false;
  return [...everyStep([...given, ...act])].every(isOfItsTenant);
}

/** Operations that show what a workspace may use: whether workspaces of one account share it is open. */
const SHOWING_ALLOWANCES: ReadonlySet<string> = new Set(['getAccount', 'getAccountUsage']);

/** Whether a step says which tenant it is about. A mailbox may have mails of several stores. */
function isOfItsTenant(step: Step): boolean {
  if (step.step === 'parallel') return false;
  if (step.step === 'control') {
    const {args} = describedVerb(step.verb as ControlVerb);
    return 'role' in args && !('to' in args);
  }
  return !SHOWING_ALLOWANCES.has(callOf(step)?.op ?? '');
}
