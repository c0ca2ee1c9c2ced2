import {rulesBlockedOnlyBy} from '../spec/blocked-rules.ts';
import type {RuleVerdict, RunRecord} from '../spec/run-record.ts';
import {VERDICT_WORDS} from './verdict-words.ts';

type Exception = RunRecord['expected'][number];

/** Ids of the rules whose verdict the configuration accepts. */
const rulesOfRows = ({expected}: RunRecord): ReadonlySet<string> =>
  new Set(expected.filter(({state}) => state === 'met').map(({rule}) => rule));

/** The rules that an accepted failure alone leaves undecided. They are accepted with it. */
export const acceptedWithOthers = (record: RunRecord): RuleVerdict[] =>
  rulesBlockedOnlyBy(rulesOfRows(record), record.rules);

/** Ids of the rules whose verdict is accepted, by a row of the configuration or with another rule. */
export const acceptedRules = (record: RunRecord): ReadonlySet<string> =>
  new Set([...rulesOfRows(record), ...acceptedWithOthers(record).map(({rule}) => rule)]);

/**
 * Describes an entry of `expected` in a sentence: what is accepted, until when and why, or why it is no longer
 * accepted.
 */
export function exceptionText(row: Exception, rules: readonly RuleVerdict[]): string {
  const {verdict, until, reason, state} = row;
  const words = VERDICT_WORDS[verdict];
  const found = rules.find(({rule}) => rule === row.rule);
  const now = found ? VERDICT_WORDS[found.verdict] : 'not decided';
  if (verdict === 'failed' && found?.level === 'observed')
    return `the document only implies this rule, so that it never fails (now ${now}); remove the row`;
  if (state === 'met') return `${words}, accepted until ${until}: ${reason}`;
  if (state === 'expired')
    return `the row has expired: it accepted "${words}" until ${until} (${reason}); now ${now}`;
  return `the row is stale: it accepts "${words}" until ${until} (${reason}), but now ${now}; remove it`;
}
