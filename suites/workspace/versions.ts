import type {Exchange} from '../../spec/step.ts';
import type {Setup} from '../check.ts';
import {at} from '../../spec/json.ts';
import {rowsAt} from '../judge.ts';
import {seconds, type Handle, type Script} from '../script.ts';
import {register, reserve} from './publishing.ts';
import {ended, files, start} from './running.ts';

/**
 * A publication of the run, with what was uploaded for it and its original, before any tool ran.
 */
export function uploaded(s: Script): {made: Handle; sent: Handle; original: Handle} {
  const reservation = reserve(s);
  const sent = s.upload(reservation, {expects: 'stored'});
  const made = register(s, reservation, {expects: 'registered'});
  return {
    made,
    sent,
    original: s.call('getCurrentPublicationFile', {
      path: {publication: made.at('/id')},
      until: {other: 404},
      expects: 'current',
    }),
  };
}

/** A publication as it was before any tool ran, and how many versions it has by now. */
export interface Versioned {
  made: Handle;
  before: Handle;
  original: Handle;
  versions: number;
}

/**
 * Tools run one after the other on a new publication; whatever becomes of them, what the API tells
 * of it has to agree.
 */
const after =
  (versions: number, ...tools: string[]) =>
  (s: Script): Versioned => {
    const {made, original} = uploaded(s);
    const before = files(s, made);
    for (const tool of tools) ended(s, start(s, made, tool, {expects: 'accepted'}));
    // Looks that lag a moment behind the run are nobody's fault.
    if (tools.length) s.advance(seconds(5));
    return {made, before, original, versions};
  };

/**
 * The working version is neither the first nor the last of three, where the target has the tools
 * for it.
 */
export const versioned: Setup<Versioned> = {
  id: 'workspace: a publication with versions',
  lasting: true,
  ways: [after(3, 'replacing_tool', 'deriving_tool'), after(2, 'replacing_tool'), after(1)],
};

/** Ids of the rows of a version list that are flagged as current. */
export const flagged = (list: Exchange): unknown[] =>
  rowsAt([list], '/data')
    .filter((row) => at(row, '/current') === true)
    .map((row) => at(row, '/id'));
