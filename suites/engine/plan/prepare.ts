import {choicesAt} from '../../../spec/profile.ts';
import type {Contract} from '../../../spec/contract.ts';
import type {Api} from '../../../spec/rule.ts';
import type {RequestForm, Step} from '../../../spec/step.ts';
import type {Scene, Setup} from '../../language/check.ts';
import {Script, type Handle} from '../../language/script.ts';
import type {CredentialWay} from '../../credentials/ways.ts';
import type {KnownTarget} from '../../target/known-target.ts';
import type {Capability, Target} from '../../target/target.ts';
import {
  classesIn,
  withClass,
  withClasses,
  type ClassAssigner,
  type AssignedClass,
} from '../../values/assign-classes.ts';
import type {FreshValue} from './sent-requests.ts';
import {reusablePrefix} from './reusable-set-up.ts';
import {needsOf} from './needs.ts';
import {requestsOf} from './steps.ts';
import type {ValueKind} from '../../values/value-classes.ts';
import {someTakesAway} from './undo.ts';

/** A scene whose steps are recorded, so that everything that it will send is known. */
export interface PreparedScene extends Omit<Scene, 'given' | 'act'> {
  /** Its set-up as declared. */
  setUp?: Setup<unknown>;
  /** The steps of its set-up. */
  given: Step[];
  /** The steps of its act. */
  act: Step[];
  /** The steps that its judges read, by name. */
  handles: Record<string, Handle<unknown>>;
  /** Set if the target does not offer what the scene needs: then it is not sent. */
  unavailable?: Unavailable;
  /** The most requests that the scene sends. */
  requests: number;
  /** The class of the values that the scene sends, and its twin with plain values. */
  assigned?: AssignedClass & {plain: PreparedScene};
  /** The form of its requests, if it is not the documented one. */
  form?: RequestForm;
  /** How credentials of its tenant divide it, or that another tenant does the same, and the scene as its own credential sends it alone. */
  sentBy?: {way: CredentialWay | 'beside-twin'; own: PreparedScene};
}

/** Why a target cannot be sent a scene. */
export interface Unavailable {
  /** Says what to supply, or what the profile says. */
  reason: string;
  /** The profile says that the deployment does not have what the scene needs. */
  isAbsent?: true;
  /** What is missing for each way of the set-up; supplying one of the inner lists is enough. */
  lacks?: string[][];
}

/**
 * Records the steps of a scene for a target, with the first way of its set-up whose needs the target
 * offers. Nothing is sent.
 * @throws Error for a call of an operation that no contract has
 */
export function prepare(
  scene: Scene,
  target: PlannedTarget,
  contracts: Record<Api, Contract>,
): PreparedScene {
  const known = knownOf(target);
  const lacks: string[][] = [];
  let last: PreparedScene | undefined;
  const {ways, absence} = waysOf(scene, known);
  for (const way of ways) {
    last = recorded(scene, way, known);
    const needs = needsOf([...last.given, ...last.act], scene, contracts);
    const [absent] = needs.flatMap((need) => absenceOf(need, target) ?? []);
    if (absent !== undefined) return {...last, unavailable: {reason: absent, isAbsent: true}};
    const missing = needs.flatMap((need) => target.lacks(need) ?? []);
    if (!missing.length) return last;
    lacks.push(missing);
  }
  if (!last) throw new Error(`${scene.id}: its set-up has no way`);
  if (absence !== undefined) return {...last, unavailable: {reason: absence, isAbsent: true}};
  return {...last, unavailable: {reason: inWords(lacks), lacks}};
}

/** Why a target cannot have a capability. */
const absenceOf = (need: Capability, target: PlannedTarget): string | undefined =>
  need.startsWith('served:') ? target.lacks(need) : target.absence?.(need);

/**
 * The ways of a scene's set-up for a target.
 * @returns `absence`: what the profile says, if it leaves the first way only
 */
function waysOf(
  {api, given}: Scene,
  {chooses}: KnownTarget,
): {ways: Setup<unknown>['ways']; absence?: string} {
  const {ways, onlyFirstWayIf: only} = given ?? {ways: [() => undefined]};
  if (!only || !chooses(api, only.point, only.choice)) return {ways};
  return {
    ways: ways.slice(0, 1),
    absence: `the profile says so (choices.${only.point}: ${only.choice})`,
  };
}

/** The target for which scenes are recorded: what it offers, and its profiles if it has any. */
type PlannedTarget = Pick<Target, 'lacks'> &
  Partial<Pick<Target, 'profile' | 'isSameSample' | 'absence'>>;

const knownOf = (target: PlannedTarget): KnownTarget => ({
  offers: (capability) => target.lacks(capability) === undefined,
  chooses: (api, point, choice) =>
    choicesAt(target.profile?.(api).choices ?? {}, point).includes(choice),
  isFollowed: (api, op) => 'followed' in (target.profile?.(api).paths[op] ?? {}),
  isSameSample: (one, other) => target.isSameSample?.(one, other) ?? one === other,
});

/** Says what to supply: the first missing thing of each way. */
const inWords = (lacks: string[][]): string =>
  [...new Set(lacks.flatMap(([first]) => first ?? []))].join('; or ');

/** Records a scene with one way of its set-up. */
function recorded(
  scene: Scene,
  way: Setup<unknown>['ways'][number],
  known: KnownTarget,
): PreparedScene {
  const prefix = scene.given?.reusable ? reusablePrefix(scene.given.id) : 'g';
  const ofSetup = {prefix, steps: 0, fresh: 0};
  const setup = new Script(scene.api, {numbering: ofSetup, target: known});
  const made = way(setup);
  // The numbers of the fresh values in the act follow those in the set-up.
  const ofAct = {prefix: 's', steps: 0, fresh: ofSetup.fresh};
  const act = new Script(scene.api, {numbering: ofAct, target: known});
  const handles: Record<string, Handle<unknown>> = scene.act(act, made);
  const requests = requestsOf([...setup.steps, ...act.steps]);
  const {given: setUp, ...declared} = scene;
  return {
    ...declared,
    ...(setUp && {setUp}),
    given: setup.steps,
    act: act.steps,
    handles,
    requests,
  };
}

/**
 * The kinds of values that are plain in every scene. On a shared target scenes share reservations, and a
 * registration repeats the file name of its reservation. Properties draw names of every class there.
 */
export const alwaysPlainKinds = (shared: boolean): ValueKind[] => (shared ? ['file-name'] : []);

/**
 * Assigns a class of values to a scene. These scenes stay plain, since they are not run again just to
 * compare values: one with a set-up that other scenes share, one that exhausts a limit, and one that is
 * run after the others (`mayRevokeAccess`).
 * @param shared whether others use the target
 * @param commandsInStates those of a sequence of a model
 */
export function withAssignedClass(
  plain: PreparedScene,
  assigner: ClassAssigner,
  shared: boolean,
  commandsInStates?: readonly string[],
): PreparedScene {
  const {given, act, unavailable} = plain;
  const isSpecial = plain.exhausts || plain.mayRevokeAccess || plain.setUp?.reusable;
  if (unavailable || isSpecial || plain.keepsRecordedClasses) return plain;
  const assigned = assigner.assign([...given, ...act], alwaysPlainKinds(shared), commandsInStates);
  if (!assigned) return plain;
  return {
    ...plain,
    given: withClass(given, assigned),
    act: withClass(act, assigned),
    assigned: {...assigned, plain},
  };
}

/**
 * A scene whose fresh values have the classes of other values.
 * @param taken the other values, by the numbers of the values that they replace
 */
export function withClassesOf(
  scene: PreparedScene,
  taken: ReadonlyMap<number, Pick<FreshValue, 'valueClass'>>,
): PreparedScene {
  if (!taken.size) return scene;
  const classes = new Map([...taken].map(([n, {valueClass}]) => [n, valueClass]));
  const act = withClasses(scene.act, classes);
  const [assigned] = classesIn(act);
  const {assigned: own, ...unassigned} = scene;
  const plain = own?.plain ?? unassigned;
  return {...unassigned, act, ...(assigned && {assigned: {...assigned, plain}})};
}

/** Whether another tenant does the same beside a scene. */
export const hasTwin = ({sentBy}: PreparedScene): boolean => sentBy?.way === 'beside-twin';

/** Whether a scene has a set-up that no other scene shares. */
export const hasOwnSetUp = ({given, setUp}: PreparedScene): boolean =>
  given.length > 0 && !setUp?.reusable;

/**
 * Whether a scene sends every request itself, so that none is replaced by an equal one of an earlier scene:
 * it exhausts a limit or takes something away, it forbids that its requests are replaced, or it has a
 * set-up of its own.
 */
export function sendsItself(scene: PreparedScene): boolean {
  const isMarked = scene.exhausts || scene.consecutive || scene.noRequestReuse;
  return isMarked || hasOwnSetUp(scene) || someTakesAway(scene.act);
}

/** The steps of all scenes that can be run. */
export const runnableSteps = (prepared: PreparedScene[]): Step[] =>
  prepared.filter(({unavailable}) => !unavailable).flatMap(({given, act}) => [...given, ...act]);
