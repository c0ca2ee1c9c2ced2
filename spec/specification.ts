import {createRequire} from 'node:module';
import type {Contract} from './contract.ts';
import type {Profile} from './profile.ts';
import type {Api, ChecklistRow, OpenPoint, Rule} from './rule.ts';

/** One API document as data: what it specifies (contract, rules) and what it leaves open. */
export interface Specification {
  api: Api;
  contract: Contract;
  rules: Rule[];
  checklist: ChecklistRow[];
  openPoints: OpenPoint[];
  /** The mock's answers to the open points. */
  profile: Profile;
}

/**
 * Loads the compiled specification of one API. Each call returns a new copy.
 * @throws Error when the project is not built
 */
export const loadSpecification = (api: Api): Specification => {
  const load = createRequire(import.meta.url);
  return structuredClone(load(`#compiled/${api}.json`) as Specification);
};

/** Loads both specifications. @throws Error when the project is not built */
export const loadSpecifications = (): Record<Api, Specification> => ({
  workspace: loadSpecification('workspace'),
  store: loadSpecification('store'),
});
