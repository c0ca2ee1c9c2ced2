import type {Api} from '../../../spec/rule.ts';
import type {Specification} from '../../../spec/specification.ts';
import {Conformance} from '../../contract/passive/conform.ts';
import type {Target} from '../../target/target.ts';

/**
 * The validators that compare the responses of a target with the contract of their API. The profile
 * settles the points that the contract leaves open.
 */
export const conformanceOf = (
  specifications: Record<Api, Specification>,
  target: Target,
): Record<Api, Conformance> => ({
  workspace: new Conformance(specifications.workspace.contract, target.profile('workspace')),
  store: new Conformance(specifications.store.contract, target.profile('store')),
});
