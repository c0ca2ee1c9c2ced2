import {expect, test} from 'vitest';
import type {Judged} from './attribution.ts';
import {classLines, totalsLine} from './fault-table.ts';

function judged(found: Judged['found'], itsClass?: string): Judged {
  const fault = {api: 'store', name: 'x', part: 'f', kind: 'deep', row: 'ST-001'} as const;
  return {
    fault: itsClass === undefined ? fault : {...fault, class: itsClass},
    found,
    failed: [],
    meant: [],
    inconclusive: 0,
    letGo: [],
    requests: 10,
    took: 1,
  };
}

test('a total has its interval', () => {
  expect(totalsLine('some', [judged('right'), judged('unseen')])).toMatch(
    /^some: 2 faults, 1 found \(50\.0 %, 95 % interval 9\.5 to 90\.5 %\), 1 of them/,
  );
  expect(totalsLine('none', [])).toMatch(/^none: 0 faults, 0 found \(-\)/);
});

test('faults with classes are counted by class', () => {
  const all = [judged('right', 'value'), judged('unseen', 'race'), judged('wrong', 'value')];
  const heads = classLines([...all, judged('right')]).map((line) => line.split(' found')[0]);
  expect(heads).toEqual([
    'class race: 1 faults, 0',
    'class value: 2 faults, 2',
    'all classes: 3 faults, 2',
  ]);
  expect(classLines([judged('right')])).toEqual([]);
});
