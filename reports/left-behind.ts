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
    ...(leftInUse.length ? [`still in use: ${leftInUse.join(', ')}`] : []),
    ...hooksNotUndone.map(
      ({verb, args, problem}) =>
        `the hook ${verb} could not be undone (${verb} ${JSON.stringify(args)}): ${problem}. ` +
        'The next run on this deployment tries it again.',
    ),
  ];
}
