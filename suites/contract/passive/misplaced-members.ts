import type {Contract} from '../../../spec/contract.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {memberKey} from '../../target/codec/member-key.ts';

/** The profile line about the place of the member at a pointer of a successful response. */
export function lineOf({operations, document}: Contract, {op}: Exchange, pointer: string): string {
  const operation = operations[op];
  const success = operation?.outcomes.find(({situation}) => situation === operation.success);
  const schema = success?.schema;
  return schema ? `members.${memberKey(document, schema, pointer.replaceAll('/*', '/0'))}` : '';
}

/** Whether the profile line about the place of a member is suspect in a response. */
export const isMisplaced = (contract: Contract, exchange: Exchange, pointer: string): boolean =>
  (exchange.suspectLines ?? []).some(({line}) => line === lineOf(contract, exchange, pointer));
