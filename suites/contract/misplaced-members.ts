import type {Contract} from '../../spec/contract.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {memberKey} from '../target/codec/member-key.ts';

/** The line of the profile that says where the member at a pointer of a success stands. */
export function lineOf({operations, document}: Contract, {op}: Exchange, pointer: string): string {
  const operation = operations[op];
  const success = operation?.outcomes.find(({situation}) => situation === operation.success);
  const schema = success?.schema;
  return schema ? `members.${memberKey(document, schema, pointer.replaceAll('/*', '/0'))}` : '';
}

/** Whether a line of the profile is suspect that says where a member stands which a response shows. */
export const isMisplaced = (contract: Contract, exchange: Exchange, pointer: string): boolean =>
  (exchange.suspectLines ?? []).some(({line}) => line === lineOf(contract, exchange, pointer));
