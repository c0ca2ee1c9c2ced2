/** Two uploads make two issues, each with its own id, members and parts (Resources / Content issue). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {isObject, toText} from '../../../../spec/json.ts';
import {sharedScene, checksOf, type Judgement, type Check} from '../../../language/check.ts';
import {concluded, expectEqual, when, all, expectThat} from '../../../language/judge.ts';
import {issueIn} from '../../issue-rows.ts';
import {upload, newIssue, readIssue} from '../../issuing.ts';

/** Two issues, one after the other, and the first once more. */
const twoIssues = sharedScene({
  id: 'store: two uploads',
  act: (s) => {
    const first = upload(s, {
      description: 'The first of two.',
      lang: 'en',
      free: true,
      prices: {USD: 9.99, EUR: 8.5},
    });
    const second = newIssue(s, {lang: 'es', free: false, prices: {USD: 1}});
    return {
      first: first.created,
      before: readIssue(s, first.created),
      second: s.call('createIssue', {body: second, expects: 'created'}),
      after: readIssue(s, first.created),
    };
  },
});

/** Members that the upload of another issue must not change. */
const STEADY = ['id', 'external_id', 'name', 'lang', 'free', 'prices', 'description'];

/** A member of an issue is as before. */
const expectUnchanged = (before: Exchange, after: Exchange, name: string): Judgement =>
  concluded(() =>
    expectEqual(
      [issueIn(after)[name]],
      [issueIn(before)[name]],
      `${name} changed`,
      after,
      `\`${name}\` of another issue`,
    ),
  );

/** The records of the prices of an issue. */
const priceRecordsIn = (created: Exchange): Record<string, unknown>[] => {
  const {price_morph: records} = issueIn(created);
  return Array.isArray(records) ? records.filter(isObject) : [];
};

/** The parts of an issue refer to that issue. */
function expectPartsToNameIssue(created: Exchange): Judgement {
  const {id, file} = issueIn(created);
  const prices = priceRecordsIn(created);
  const said: [string, unknown][] = [
    ['file.issue_id', isObject(file) ? file.issue_id : undefined],
    ...prices.map((one): [string, unknown] => ['price_morph.priceable_id', one.priceable_id]),
  ];
  const shown = said.filter(([, value]) => value !== undefined && value !== null);
  return when(shown.length > 0, 'no part of the issue names it', () =>
    all(
      ...shown.map(([name, value]) =>
        expectEqual(toText(value), toText(id), `another ${name}`, created, `\`${name}\``),
      ),
    ),
  );
}

/** Whether a record has a member that is named like a time or looks like one. */
const hasTimestamp = (record: Record<string, unknown>): boolean =>
  Object.entries(record).some(
    ([name, value]) =>
      /(_at|_on|time|timestamp|date|created|updated)$/i.test(name) ||
      /^\d{4}-\d\d-\d\d/.test(toText(value)),
  );

/** Each issue has its own id, members and parts. */
export const ownIssues: Check[] = checksOf(twoIssues, {
  'store.content.each-has-its-own-id': ({first, second}) =>
    expectThat(issueIn(first).id !== issueIn(second).id, {
      branch: 'one id of two issues',
      expected: 'the ids of two issues to differ',
      got: toText(issueIn(second).id),
      at: second,
    }),
  'store.content.upload-changes-no-other': ({before, after}) =>
    all(
      ...STEADY.filter((name) => issueIn(before)[name] !== undefined).map((name) =>
        expectUnchanged(before, after, name),
      ),
    ),
  'store.content.issue-description-names-the-issue': ({first}) => {
    const {id, issue_description: description} = issueIn(first);
    const named = isObject(description) ? description.issue_id : null;
    return when(named !== null && named !== undefined, 'there is no `issue_description`', () =>
      expectEqual(
        toText(named),
        toText(id),
        'another issue',
        first,
        '`issue_description.issue_id`',
      ),
    );
  },
  'store.content.parts-name-the-issue': ({first}) => expectPartsToNameIssue(first),
  'store.content.price-records-have-timestamps': ({first}) => {
    const shown = priceRecordsIn(first);
    return when(shown.length > 0, 'no price record is shown', () =>
      expectThat(
        shown.every((one) => hasTimestamp(one)),
        {
          branch: 'no timestamps',
          expected: 'each record of `price_morph` to have timestamps',
          got: Object.keys(shown[0] ?? {}).join(', '),
          at: first,
        },
      ),
    );
  },
});
