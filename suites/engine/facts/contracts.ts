import type {Contract} from '../../../spec/contract.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Specification} from '../../../spec/specification.ts';

/** The contracts of both APIs. */
export const contractsOf = (specifications: Record<Api, Specification>): Record<Api, Contract> => ({
  workspace: specifications.workspace.contract,
  store: specifications.store.contract,
});
