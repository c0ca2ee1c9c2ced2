import type {Defect} from '../mock/defect.ts';
import {DEFECTS} from '../mock/defects/all.ts';
import {loadSpecification} from '../spec/specification.ts';
import {tableDefects} from './families.ts';

/**
 * Every defect that a mock can have: the generic ones of the marks in the contracts, and those that
 * chapters name.
 */
export const allDefects = (): Defect[] => [
  ...tableDefects(loadSpecification('workspace').contract),
  ...tableDefects(loadSpecification('store').contract),
  ...DEFECTS,
];
