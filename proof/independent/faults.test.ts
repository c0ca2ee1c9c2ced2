import {expect, test} from 'vitest';
import {faultsOf, HALVED, halved, type Fault} from './faults.ts';

function fault(name: string, itsClass: string): Fault {
  return {api: 'store', name, part: 'f', kind: 'deep', row: 'ST-001', class: itsClass};
}

test('halves are dealt out by turns within each class', () => {
  const classes = ['race', 'value', 'race', 'race', 'value'];
  const dealt = halved(classes.map((one, index) => fault(`fault-${index}`, one)));
  expect(dealt.map(({half}) => half)).toEqual(['a', 'a', 'b', 'a', 'b']);
});

test('faults of earlier parts have neither class nor half', () => {
  for (const one of faultsOf('workspace', 'c')) {
    expect(one.class).toBeUndefined();
    expect(one.half).toBeUndefined();
  }
});

test.each(['store', 'workspace'] as const)(
  'the halves of a class are equal within one: %s',
  (api) => {
    const faults = HALVED.flatMap((part) => faultsOf(api, part));
    const classes = new Set(faults.map((one) => one.class));
    expect(classes).not.toContain(undefined);
    expect(faults.filter(({kind}) => kind !== 'deep').length).toBe(0);
    for (const itsClass of classes) {
      const own = faults.filter((one) => one.class === itsClass);
      const ofA = own.filter(({half}) => half === 'a').length;
      expect(ofA - (own.length - ofA)).toBeOneOf([0, 1]);
    }
  },
);
