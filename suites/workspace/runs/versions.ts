import type {Exchange} from '../../../spec/step.ts';
import {check, checksOf, type Check, type Scene} from '../../check.ts';
import {all, column, differs, equal, holds, missing, told} from '../../judge.ts';
import type {Handle, Script} from '../../script.ts';
import {current, download, ended, files, start} from '../running.ts';
import {uploaded} from '../versions.ts';
import {failing, stateOf, succeeded, succeeding} from './states.ts';

/** What a run may have changed of a publication. */
const looks = (s: Script, made: Handle) => ({
  after: files(s, made), now: current(s, made), publication: s.call('getPublication', {path: {publication: made.at('/id')}, expects: 'publication'}),
});

/** A repair: the tool replaces the working file. */
const repair: Scene = {
  id: 'workspace: a repair',
  api: 'workspace',
  given: succeeding,
  act: (s) => {
    const {made, sent: bytes, original} = uploaded(s);
    const before = files(s, made);
    const polls = ended(s, start(s, made, 'replacing_tool', {expects: 'accepted'}));
    const {after, now, publication} = looks(s, made);
    return {
      made, bytes, original, before, polls, after, now, publication,
      repaired: download(s, now.at('/id')).bytes, kept: download(s, original.at('/id')).bytes,
    };
  },
};

interface Repair {
  [name: string]: Handle<any>;
  made: Handle;
  bytes: Handle;
  original: Handle;
  before: Handle;
  polls: Handle<Exchange[]>;
  after: Handle;
  now: Handle;
  publication: Handle;
  repaired: Handle;
  kept: Handle;
}

const ids = (list: Exchange): unknown[] => column([list], '/id');

/** File versions under runs (Resources / File version). */
export const versions: Check[] = [
  ...checksOf<Repair>(repair, {
    'workspace.runs.derived-is-listed': ({polls, before, after}) =>
      succeeded(polls, () =>
        holds(missing(ids(after), ids(before)).length > 0, {
          branch: 'derived-not-listed', expected: 'a version more than before', got: `${ids(after).length} after ${ids(before).length}`, at: after,
        }),
      ),
    'workspace.runs.replacing-moves-current': ({polls, original, before, after, now, publication}) =>
      succeeded(polls, () =>
        all(
          differs(now.body.id, original.body.id, 'still-the-original', now),
          holds(!ids(before).includes(now.body.id), {branch: 'an-older-version', expected: 'a new version', got: String(now.body.id), at: now}),
          equal(after.body.current_file_id, now.body.id, 'another-in-the-list', after),
          equal(publication.body.working_file_id, now.body.id, 'another-in-the-publication', publication),
        ),
      ),
    'workspace.runs.working-version-is-downloaded': ({polls, bytes, repaired}) =>
      succeeded(polls, () => differs(repaired.body.sha256, bytes.asked.sha256, 'the-bytes-of-the-original', repaired)),
    'workspace.runs.original-is-immutable': ({polls, made, bytes, original, after, publication, kept}) =>
      succeeded(polls, () =>
        all(
          holds(ids(after).includes(original.body.id), {branch: 'original-not-listed', expected: String(original.body.id), got: told(after), at: after}),
          equal(kept.body.sha256, bytes.asked.sha256, 'other-bytes', kept),
          equal(publication.body.original_size_bytes, made.body.original_size_bytes, 'another-size', publication),
        ),
      ),
  }),
  check({
    rule: 'workspace.runs.other-tools-keep-current',
    given: succeeding,
    act: (s) => {
      const {made, original} = uploaded(s);
      const before = files(s, made);
      const polls = ended(s, start(s, made, 'deriving_tool', {expects: 'accepted'}));
      return {original, before, polls, ...looks(s, made)};
    },
    judge: ({polls, original, before, after, now, publication}) =>
      succeeded(polls, () =>
        all(
          equal(now.body.id, original.body.id, 'another-version', now),
          equal(after.body.current_file_id, before.body.current_file_id, 'another-in-the-list', after),
          equal(publication.body.working_file_id, original.body.id, 'another-in-the-publication', publication),
        ),
      ),
  }),
  check({
    rule: 'workspace.runs.failed-run-adds-no-version',
    given: failing,
    act: (s) => {
      const {made, original} = uploaded(s);
      const before = files(s, made);
      const polls = ended(s, start(s, made, 'replacing_tool', {expects: 'accepted'}));
      return {original, before, polls, ...looks(s, made)};
    },
    judge: ({polls, original, before, after, now}) =>
      all(
        equal(stateOf(polls), 'failed', 'not-failed', polls.at(-1)),
        equal(ids(after), ids(before), 'a-version-more', after),
        equal(now.body.id, original.body.id, 'another-version', now),
      ),
  }),
];
