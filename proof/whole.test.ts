import {expect, test} from 'vitest';
import {DEFECTS} from '../mock/defects/all.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import {genericDefects} from './generic-defects.ts';

const specifications = loadSpecifications();
const rules = Object.values(specifications).flatMap((specification) =>
  specification.rules.map((rule) => rule.id),
);
const {checks, gaps} = allChecks(specifications);
const defects = [
  ...Object.values(specifications).flatMap((specification) =>
    genericDefects(specification.contract),
  ),
  ...DEFECTS,
];

test('every rule has a check, and every check a rule', () => {
  const checked = new Set(checks.map((check) => check.rule));
  // Together: a check whose rule is misspelt leaves its rule without one.
  expect({
    'rules that no check decides': rules.filter((rule) => !checked.has(rule)),
    'checks of no rule': [...checked].filter((rule) => !rules.includes(rule)),
  }).toEqual({'rules that no check decides': [], 'checks of no rule': []});
});

test('every mark of the contracts can be brought about', () => {
  expect(gaps.map(({mark, missing}) => `${mark.rule} at ${mark.place} lacks ${missing}`)).toEqual(
    [],
  );
});

test('every defect has a name of its own and breaks a rule at a place that a check decides', () => {
  const names = defects.map((defect) => defect.name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  const places = new Set(checks.flatMap(({rule, place}) => [rule, `${rule} ${place}`]));
  expect(
    defects
      .filter(({breaks, place}) => !places.has(place === undefined ? breaks : `${breaks} ${place}`))
      .map(({name}) => name),
  ).toEqual([]);
});
