import {quantity} from '../spec/quantity.ts';
import type {Coverage, RoundsPlayed, RunRecord} from '../spec/run-record.ts';

/** Sentences about what the effort of a run means for the reader; none for a standard run. */
export function effortLines(record: RunRecord): string[] {
  const {deep} = record.effort;
  return [...leftOutLines(record), ...(deep ? [deepText(deep)] : [])];
}

/** The rules that quick effort left out, by reason, the most frequent reason first. */
export function leftOutGroups({effort}: RunRecord): {reason: string; rules: string[]}[] {
  const reasons = new Map<string, string[]>();
  for (const {rule, reason} of effort.leftOut ?? [])
    reasons.set(reason, [...(reasons.get(reason) ?? []), rule]);
  return [...reasons]
    .map(([reason, rules]) => ({reason, rules}))
    .sort((one, other) => other.rules.length - one.rules.length);
}

/** How many rules quick effort left out, by reason; `report.json` names them (`effort.leftOut`). */
function leftOutLines(record: RunRecord): string[] {
  const groups = leftOutGroups(record);
  const count = groups.reduce((total, {rules}) => total + rules.length, 0);
  if (!count) return [];
  return [
    `Quick effort leaves out ${quantity(count, 'rule')}; standard effort decides them:`,
    ...groups.map(({reason, rules}) => `${reason}: ${quantity(rules.length, 'rule')}`),
  ];
}

const ENDS: Record<RoundsPlayed['ended'], string> = {
  'nothing new': 'nothing new was covered',
  requests: 'the request limit was reached',
  time: 'the time was up',
  interrupted: 'the run was interrupted',
  'a finding': 'something was found',
};

function deepText({rounds, maxRequests, seconds, ended}: RoundsPlayed): string {
  const played =
    `Deep effort: ${quantity(rounds, 'round')} of further sequences and generated values, until ` +
    `${ENDS[ended]}; at most ${quantity(maxRequests, 'request')}`;
  if (seconds === undefined) return `${played}.`;
  return (
    `${played} in ${quantity(seconds, 'second')}. How much a run sends in a given time ` +
    'varies: another run with this seed may send more or less.'
  );
}

/** How many classes of generated values were sent; undefined when there are none. */
export function valuesText({coverage}: RunRecord): string | undefined {
  const sent = coverage.values.reduce((total, one) => total + one.sent.length, 0);
  const all = coverage.values.reduce((total, {notSent}) => total + notSent.length, sent);
  if (!all) return undefined;
  const noted = normalizedText(coverage);
  const where = sent < all ? '; report.json names the others (coverage.values)' : '';
  const counts = `${sent} of ${all} classes of generated values sent${where}.`;
  return [counts, ...(noted ? [noted] : [])].join(' ');
}

/** The members whose texts were returned in another form; undefined when there are none. */
export function normalizedText({normalized = []}: Coverage): string | undefined {
  if (!normalized.length) return undefined;
  const members = normalized.map(({of, by}) => `${of} (${by.join(', ')})`);
  return `Observed, not a failure: texts are returned in another form: ${members.join('; ')}.`;
}

/** One line for each model: what its sequences covered. */
export const modelLines = ({coverage}: RunRecord): string[] =>
  coverage.models.map(
    ({rule, sequences, situations, withClasses}) =>
      `${rule}: ${quantity(sequences, 'sequence')}, ${quantity(situations, 'command')} in different ` +
      `states, ${withClasses} with different classes of values`,
  );
