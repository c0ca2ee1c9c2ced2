import {describe, expect, it} from 'vitest';
import {combinations, FREEDOMS} from './freedoms.ts';
import {pairwise} from './pairwise.ts';

describe('pairwise', () => {
  const factors = [
    {name: 'a', values: [1, 2, 3]},
    {name: 'b', values: [1, 2]},
    {name: 'c', values: [1, 2]},
    {name: 'd', values: [1, 2]},
  ];

  it('brings every two values of any two factors together', () => {
    const rows = pairwise(factors);
    for (const one of factors)
      for (const other of factors.filter(({name}) => name !== one.name))
        for (const a of one.values)
          for (const b of other.values)
            expect(
              rows.some((row) => row[one.name] === a && row[other.name] === b),
              `${one.name}=${a} ${other.name}=${b}`,
            ).toBe(true);
  });

  it('needs far fewer rows than there are combinations', () =>
    expect(pairwise(factors).length).toBeLessThan(10));

  it('covers the freedoms of the mock in a few dozen worlds', () => {
    const rows = combinations();
    expect(rows.length).toBeLessThan(40);
    for (const {name, values} of FREEDOMS)
      expect(new Set(rows.map((row) => row[name])).size, name).toBe(values.length);
  });
});
