import type {Api} from '../spec/rule.ts';
import type {OperationTried, RuleVerdict, RunRecord} from '../spec/run-record.ts';
import {INVISIBLE} from '../spec/invisible.ts';
import {headingOf} from './heading.ts';
import {escaped} from './json.ts';

/** What was tried, for people and programs: `reports/coverage.schema.json` describes it. */
export function coverageMap(record: RunRecord): string {
  const {presscheck, target, seed, effort, only, coverage} = record;
  const {operations = [], pairs, ranks, values, models} = coverage;
  const map = {
    verdict: headingOf(record).verdict,
    presscheck,
    target: target.name,
    seed,
    effort: effort.name,
    only,
    documents: target.apis.map((api) => documentOf(api, operations, record.rules)),
    ...(pairs && {
      rank1: {of: pairs.tried.length + pairs.notTried.length, ...pairs},
    }),
    ...ranks,
    values,
    models,
  };
  return `${JSON.stringify(map, null, 2).replaceAll(INVISIBLE, escaped)}\n`;
}

/** The operations of an API with the rules that passed on their responses. */
const documentOf = (
  api: Api,
  operations: readonly OperationTried[],
  rules: readonly RuleVerdict[],
): {api: Api; operations: object[]} => {
  const witnesses = witnessesByOperation(
    rules.filter(({chapter}) => chapter.startsWith(`${api}/`)),
  );
  return {
    api,
    operations: operations
      .filter((one) => one.api === api)
      .map(({api: _api, ...one}) => ({...one, passed: witnesses.get(one.operation) ?? {}})),
  };
};

/** What passed with which witness: for each operation the rules with their first witness among its responses. */
function witnessesByOperation(
  rules: readonly RuleVerdict[],
): ReadonlyMap<string, Record<string, string>> {
  const found = new Map<string, Record<string, string>>();
  for (const {rule, verdict, places} of rules) {
    if (verdict !== 'passed') continue;
    for (const {saw} of places.flatMap(({witnesses}) => witnesses)) {
      const [operation = ''] = saw.split(' ');
      const passed = found.get(operation) ?? {};
      found.set(operation, {[rule]: saw, ...passed});
    }
  }
  return found;
}
