import * as fc from 'fast-check';
import type {Api, RuleId} from '../../spec/rule.ts';
import type {Val} from '../../spec/value.ts';
import type {AnyProperty, Check, Draw, Drawn, Handles, Property, Scene} from './check.ts';
import {PairwiseChooser, type Classes} from '../generation/pairwise.ts';
import {shuffled} from '../values/shuffled.ts';
import {NOT_FIRST} from '../values/value-classes.ts';
import type {ValueClasses} from '../values/values.ts';

/** Declares a property. */
export const property = <V extends Drawn, R extends object, G = undefined>(
  declaration: Property<V, R, G>,
): AnyProperty => declaration;

/** What the properties of one scene have in common. */
type SharedDraws<V extends Drawn, R extends object, G> = Omit<
  Property<V, R, G>,
  'rule' | 'judge'
> & {
  scene: string;
};

/** Declares the properties of several rules that the same draws decide: each is sent once. */
export const propertiesOf = <V extends Drawn, R extends object, G = undefined>(
  shared: SharedDraws<V, R, G>,
  judges: Record<RuleId, Property<V, R, G>['judge']>,
): AnyProperty[] => Object.entries(judges).map(([rule, judge]) => ({...shared, rule, judge}));

/** What further draws of a property know. */
interface DrawOptions {
  round?: number;
  further?: number;
  pairs?: PairwiseChooser;
}

/**
 * The checks of a property, one per draw. Each value takes one of its least-drawn classes; among these,
 * the one that makes most new pairs with the classes of the other values.
 * @param draws the number of draws; some properties get several times as many (`drawFactor`)
 * @param round the number of the round, in a run that draws in rounds
 * @param further the number of additional draws, for targets that nobody shares
 * @param pairs the classes that these rounds have drawn so far; those of these draws are added
 */
export function propertyChecks(
  declared: AnyProperty,
  seed: number,
  draws: number,
  {round, further = 0, pairs = new PairwiseChooser()}: DrawOptions = {},
): Check[] {
  const orders = ordersOf(declared, seed);
  const factor = draws > 1 ? (declared.drawFactor ?? 1) : 1;
  const isInRound = round !== undefined;
  const prefix = isInRound ? `round ${round} ` : '';
  return Array.from({length: (draws + further) * factor}, (_, index) => {
    const restricted = {...declared, ...restrictionOf(declared, index, draws * factor, isInRound)};
    const name = `${prefix}draw ${index + 1}`;
    return checkOfDraw(restricted, pairs.next(orders), seed + index, name);
  });
}

/** The classes of each value, in the order in which the seed has them drawn. */
const ordersOf = (declared: AnyProperty, seed: number): [name: string, classes: string[]][] =>
  Object.entries(classesByName(declared)).map(([name, classes], index) => [
    name,
    withDecisiveFirst(shuffled(classes, seed + index)),
  ]);

/** The same order, but the first class leaves no rule about the value undecided. */
function withDecisiveFirst(classes: string[]): string[] {
  const first = classes.find((name) => !NOT_FIRST.has(name));
  return first === undefined ? classes : [first, ...classes.filter((name) => name !== first)];
}

/** Which targets do not get a draw. */
type Restriction = Pick<Scene, 'onlyOnTestTargets' | 'mockOnly'>;

type RestrictedProperty = AnyProperty & Restriction;

/**
 * Draws beyond `maxDrawsOnShared` are for mocks and deployments for tests, but not in rounds, which have a
 * bound of requests instead. Further draws, and those beyond `maxDrawsOnTestTarget`, are for mocks only.
 * @param index of the draw, from 0
 * @param draws the number of draws without further ones
 */
function restrictionOf(
  {maxDrawsOnShared = Infinity, maxDrawsOnTestTarget = Infinity}: AnyProperty,
  index: number,
  draws: number,
  isInRound: boolean,
): Restriction {
  const onlyOnTestTargets = !isInRound && index >= Math.min(draws, maxDrawsOnShared);
  const mockOnly = index >= Math.min(draws, maxDrawsOnTestTarget);
  return {
    ...(onlyOnTestTargets && {onlyOnTestTargets: true as const}),
    ...(mockOnly && {mockOnly: true as const}),
  };
}

/** The name of a property, which those of other rules have too that share its draws. */
export const nameOfProperty = ({rule, place = '*', scene}: AnyProperty): string =>
  `${scene ?? rule} ${place}`;

/** The check of one draw. @param name of the draw, such as `draw 3` */
function checkOfDraw(
  declared: RestrictedProperty,
  classes: Classes,
  seed: number,
  name: string,
): Check {
  const values = drawnValues(declared, classes, seed);
  const withPlainValuesExcept = (kept?: string): Check => {
    const others = kept === undefined ? 'all plain' : `all plain but ${kept}`;
    const plainer = only(classes, [declared.story, kept]);
    return checkOfDraw(declared, plainer, seed, `${name}, ${others}`);
  };
  return checkOfValues(declared, values, name, {
    classes: drawnClasses(classes),
    withPlainValuesExcept,
  });
}

/** The classes of some values; the others are plain. */
const only = (classes: Classes, names: readonly unknown[]): Classes =>
  Object.fromEntries(
    names.filter((name) => name !== undefined).map((name) => [name, classes[String(name)]]),
  );

/** The check of particular values. */
function checkOfValues(
  declared: RestrictedProperty,
  values: Drawn,
  name: string,
  {classes, withPlainValuesExcept}: Pick<Draw, 'classes' | 'withPlainValuesExcept'>,
): Check {
  const {rule, place = '*', judge} = declared;
  const draw: Draw = {
    property: nameOfProperty(declared),
    subject: declared.scene ?? rule,
    values,
    plain: drawnValues(declared, {}, 0),
    all: classesByName(declared),
    withValues: (others, theirClasses = {}) => recordedCheck(declared, others, theirClasses),
    classes,
    withPlainValuesExcept,
  };
  const scene = sceneOf(declared, values, name);
  return {rule, place, scene, judge: (seen: never) => judge(seen, values), draw};
}

/** The check of values that were not drawn but written down. */
function recordedCheck(
  declared: RestrictedProperty,
  values: Drawn,
  classes: Draw['classes'],
): Check {
  const check: Check = checkOfValues(declared, values, 'as recorded', {
    classes,
    withPlainValuesExcept: () => check,
  });
  return check;
}

function sceneOf(declared: RestrictedProperty, values: Drawn, name: string): Scene {
  const {
    rule,
    place = '*',
    given,
    exhausts,
    consecutive,
    act,
    onlyOnTestTargets,
    mockOnly,
  } = declared;
  return {
    id: [declared.scene ?? rule, ...(place === '*' ? [] : [place]), name].join(' '),
    api: rule.split('.')[0] as Api,
    ...(given && {given}),
    ...(exhausts && {exhausts}),
    ...(consecutive && {consecutive}),
    ...(onlyOnTestTargets && {onlyOnTestTargets}),
    ...(mockOnly && {mockOnly}),
    noRequestReuse: true,
    act: (s, made) => act(s, s.numbered(values), made) as Handles,
  };
}

/** Every class of each value, by its name. */
const classesByName = ({forAll}: AnyProperty): Record<string, string[]> =>
  Object.fromEntries(valuesOf(forAll).map(([name, {classes}]) => [name, Object.keys(classes)]));

/** The classes of the values that are not plain. */
const drawnClasses = (classes: Classes): Record<string, string> =>
  Object.fromEntries(
    Object.entries(classes).flatMap(([name, one]) => (one === undefined ? [] : [[name, one]])),
  );

/** The values of a draw: of each class the one that the seed makes up, plain ones without a class. */
const drawnValues = ({forAll}: AnyProperty, classes: Classes, seed: number): Drawn =>
  Object.fromEntries(
    valuesOf(forAll).map(([name, values]) => [name, drawnFrom(values, classes[name], seed)]),
  );

function drawnFrom({plain, classes}: ValueClasses, name: string | undefined, seed: number): Val {
  const values = name === undefined ? undefined : classes[name];
  return values ? (fc.sample(values, {seed, numRuns: 1})[0] ?? plain) : plain;
}

const valuesOf = (forAll: AnyProperty['forAll']): [string, ValueClasses][] =>
  Object.entries(forAll as Record<string, ValueClasses>);
