import {quantity} from '../spec/quantity.ts';
import type {Api} from '../spec/rule.ts';
import type {RuleVerdict, RunRecord} from '../spec/run-record.ts';

/** An API that the target does not have, with the number of its rules. */
export interface AbsentApi {
  api: Api;
  rules: number;
}

const apiOf = ({rule}: RuleVerdict): Api => rule.split('.')[0] as Api;

/** The rules of the APIs that the target has. */
export const presentRules = ({rules, target}: RunRecord): RuleVerdict[] =>
  rules.filter((rule) => target.apis.includes(apiOf(rule)));

/** The APIs that the target does not have although the run was to decide rules of them. */
export function absentApis({rules, target}: RunRecord): AbsentApi[] {
  const apis = [...new Set(rules.map(apiOf))].filter((api) => !target.apis.includes(api));
  return apis.map((api) => ({api, rules: rules.filter((rule) => apiOf(rule) === api).length}));
}

/** The sentence about an API that the target does not have. */
export const absentText = ({api, rules}: AbsentApi): string =>
  `The target has no ${api} API: ${quantity(rules, 'rule')} ${rules === 1 ? 'is' : 'are'} ` +
  'not applicable.';

/** Describes the selection by `--only` in a sentence; undefined for the whole catalogue. */
export const selectionText = ({only}: RunRecord): string | undefined =>
  only.length ? `Selection: --only ${only.join(' ')}, not the whole catalogue.` : undefined;
