import {FaultChecker} from '../mock/faults/check-rule.ts';
import type {FaultRule} from '../mock/faults/fault-rule.ts';
import {pathText, pointerTo, WrongValue} from '../mock/wrong-value.ts';
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
  const rules: unknown = isNamed ? value['faults'] : value;
  try {
    const checker: FaultChecker = new FaultChecker();
    checker.checkAll(rules, ['faults']);
    return rules;
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    const {path, message, todo} = error;
    const inFile = isNamed ? path : path.slice(1);
    throw new UsageError(`${at(pointerTo(inFile))}: ${pathText(path)}: ${message}; ${todo}`);
  }
}
