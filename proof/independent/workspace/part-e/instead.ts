import type {Context} from '../context.ts';
import {Refusal, type Answer} from '../http.ts';
import {judgeUse} from './cursors.ts';

/** What is done in place of an operation; undefined: the operation. */
export type Instead = (c: Context) => Answer | undefined;

function accountOfNoPlan(c: Context): undefined {
  if (!c.space.unresolved) return;
  throw new Refusal(503, 'plan_unavailable', 'The plan cannot be told at present.');
}

/** Takes the last part of the path as the id of a file. */
function fileNamedCurrent(c: Context): undefined {
  const found = c.w.publications.get(c.params['publication'] ?? '');
  if (found?.space !== c.space.id) return;
  throw new Refusal(404, 'file_not_found', 'There is no such file.', {file: 'current'});
}

/** What a faulty server of part E does in place of an operation. */
export const INSTEAD_E: readonly (readonly [string, string, Instead])[] = [
  ['account-fails-when-unresolved', 'account', accountOfNoPlan],
  ['current-taken-as-file-id', 'current', fileNamedCurrent],
  ['list-cursor-once', 'list', judgeUse],
];
