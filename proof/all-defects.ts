import type {Defect} from '../mock/defect.ts';
import {DEFECTS} from '../mock/defects/all.ts';
import {loadSpecification} from '../spec/specification.ts';
import type {RuleId} from '../spec/rule.ts';
import {genericDefects} from './generic-defects.ts';

/**
 * Every defect that a mock can have: the generic ones made from the marks of the contracts, and those that chapters
 * define.
 * @param rules those that the defects break; default: all
 */
export const allDefects = (rules?: ReadonlySet<RuleId>): Defect[] => [
  ...genericDefects(loadSpecification('workspace').contract, rules),
  ...genericDefects(loadSpecification('store').contract, rules),
  ...DEFECTS.filter(({breaks}) => rules?.has(breaks) ?? true),
];
