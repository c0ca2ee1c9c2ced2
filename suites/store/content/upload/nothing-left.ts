/** A refused upload creates nothing and occupies no reference, whatever the reason (Content, Rules). */

import {toText} from '../../../../spec/json.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {check, type Check, type Judgement, type Scene} from '../../../language/check.ts';
import {hasSituation, isCreated} from '../../../language/outcome.ts';
import {
  all,
  expectNone,
  expectOutcome,
  expectThat,
  notApplicable,
  nothing,
  summaryOf,
  when,
} from '../../../language/judge.ts';
import type {Script} from '../../../language/script.ts';
import {checksOfCorrected} from '../../../tables/corrected.ts';
import {changed, type Change} from '../../../tables/trials.ts';
import {issueIn, issuesIn} from '../../issue-rows.ts';
import {
  findIssues,
  isReadServed,
  newIssue,
  readByReference,
  send,
  upload,
  type IssueBody,
} from '../../issuing.ts';

const RULE = 'store.content.refused-create-makes-nothing';

/** Records the reads that would show what a refused upload made: by its reference, and by its name in the list. */
export const lookFor = (s: Script, body: IssueBody) => ({
  ...(isReadServed(s) && {read: readByReference(s, body.external_id)}),
  listed: findIssues(s, body.name),
});

/** The reads that `lookFor` records. */
export type Looked = {read?: Exchange; listed: Exchange};

/** No list shows what a refused upload named. */
const expectNotListed = (refusal: Exchange, list: Exchange): Judgement =>
  expectNone(
    issuesIn(list).filter(({name}) => name === refusal.requestBody?.name),
    'content of the refused upload',
    'a refused upload is listed',
    list,
  );

/** Neither a read nor a list shows what a refused upload named. */
export const expectNothingMade = (refusal: Exchange, {read, listed}: Looked): Judgement =>
  when(refusal.status >= 400, 'the upload was accepted', () =>
    all(
      read
        ? expectThat(read.status >= 400, {
            branch: 'a refused upload can be read',
            expected: 'no content with the reference of a refused upload',
            got: summaryOf(read),
            at: read,
          })
        : nothing(),
      () => expectNotListed(refusal, listed),
    ),
  );

/** What is wrong with an upload, each with its own rule. */
const WRONG: Record<string, (s: Script) => Change> = {
  'a cover that is a gif': () => ({'/cover': 'https://files.presscheck.example/cover.gif'}),
  'an unknown collection': (s) => ({'/collection': [s.fresh('text')]}),
  'no language': () => ({'/lang': '12'}),
  'another extension': () => ({'/extension': 'docx'}),
  'no URL': () => ({'/file_url': 'no url'}),
  'no day': () => ({'/publication_date': '2024-02-30'}),
};

/** Members that every upload of a file has (Content, Upload body). */
const NEEDED = ['publication_date', 'name', 'extension', 'file_url'];

const withoutFile = (): Change => ({'/extension': undefined, '/file_url': undefined});

/** Everything for which an upload is refused. */
const CAUSES: typeof WRONG = {
  ...Object.fromEntries(NEEDED.map((name) => [`no ${name}`, () => ({[`/${name}`]: undefined})])),
  'no file at all': withoutFile,
  ...WRONG,
};

/** The check that a wrong upload creates nothing. */
const checkOfNothingMade = (
  place: string,
  wrong: (s: Script) => Change,
  on: Pick<Scene, 'onlyOnTestTargets'> = {},
): Check =>
  check({
    rule: RULE,
    place,
    scene: `store: an upload ${place}`,
    ...on,
    act: (s) => {
      const body = newIssue(s);
      return {sent: send(s, changed(body, wrong(s))), ...lookFor(s, body)};
    },
    judge: ({sent, ...looked}) =>
      // Another rule requires that it is refused.
      sent.status < 400
        ? notApplicable('the upload was accepted')
        : expectNothingMade(sent, looked as Looked),
  });

/** An upload with a reference that another issue has: neither is it made, nor does it replace the other. */
const takenReference = check({
  rule: RULE,
  place: 'with a taken external_id',
  act: (s) => {
    const first = upload(s);
    const again = newIssue(s, {external_id: first.body.external_id});
    const sent = send(s, again);
    const kept = readByReference(s, again.external_id);
    return {first: first.created, sent, kept, listed: findIssues(s, again.name)};
  },
  judge: ({first, sent, kept, listed}) =>
    all(
      () => expectNothingMade(sent, {listed}),
      () =>
        expectThat(issueIn(kept).name === issueIn(first).name, {
          branch: 'a refused upload replaced the first',
          expected: 'the reference to find the first content',
          got: toText(issueIn(kept).name),
          at: kept,
        }),
    ),
});

/** The effects of refused uploads, and empty lists. */
export const nothingLeft: Check[] = [
  takenReference,
  checkOfNothingMade('without its file', withoutFile),
  ...Object.entries(WRONG).map(([cause, wrong]) =>
    checkOfNothingMade(`with ${cause}`, wrong, {onlyOnTestTargets: true}),
  ),
  ...checksOfCorrected({
    scene: 'store: uploads that are refused and then corrected',
    rule: RULE,
    place: 'and takes no reference',
    begin: (s) => ({control: send(s, newIssue(s))}),
    send,
    bodies: (s) => ({right: newIssue(s)}),
    causes: Object.fromEntries(
      Object.entries(CAUSES).map(([cause, wrong]) => [`refused after ${cause}`, wrong]),
    ),
    isSentTwice: true,
    isRefused: hasSituation('invalid'),
  }),
  check({
    rule: 'store.content.taxonomy-is-accepted',
    place: 'no terms',
    scene: 'store: an upload with empty lists of terms',
    onlyOnTestTargets: true,
    // Lists of terms may be empty: an empty list is an array of texts, too (Content, Upload body).
    act: (s) => {
      const none = {author: [], country: [], category: [], publisher: [], keyword: []};
      return {plain: send(s, newIssue(s)), empty: send(s, newIssue(s, none))};
    },
    judge: ({plain, empty}) =>
      when(isCreated(plain), 'an upload without terms was not accepted', () =>
        expectOutcome(empty, 'created', 'empty lists refused'),
      ),
  }),
];
