import type {Exchange} from '../../../../spec/exchange.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {isCreated, isUpdated} from '../../../language/outcome.ts';
import {all, notApplicable, judgeEach, nothing} from '../../../language/judge.ts';
import type {Handle} from '../../../language/script.ts';
import {issueIn} from '../../issue-rows.ts';
import {findIssues, newIssue, readIssue, upload} from '../../issuing.ts';
import {JUDGES} from '../upload/as-given.ts';
import {update} from '../issue-steps.ts';
import {expectAsGiven, rowOf} from '../shown.ts';
import {uploadAndRead, type Shown} from '../issue-shown.ts';

/**
 * Days of publication before 1970, where many clocks begin, and the first day of 1970. A store need
 * not accept them, but it must show those that it accepts.
 */
const DAYS = ['1970-01-01', '1969-12-31', '1969-03-02', '1952-02-29', '1936-11-01', '1912-01-31'];

/** Uploads with these days, each with its reads. */
const uploads = sharedScene({
  id: 'store: uploads of what was published long ago',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const seen: Record<string, Handle> = {};
    for (const day of DAYS) {
      const body = newIssue(s, {publication_date: day});
      for (const [name, handle] of Object.entries(uploadAndRead(s, body, body.external_id)))
        seen[`${name} ${day}`] = handle;
    }
    return seen;
  },
});

/** Updates to these days, one after the other. */
const updates = sharedScene({
  id: 'store: updates of content to days of long ago',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const issue = upload(s);
    const seen: Record<string, Handle> = {created: issue.created};
    for (const day of DAYS) {
      seen[`changed ${day}`] = update(s, issue, {publication_date: day});
      seen[`read ${day}`] = readIssue(s, issue.created);
      seen[`list ${day}`] = findIssues(s, issue.body.name);
    }
    return seen;
  },
});

/** The responses about one day, by name. */
const ofDay = (seen: Record<string, Exchange>, day: string) => (name: string) =>
  seen[`${name} ${day}`] as Exchange;

/** Judges each day that was accepted. */
const judgeEachAcceptedDay = (
  isTaken: (day: string) => boolean,
  judge: (day: string) => Judgement,
): Judgement => {
  const taken = DAYS.filter(isTaken);
  return taken.length
    ? judgeEach(taken, (day) => judge(day))
    : notApplicable('no day before 1970 is accepted');
};

/** The day of an upload is shown in every response. */
const expectShown = (seen: Record<string, Exchange>, day: string): Judgement => {
  const of = ofDay(seen, day);
  const shown: Shown = {
    created: of('created'),
    read: of('read'),
    byReference: of('byReference'),
    list: of('list'),
  };
  return JUDGES['store.content.publication-is-as-given']?.(shown) ?? nothing();
};

/** An update shows its day in a read and in the list. */
const expectKept = (seen: Record<string, Exchange>, day: string): Judgement => {
  const of = ofDay(seen, day);
  const [changed, read, list] = [of('changed'), of('read'), of('list')];
  const members = ['publication_date'];
  return all(
    () => expectAsGiven('when read after an update', issueIn(read), changed, read, members),
    () => {
      const row = rowOf(list, seen['created'] as Exchange);
      return row
        ? expectAsGiven('in the list after an update', row, changed, list, members)
        : nothing();
    },
  );
};

/** Content that was published before 1970. */
export const longAgo: Check[] = [
  ...checksAt(uploads, 'store.content.publication-is-as-given', {
    'of long ago': (seen) =>
      judgeEachAcceptedDay(
        (day) => isCreated(ofDay(seen, day)('created')),
        (day) => expectShown(seen, day),
      ),
  }),
  ...checksAt(updates, 'store.content.update-is-kept', {
    'days of long ago': (seen) =>
      judgeEachAcceptedDay(
        (day) => isUpdated(ofDay(seen, day)('changed')),
        (day) => expectKept(seen, day),
      ),
  }),
];
