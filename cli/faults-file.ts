import {FaultChecker, WrongFault} from '../mock/faults/check-rule.ts';
import type {FaultRule} from '../mock/faults/fault-rule.ts';
import {placeOf} from '../mock/faults/place-of.ts';
import {isObject} from '../spec/json.ts';
import {UsageError} from '../spec/usage-error.ts';
import {readYaml} from '../suites/target/yaml-file.ts';

/**
 * Reads rules of faults from a file in YAML or JSON: a list, or an object with the list `faults`.
 * @throws UsageError that names file, line and member
 */
export function faultsIn(file: string): FaultRule[] {
  const {value, at} = readYaml(file);
  const isNamed = isObject(value) && Object.keys(value).join() === 'faults';
  const place = isNamed ? '/faults' : '';
  const rules: unknown = isNamed ? value['faults'] : value;
  try {
    const checker: FaultChecker = new FaultChecker();
    checker.checkAll(rules, place);
    return rules;
  } catch (error) {
    if (!(error instanceof WrongFault)) throw error;
    const {pointer, message, todo} = error;
    throw new UsageError(`${at(pointer)}: ${placeOf(pointer)}: ${message}; ${todo}`);
  }
}
