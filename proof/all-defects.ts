import type {Defect} from '../mock/defect.ts';
import {DEFECTS} from '../mock/defects/all.ts';
import {loadSpecification} from '../spec/specification.ts';
import {genericDefects} from './generic-defects.ts';

/**
 * Every defect that a mock can have: the generic ones made from the marks of the contracts, and those that chapters
 * define.
 */
export const allDefects = (): Defect[] => [
  ...genericDefects(loadSpecification('workspace').contract),
  ...genericDefects(loadSpecification('store').contract),
  ...DEFECTS,
];
