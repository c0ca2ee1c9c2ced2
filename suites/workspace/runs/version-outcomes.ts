/** What the document allows for file versions (Resources / File version). */

import {among} from '../../../spec/allowed-outcomes.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {
  runsOf,
  withPublication,
  type Publication,
  type WorkspaceState,
  type Outcomes,
} from './workspace-state.ts';
import {toText} from '../../../spec/json.ts';

/**
 * The numbers of repairs of a publication that may have succeeded by now, and that have certainly
 * succeeded.
 */
const repairs = (state: WorkspaceState, of: number): {possible: number; sure: number} => {
  const all = runsOf(state, of).filter((run) => run.repairs);
  return {
    possible: all.filter((run) => run.state === 'open' || run.state === 'succeeded').length,
    sure: all.filter((run) => run.state === 'succeeded').length,
  };
};

/** Whether a version can be the working one. */
function mayBeWorking(
  state: WorkspaceState,
  on: number,
  {original}: Publication,
  id: unknown,
): boolean {
  const {possible, sure} = repairs(state, on);
  if (original === undefined) return typeof id === 'string';
  if (possible === 0) return id === original;
  return sure === 0 || id !== original;
}

/** Without a possible repair, the working version of a publication is its original. */
const knowing = (
  state: WorkspaceState,
  on: number,
  publication: Publication,
  id: unknown,
): Publication =>
  publication.original === undefined && typeof id === 'string' && repairs(state, on).possible === 0
    ? {...publication, original: id}
    : publication;

/** The version list: every earlier version is there, exactly one is current. */
export function listing(state: WorkspaceState, on: number, publication: Publication): Outcomes {
  const {sure} = repairs(state, on);
  const fits = (responses: Exchange[]): boolean =>
    responses.some(({situations, body}) => {
      const rows = (body?.data ?? []) as {id: string; current: boolean}[];
      const ids = rows.map(({id}) => id);
      const [current, ...others] = rows.filter((row) => row.current);
      return (
        situations.includes('files') &&
        publication.versions.every((id) => ids.includes(id)) &&
        current !== undefined &&
        others.length === 0 &&
        current.id === body.current_file_id &&
        mayBeWorking(state, on, publication, body.current_file_id) &&
        rows.length > sure
      );
    });
  return [
    {
      expected: 'files: every earlier version, exactly one current',
      fits,
      next: ([response]) =>
        response
          ? withPublication(state, on, {
              ...knowing(state, on, publication, response.body.current_file_id),
              versions: (response.body.data as {id: string}[]).map(({id}) => id),
            })
          : state,
    },
  ];
}

/** Describes the expected working version in reports, as far as the repairs determine it. */
function expectedWorking(state: WorkspaceState, on: number): string {
  const {possible, sure} = repairs(state, on);
  if (possible === 0) return 'current, the original';
  return sure ? 'current, a derived version' : 'current';
}

/** The working version. */
export function working(state: WorkspaceState, on: number, publication: Publication): Outcomes {
  return [
    {
      expected: expectedWorking(state, on),
      fits: (responses) =>
        among('current')(responses) &&
        responses.some(({body}) => mayBeWorking(state, on, publication, body.id)),
      next: ([response]) =>
        withPublication(state, on, knowing(state, on, publication, response?.body.id)),
    },
  ];
}

/** A download of the original: its bytes never change. */
export function downloading(state: WorkspaceState, on: number, publication: Publication): Outcomes {
  const {bytes} = publication;
  return [
    {
      expected: bytes === undefined ? 'fetched' : 'fetched, the same bytes as before',
      fits: (responses) =>
        among('fetched')(responses) &&
        responses.some(({body}) => bytes === undefined || body.sha256 === bytes),
      next: ([response]) =>
        withPublication(state, on, {
          ...publication,
          bytes: toText(response?.body.sha256 ?? bytes ?? ''),
        }),
    },
  ];
}
