import {counted} from '../spec/quantity.ts';
import type {RunRecord} from '../spec/run-record.ts';
import {shortList} from './problems.ts';

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
  const where = leftInUse.length > MAX_IN_USE ? ', which report.json names' : '';
  return (
    `still in use: ${shortList(leftInUse, MAX_IN_USE)}${where}. ` +
    '`presscheck clean --config FILE` removes what can be removed.'
  );
}
