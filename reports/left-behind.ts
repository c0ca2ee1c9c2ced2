import {counted} from '../spec/quantity.ts';
import type {RunRecord} from '../spec/run-record.ts';

/**
 * Describes what a run left on a deployment: what it created, and what hooks changed and could not restore. Nothing
 * remains of a run on the mock, because its worlds are deleted.
 */
export function leftBehind(record: RunRecord): string[] {
  const {residue, leftInUse = [], hooksNotUndone = [], target} = record;
  const kinds = Object.entries(residue).map(([kind, count]) => counted(count, kind));
  return [
    ...(target.kind === 'deployment' ? kinds : []),
    ...(leftInUse.length ? [inUseText(leftInUse)] : []),
    ...hooksNotUndone.map(
      ({verb, args, problem}) =>
        `the hook ${verb} could not be undone (${verb} ${JSON.stringify(args)}): ${problem}. ` +
        'The next run on this deployment tries it again.',
    ),
  ];
}

/** The maximum number of things in use that are named. */
const MAX_IN_USE = 10;

function inUseText(leftInUse: readonly string[]): string {
  const more = leftInUse.length - MAX_IN_USE;
  const rest = more > 0 ? ` and ${more} more, which report.json names` : '';
  return `still in use: ${leftInUse.slice(0, MAX_IN_USE).join(', ')}${rest}`;
}
