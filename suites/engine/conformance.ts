import type {Api} from '../../spec/rule.ts';
import type {Specification} from '../../spec/specification.ts';
import {Conformance} from '../contract/conform.ts';
import type {Target} from '../target/target.ts';

/** What holds the responses of a target against the contracts. */
export const conformanceOf = (
  specifications: Record<Api, Specification>,
  target: Target,
): Record<Api, Conformance> => ({
  workspace: new Conformance(specifications.workspace.contract, target.profile('workspace')),
  store: new Conformance(specifications.store.contract, target.profile('store')),
});
