import type {ControlVerb} from '../../../spec/control.ts';
import {describedVerb} from '../../../spec/control.ts';
import {LIMIT_VERBS} from '../../../spec/control/limits.ts';
import type {Contract, Operation} from '../../../spec/contract.ts';
import {isSameJson} from '../../../spec/json.ts';
import type {Api, Rule, RuleId} from '../../../spec/rule.ts';
import type {Call, Control, Role, Step} from '../../../spec/step.ts';
import type {WayAssigner} from '../../credentials/assign-ways.ts';
import {
  CREDENTIALS_OF,
  CREDENTIAL_WAYS,
  dividedSteps,
  type CredentialWay,
} from '../../credentials/ways.ts';
import {isWrite} from '../../map/pairs.ts';
import type {Target} from '../../target/target.ts';
import {isForTests} from './deployment-for-tests.ts';
import {hasOwnSetUp, sendsItself, type PreparedScene} from './prepare.ts';
import {callOf, everyStep} from './steps.ts';

/** What decides whether another credential may send a scene. */
export interface Dividing {
  target: Pick<Target, 'lacks' | 'shared'>;
  contracts: Record<Api, Contract>;
  /** The rules that the scene decides. */
  rules: readonly Pick<Rule, 'id' | 'protects'>[];
}

/**
 * A scene as credentials of one tenant send it together, if it says nothing about credentials: its own credential, another
 * one that can do the same, or both. Its twin is sent by its own alone.
 */
export function withAnotherCredential(
  scene: PreparedScene,
  {assigner, ...dividing}: Dividing & {assigner: WayAssigner},
): PreparedScene {
  const {api, given, act} = scene;
  if (!mayBeDivided(scene, CREDENTIALS_OF[api].another, dividing)) return scene;
  if ([...everyStep([...given, ...act])].some(hasKeyOfItsOwn)) return scene;
  const {operations} = dividing.contracts[scene.api];
  const divided = new Map<CredentialWay, Pick<PreparedScene, 'given' | 'act'>>();
  for (const way of CREDENTIAL_WAYS) {
    const one = dividedScene(scene, way, operations);
    const others = [scene, ...divided.values()];
    if (others.every((other) => !isSameJson(other.act, one.act))) divided.set(way, one);
  }
  const way = assigner.assign(operationsOf(scene, operations), [...divided.keys()]);
  const steps = way && divided.get(way);
  return steps ? {...scene, ...steps, sentBy: {way, own: scene}} : scene;
}

/** The steps of a scene as a way divides them. Other scenes share a reusable set-up, which stays as it is. */
function dividedScene(
  {api, given, act, setUp}: PreparedScene,
  way: CredentialWay,
  operations: Readonly<Record<string, Operation>>,
): Pick<PreparedScene, 'given' | 'act'> {
  const steps = setUp?.reusable ? act : [...given, ...act];
  const divided = dividedSteps(steps, way, CREDENTIALS_OF[api], operations);
  if (setUp?.reusable) return {given, act: divided};
  return {given: divided.slice(0, given.length), act: divided.slice(given.length)};
}

/** Chapters about what a credential is and may use up. */
const ABOUT_CREDENTIALS: ReadonlySet<string> = new Set(['access', 'limits']);

const chapterOf = (rule: RuleId): string => rule.split('.')[1] ?? '';

/**
 * Whether a scene is about nothing that belongs to a credential.
 * @param role the credential that is to have a part in it
 */
export function mayBeDivided(scene: PreparedScene, role: Role, {target, rules}: Dividing): boolean {
  const {api, given, act, unavailable, exhausts, mayRevokeAccess, keepsRecordedClasses} = scene;
  const isSpecial = unavailable || exhausts || mayRevokeAccess || keepsRecordedClasses;
  if (isSpecial || target.lacks(`role:${role}`) !== undefined) return false;
  if (target.shared && !isForItselfOn(target, scene)) return false;
  if (rules.some(({id, protects}) => protects || ABOUT_CREDENTIALS.has(chapterOf(id))))
    return false;
  return [...everyStep([...given, ...act])].every((step) => belongsToTenant(step, api));
}

/**
 * Whether the requests of a scene replace hardly any of another scene on a shared target, and none of it is replaced: a
 * request of another credential can do neither.
 */
const isForItselfOn = (target: Pick<Target, 'lacks'>, scene: PreparedScene): boolean =>
  isForTests(target) ? sendsItself(scene) : hasOwnSetUp(scene);

/** Whether nothing in a step belongs to its credential rather than to its tenant. */
function belongsToTenant(step: Step, api: Api): boolean {
  if (step.step === 'tools' || (step.step === 'repeat' && step.unpaced)) return false;
  if (step.step === 'control') return isAboutTenant(step);
  const call = callOf(step);
  return call === undefined || isPlainCall(call, api);
}

/** A call with the usual credential in the usual way. */
const isPlainCall = ({as, present}: Call, api: Api): boolean =>
  as === CREDENTIALS_OF[api].own && present === undefined;

/** Whether a call has an `Idempotency-Key`: whether keys of a workspace share it is open (NS-WS-17). */
const hasKeyOfItsOwn = (step: Step): boolean =>
  Object.keys(callOf(step)?.headers ?? {}).some((name) => name.toLowerCase() === 'idempotency-key');

/** Whether a hook uses up no limit and hands out no credential; a role that it is told names a tenant. */
function isAboutTenant({verb}: Control): boolean {
  const {shownBy} = describedVerb(verb as ControlVerb);
  const handsOut = typeof shownBy === 'object' && 'accepted' in shownBy;
  return !handsOut && !(verb in LIMIT_VERBS);
}

/** The operations that a scene is about: those that change something, or its reads if none does. */
function operationsOf(
  {given, act}: PreparedScene,
  operations: Readonly<Record<string, Operation>>,
): Set<string> {
  const called = [...everyStep([...given, ...act])].flatMap((step) => callOf(step)?.op ?? []);
  const changing = called.filter((op) => operations[op] && isWrite(operations[op]));
  return new Set(changing.length ? changing : called);
}
