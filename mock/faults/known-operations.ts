import {loadSpecification} from '../../spec/specification.ts';
import type {FaultInterface} from './fault-rule.ts';

const operationsOf = (api: 'workspace' | 'store'): string[] =>
  Object.keys(loadSpecification(api).contract.operations);

/** Methods of MCP that can be named beside the tools. */
const MCP_METHODS = ['initialize', 'tools/list', 'tools/call', 'ping'];

/** The names that `match.operation` may have at each interface. */
const KNOWN: Readonly<Record<FaultInterface, () => string[]>> = {
  workspace: () => operationsOf('workspace'),
  store: () => operationsOf('store'),
  storage: () => ['getObject', 'putObject'],
  mcp: () => [...operationsOf('workspace'), ...MCP_METHODS],
  checkout: () => ['openCheckout', 'settleCheckout'],
};

/** The operations of an interface, or of all. */
export const knownOperations = (of?: FaultInterface): string[] =>
  of ? KNOWN[of]() : [...new Set(Object.values(KNOWN).flatMap((names) => names()))];
