import type {Seam} from '../../defect.ts';
import type {WorkspaceRow} from '../../workspace/access/rows.ts';
import {publicationsLeft} from '../../workspace/uploads/allowance.ts';
import {defects} from '../table.ts';
import {
  ACCOUNT,
  CURRENT,
  DOWNLOAD,
  FILES,
  ofWorkspaces,
  PUBLICATION,
  PUBLICATIONS,
  READER,
  REGISTER,
  RESERVE,
  START,
  TOOLS,
  USAGE,
} from './rows.ts';

/** Refuses an operation while the workspace is in a state. */
const refusedWhile = (
  operations: string[],
  isSo: (row: WorkspaceRow, now: number) => boolean,
): Seam =>
  ofWorkspaces.refusing(operations, 'forbidden', ({before, view}) =>
    Boolean(before && isSo(before, view.now)),
  );

const hasNoPlan = ({plan}: WorkspaceRow): boolean => plan === null;
const hasNoReader = ({reader}: WorkspaceRow): boolean => reader === 'not-configured';
const hasNoPlace = (row: WorkspaceRow, now: number): boolean => publicationsLeft(row, now) === 0;

/** The operations that are refused, with the words for the state in which they are. */
const REFUSED: Record<string, [operations: string[], state: string, isSo: typeof hasNoPlace]> = {
  'account.read-answers-200': [ACCOUNT, 'no reader is configured', hasNoReader],
  'usage.read-answers-200': [USAGE, 'the plan is unresolved', hasNoPlan],
  'tools.list-answers-200': [TOOLS, 'the plan is unresolved', hasNoPlan],
  'publications.list-answers-200': [PUBLICATIONS, 'the plan is unresolved', hasNoPlan],
  'publications.read-answers-200': [PUBLICATION, 'no place is left', hasNoPlace],
  'files.list-answers-200': [FILES, 'the plan is unresolved', hasNoPlan],
  'files.current-answers-200': [CURRENT, 'no reader is configured', hasNoReader],
  'reader.read-answers-200': [READER, 'the plan is unresolved', hasNoPlan],
  'downloads.download-answers-302': [DOWNLOAD, 'no place is left', hasNoPlace],
  'runs.start-answers-202': [START, 'no place is left', hasNoPlace],
  'uploads.reservation-answers-201': [RESERVE, 'no reader is configured', hasNoReader],
  'uploads.registration-answers-201': [REGISTER, 'no reader is configured', hasNoReader],
};

/** Defects of operations in states to which the document does not tie them (Endpoints). */
export const hookedStates = defects(
  Object.fromEntries(
    Object.entries(REFUSED).map(([rule, [operations, state, isSo]]) => [
      `workspace.${rule} @ in states that hooks make`,
      {[`it is refused while ${state}`]: refusedWhile(operations, isSo)},
    ]),
  ),
);
