import * as fc from 'fast-check';
import type {Api, RuleId} from '../spec/rule.ts';
import type {Val} from '../spec/step.ts';
import type {AnyProperty, Check, Draw, Drawn, Handles, Property, Scene} from './check.ts';
import {Pairs, type Classes} from './pairs.ts';
import {shuffled} from './values/shuffled.ts';
import type {Values} from './values/values.ts';

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
  pairs?: Pairs;
}

/**
 * The checks of a property: one for each draw. In each every value is of a class that was drawn
 * least often before; of those, of one that stands beside the others for the first time. So a few
 * draws show many classes, and many pairs of them.
 * @param draws how many; some properties get several times as many (`times`)
 * @param round of a run that draws in several rounds
 * @param further draws that only targets get which nobody shares
 * @param pairs what these rounds have drawn so far; what is drawn is added
 */
export function propertyChecks(
  declared: AnyProperty,
  seed: number,
  draws: number,
  {round, further = 0, pairs = new Pairs()}: DrawOptions = {},
): Check[] {
  const orders = Object.entries(declared.forAll).map(
    ([name, values], index) =>
      [name, shuffled(Object.keys((values as Values).classes), seed + index)] as const,
  );
  const times = draws > 1 ? (declared.times ?? 1) : 1;
  return Array.from({length: (draws + further) * times}, (_, draw) => {
    const name = `${round === undefined ? '' : `round ${round} `}draw ${draw + 1}`;
    const onShared = Math.min(draws * times, declared.onShared ?? Infinity);
    const isForOwnTargets = round === undefined && draw >= onShared;
    return checkOf(
      {
        ...declared,
        ...(isForOwnTargets && {notOnShared: true as const}),
        ...(draw >= Math.min(draws * times, declared.forTests ?? Infinity) && {
          unsharedOnly: true as const,
        }),
      },
      pairs.next(orders),
      seed + draw,
      name,
    );
  });
}

/** A property, and whether a draw of it is for targets that nobody shares. */
type Declared = AnyProperty & {notOnShared?: true; unsharedOnly?: true};

/** The name of a property, which those of other rules have too that share its draws. */
export const nameOfProperty = ({rule, place = '*', scene}: AnyProperty): string =>
  `${scene ?? rule} ${place}`;

/** The check of one draw. */
function checkOf(declared: Declared, classes: Classes, seed: number, draw: string): Check {
  const values = drawnValues(declared, classes, seed);
  const keeping = (name?: string): Check => {
    const names = [declared.story, name].filter((one) => one !== undefined).map(String);
    const kept = Object.fromEntries(names.map((one) => [one, classes[one]]));
    return checkOf(
      declared,
      kept,
      seed,
      `${draw}, ${name === undefined ? 'all plain' : `all plain but ${name}`}`,
    );
  };
  return checkFor(declared, values, draw, {classes: classesIn(classes), keeping});
}

/** The check of particular values. */
function checkFor(
  declared: Declared,
  values: Drawn,
  name: string,
  draw: Pick<Draw, 'classes' | 'keeping'>,
): Check {
  const {rule, place = '*', given, exhausts, unbroken, act, judge} = declared;
  const {notOnShared, unsharedOnly} = declared as Declared;
  const scene: Scene = {
    id: [declared.scene ?? rule, ...(place === '*' ? [] : [place]), name].join(' '),
    api: rule.split('.')[0] as Api,
    ...(given && {given}),
    ...(exhausts && {exhausts}),
    ...(unbroken && {unbroken}),
    ...(notOnShared && {notOnShared}),
    ...(unsharedOnly && {unsharedOnly}),
    ownRequests: true,
    act: (s, made) => act(s, s.numbered(values), made) as Handles,
  };
  const plain = drawnValues(declared, {}, 0);
  const of = (others: Drawn, classes: Record<string, string> = {}): Check => {
    const recorded: Check = checkFor(declared, others, 'as recorded', {
      classes,
      keeping: () => recorded,
    });
    return recorded;
  };
  const all = classesThereAre(declared);
  const judged = {rule, place, scene, judge: (seen: never) => judge(seen, values)};
  const [property, subject] = [nameOfProperty(declared), declared.scene ?? rule];
  return {...judged, draw: {property, subject, values, plain, all, of, ...draw}};
}

/** Every class of each value, by its name. */
const classesThereAre = ({forAll}: AnyProperty): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(forAll as Record<string, Values>).map(([name, {classes}]) => [
      name,
      Object.keys(classes),
    ]),
  );

const classesIn = (classes: Classes): Record<string, string> =>
  Object.fromEntries(
    Object.entries(classes).flatMap(([name, one]) => (one === undefined ? [] : [[name, one]])),
  );

/** The values of a draw: of each class the one that the seed makes up, plain ones without a class. */
const drawnValues = ({forAll}: AnyProperty, classes: Classes, seed: number): Drawn =>
  Object.fromEntries(
    Object.entries(forAll as Record<string, Values>).map(([name, values]) => [
      name,
      drawnFrom(values, classes[name], seed),
    ]),
  );

function drawnFrom({plain, classes}: Values, name: string | undefined, seed: number): Val {
  const values = name === undefined ? undefined : classes[name];
  return values ? (fc.sample(values, {seed, numRuns: 1})[0] ?? plain) : plain;
}
