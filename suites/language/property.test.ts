import {expect, test} from 'vitest';
import {nothing} from './judge.ts';
import {propertiesOf, property, propertyChecks} from './property.ts';
import {Script} from './script.ts';
import {classesIn} from '../values/assign-classes.ts';
import {NOT_FIRST} from '../values/value-classes.ts';
import {booleans, freshValues, integers, oneOf} from '../values/values.ts';

const declared = property({
  rule: 'store.users.created-is-as-given',
  forAll: {email: freshValues('email'), limit: integers(1, 9), admin: oneOf(false, true)},
  act: (s, values) => ({created: s.call('createUser', {body: values})}),
  judge: () => nothing(),
});

const bodyOf = (check: ReturnType<typeof propertyChecks>[number]): Record<string, unknown> => {
  const script = new Script('store');
  check.scene.act(script, undefined);
  return (script.steps[0] as {body: Record<string, unknown>}).body;
};

test('each draw has another class of each value, until all were drawn', () => {
  const checks = propertyChecks(declared, 3, 6);
  const limits = checks.map(({draw}) => draw?.classes.limit);
  expect(new Set(limits).size).toBe(6);
});

test('the first draw leaves no rule undecided: its texts are in normal form and could be no ids', () => {
  const values = {title: freshValues('title'), reference: freshValues('content-id')};
  const drawn = Array.from({length: 40}, (_, seed) => {
    const [first] = propertyChecks({...declared, forAll: values}, seed, 3);
    return first?.draw?.classes;
  });
  const first = drawn.flatMap((classes) => [classes?.title, classes?.reference]);
  expect(first.filter((name) => NOT_FIRST.has(String(name)))).toEqual([]);
  const rest = propertyChecks({...declared, forAll: values}, 1, 40).flatMap(({draw}) => [
    draw?.classes.title,
    draw?.classes.reference,
  ]);
  expect(new Set(rest)).toEqual(new Set([...rest, ...NOT_FIRST]));
});

test('what is drawn is a function of the seed', () => {
  const bodies = (seed: number): unknown[] => propertyChecks(declared, seed, 4).map(bodyOf);
  expect(bodies(1)).toEqual(bodies(1));
  expect(bodies(1)).not.toEqual(bodies(2));
});

test('a draw can be repeated with plain values, and with one value of its class', () => {
  const [check] = propertyChecks(declared, 3, 1);
  const plain = check?.draw?.withPlainValuesExcept();
  expect(plain?.draw?.classes).toEqual({});
  expect(bodyOf(plain!)).toMatchObject({limit: 3, admin: false});
  expect(classesIn(bodyOf(plain!))).toEqual([]);
  const one = check?.draw?.withPlainValuesExcept('email');
  expect(one?.draw?.classes).toEqual({email: check?.draw?.classes.email});
  expect(classesIn(bodyOf(one!))).toHaveLength(1);
});

test('a draw that is repeated with plain values keeps the story, which says what is sent', () => {
  const [check] = propertyChecks({...declared, story: 'admin'}, 3, 1);
  const {admin, limit} = check?.draw?.classes ?? {};
  expect(check?.draw?.withPlainValuesExcept().draw?.classes).toEqual({admin});
  expect(check?.draw?.withPlainValuesExcept('limit').draw?.classes).toEqual({admin, limit});
});

test('fresh values are numbered by the script that sends them', () => {
  const [check] = propertyChecks(declared, 3, 1);
  expect(bodyOf(check!).email).toMatchObject({$fresh: 'email', n: 1, depth: 0});
});

test('few draws show every pair of values with few classes', () => {
  const flags = property({
    rule: 'store.users.created-is-as-given',
    forAll: {one: booleans, other: booleans},
    act: (s, values) => ({created: s.call('createUser', {body: values})}),
    judge: () => nothing(),
  });
  const pairs = propertyChecks(flags, 5, 4).map(({draw}) => JSON.stringify(draw?.values));
  expect(new Set(pairs).size).toBe(4);
});

test('properties that the same draws decide share the scene of each draw', () => {
  const judges = {
    'store.users.created-is-as-given': () => nothing(),
    'store.users.password-is-8-to-255': () => nothing(),
  };
  const {rule: _rule, judge: _judge, ...shared} = declared;
  const [one, other] = propertiesOf(
    {...shared, scene: 'any user', maxDrawsOnShared: 1},
    judges,
  ).map((each) => propertyChecks(each, 3, 2));
  expect(one?.map(({scene}) => scene.id)).toEqual(other?.map(({scene}) => scene.id));
  expect(one?.map(bodyOf)).toEqual(other?.map(bodyOf));
  expect(one?.map(({scene}) => scene.onlyOnTestTargets)).toEqual([undefined, true]);
});

test('a property of many classes gets more draws, but for the one of quick effort', () => {
  const often = {...declared, drawFactor: 3};
  expect(propertyChecks(often, 1, 4)).toHaveLength(12);
  expect(propertyChecks(often, 1, 1)).toHaveLength(1);
});
