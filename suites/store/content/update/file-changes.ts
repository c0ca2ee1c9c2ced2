import {at} from '../../../../spec/json.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {isClientError} from '../../../../spec/status.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {
  all,
  expectEqual,
  expectThat,
  notApplicable,
  saw,
  summaryOf,
} from '../../../language/judge.ts';
import {isUpdated} from '../../../language/outcome.ts';
import {lastOf} from '../../../language/rows.ts';
import {issueIn, type IssueRow} from '../../issue-rows.ts';
import type {Script} from '../../../language/script.ts';
import {fileOf, findIssues, upload, type Uploaded} from '../../issuing.ts';
import {pollConversion} from '../convert/conversion-steps.ts';
import {update} from '../issue-steps.ts';
import {rowOf} from '../shown.ts';

/** A file of which responses surely show something: the members of `file` are those of an audio track. */
const uploadFile = (s: Script): Uploaded =>
  s.offers('sample:mp3_file')
    ? upload(s, {extension: 'mp3', file_url: s.sample('mp3_file')})
    : upload(s);

/** An update that names another file of another type (Content, Rules). */
const fileUpdates = sharedScene({
  id: 'store: an update names another file',
  act: (s) => {
    const issue = uploadFile(s);
    return {
      created: issue.created,
      before: pollConversion(s, issue.created),
      listBefore: findIssues(s, issue.body.name),
      updated: update(s, issue, {extension: 'pdf', file_url: fileOf(s, 'pdf')}),
      after: pollConversion(s, issue.created),
      listAfter: findIssues(s, issue.body.name),
    };
  },
});

type Seen = SeenIn<typeof fileUpdates>;

/** The update was refused, or accepted without its file (NS-ST-64). */
const expectRefusedOrIgnored = (updated: Exchange): Judgement => {
  const isTaken = isUpdated(updated);
  return all(
    saw(isTaken ? 'ignored' : 'refused'),
    expectThat(isTaken || isClientError(updated.status), {
      branch: 'another status',
      expected: 'the update to be refused, or to ignore its file',
      got: summaryOf(updated),
      at: updated,
    }),
  );
};

/** The issue as it is read and listed, before the update and after it. */
const pairsIn = ({created, before, listBefore, after, listAfter}: Seen) =>
  [
    [issueIn(lastOf(before)), issueIn(lastOf(after)), lastOf(after)],
    [rowOf(listBefore, created), rowOf(listAfter, created), listAfter],
  ] as const;

/** Members that identify the file. Its version may change with updates. */
const OF_FILE = ['/file/id', '/file/size_in_kb', '/file/duration'];

/** Members that name the type of the file. */
const OF_TYPE = ['/file_type', '/extension'];

/** Members that are shown before and after have the values that they had. */
function expectMembersKept(seen: Seen, pointers: readonly string[], what: string): Judgement {
  const parts = pairsIn(seen).flatMap(([one, other, where]) =>
    pointers
      .filter((pointer) => isShown(one, pointer) && isShown(other, pointer))
      .map((pointer) =>
        expectEqual(
          at(other, pointer),
          at(one, pointer),
          `another ${pointer.slice(1)}`,
          where,
          `\`${pointer.slice(1).replaceAll('/', '.')}\` of the issue`,
        ),
      ),
  );
  if (!parts.length) return notApplicable(`no response shows ${what}`);
  return all(expectRefusedOrIgnored(seen.updated), ...parts);
}

const isShown = (issue: IssueRow | undefined, pointer: string): boolean =>
  (at(issue, pointer) ?? undefined) !== undefined;

/** What an update cannot change. */
export const fileChanges: Check[] = checksOf(fileUpdates, {
  'store.content.file-stays': (seen) => expectMembersKept(seen, OF_FILE, 'a file'),
  'store.content.file-type-stays': (seen) => expectMembersKept(seen, OF_TYPE, 'the type of a file'),
});
