import type {Contract} from '../../../spec/contract.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {at} from '../../../spec/json.ts';
import type {RuleId} from '../../../spec/rule.ts';
import type {FlaggedRow} from '../../../spec/shown-reference.ts';
import {brief} from '../../language/judge.ts';
import {isMisplaced} from './misplaced-members.ts';
import type {PassiveViolation} from './passive-result.ts';

/** Finds a list in which several rows have the flag, or whose flagged row is not the named one. */
export function wronglyFlagged(contract: Contract, exchange: Exchange): PassiveViolation[] {
  const {flaggedRow, success = ''} = contract.operations[exchange.op] ?? {};
  if (!flaggedRow || exchange.interface || !exchange.situations.includes(success)) return [];
  const {rows, flag, named} = flaggedRow;
  const list: unknown = at(exchange.body, rows);
  const members = [named, `${rows}/*${flag}`, `${rows}/*/id`];
  if (!Array.isArray(list) || members.some((one) => isMisplaced(contract, exchange, one)))
    return [];
  return flagsIn(list, flaggedRow, exchange);
}

function flagsIn(rows: unknown[], {flag, named, one, same}: FlaggedRow, exchange: Exchange) {
  const flagged = rows.filter((row) => at(row, flag) === true).map((row) => at(row, '/id'));
  const wanted: unknown = at(exchange.body, named);
  const violation = (rule: RuleId, branch: string, expected: string): PassiveViolation[] => {
    const {step, op} = exchange;
    return [{rule, place: '*', violation: {branch, expected, got: brief(flagged), step, op}}];
  };
  if (flagged.length > 1)
    return violation(one, 'several flagged', `one row with \`${flag.slice(1)}\``);
  if (flagged.length && typeof wanted === 'string' && flagged[0] !== wanted)
    return violation(
      same,
      'another named',
      `the row with \`${flag.slice(1)}\` to be ${brief(wanted)}`,
    );
  return [];
}
