/** Recorded sessions show who read what (Resources / Reading session). */

import type {Exchange} from '../../../spec/exchange.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../language/check.ts';
import {all, expectEqual, expectThat, nothing, when} from '../../language/judge.ts';
import type {Script} from '../../language/script.ts';
import {createUser} from '../people.ts';
import {issueOf, listUntilShown, otherIssueOf, readBy} from './reading-steps.ts';
import {
  argumentOf,
  whenRowShown,
  expectNoneLost,
  expectNoneTwice,
  expectRowMember,
  uuidIn,
  type SessionRow,
} from './session-rows.ts';
import {toText} from '../../../spec/json.ts';
import {readByReference} from '../issuing.ts';
import {issueIn} from '../issue-rows.ts';

/** Sessions of a user with two titles, and parallel sessions of two users. */
const twoReaders = sharedScene({
  id: 'store: reading sessions of two users',
  act: (s: Script) => {
    const [one, other] = [createUser(s).created, createUser(s).created];
    const [issue, otherIssue] = [issueOf(s), otherIssueOf(s)];
    const first = readBy(s, one, issue);
    const again = readBy(s, one, issue);
    const beside = readBy(s, other, issue);
    const elsewhere = readBy(s, one, otherIssue);
    return {
      one,
      other,
      first,
      again,
      beside,
      elsewhere,
      title: readByReference(s, issue),
      otherTitle: readByReference(s, otherIssue),
      ofOne: listUntilShown(s, one, elsewhere),
      ofOther: listUntilShown(s, other, beside),
    };
  },
});

/**
 * A session shows its user; the name is only compared if the creation of the user showed it
 * (NS-ST-02).
 */
function expectUserShown(list: Exchange, session: Exchange, created: Exchange): Judgement {
  const {id, email, external_id: externalId, name} = created.body.data as SessionRow;
  return all(
    expectRowMember(list, session, 'user_id', id),
    expectRowMember(list, session, 'user_email', email),
    expectRowMember(list, session, 'user_external_id', externalId),
    typeof name === 'string' ? expectRowMember(list, session, 'user_name', name) : nothing(),
  );
}

/** Two sessions show the same content. */
const expectSameIssue = (
  [list, session]: [Exchange, Exchange],
  [otherList, other]: [Exchange, Exchange],
): Judgement =>
  whenRowShown(list, session, (row) =>
    all(
      expectRowMember(
        otherList,
        other,
        'issue_id',
        row.issue_id,
        'another issue_id for one content',
      ),
      expectRowMember(
        otherList,
        other,
        'issue_external_id',
        row.issue_external_id,
        'another issue_external_id for one content',
      ),
    ),
  );

/** Two sessions of two contents show two ids. */
const expectDifferentIssues = (list: Exchange, session: Exchange, other: Exchange): Judgement =>
  whenRowShown(list, session, (row) =>
    whenRowShown(list, other, (otherRow) =>
      expectThat(row.issue_id !== otherRow.issue_id, {
        branch: 'one issue_id for two contents',
        expected: 'sessions of two contents to show two values of `issue_id`',
        got: 'the same value',
        at: list,
      }),
    ),
  );

/**
 * The session shows the content that the hook named. Orders may name it by a text: its external id, or its
 * number (NS-ST-34). Where no session shows external ids, its number is that of the content.
 * @param content the content, read by that name
 */
function expectOrderedIssue(list: Exchange, session: Exchange, content: Exchange): Judgement {
  const named = toText(argumentOf(session, 'issue'));
  return whenRowShown(list, session, (row) => {
    const needsNumber = row.issue_external_id === null && !isNumber(named);
    const isReadable = content.situations.includes('issue');
    const reason = 'the session shows no external id, and the content cannot be read';
    return when(!needsNumber || isReadable, reason, () => {
      const name = needsNumber ? toText(issueIn(content).id) : named;
      return expectThat([row.issue_id, row.issue_external_id].map(String).includes(name), {
        branch: 'another content',
        expected: `\`issue_id\` or \`issue_external_id\` to be ${name}`,
        got: `${toText(row.issue_id)} and ${toText(row.issue_external_id)}`,
        at: list,
      });
    });
  });
}

const isNumber = (name: string): boolean => /^\d+$/.test(name);

/** The checks of sessions of two users. */
export const recorded: Check[] = [
  ...checksOf(twoReaders, {
    'store.reading.uuid-is-unique': ({first, again, beside, elsewhere, ofOne, ofOther}) =>
      all(
        expectNoneTwice(ofOne, 'two sessions with one uuid'),
        expectNoneTwice(ofOther, 'two sessions with one uuid'),
        () =>
          expectNoneLost(
            [ofOne, ofOther],
            [first, again, beside, elsewhere].map(uuidIn),
            'a session without its own uuid',
          ),
        expectEqual(
          new Set([first, again, beside, elsewhere].map(uuidIn)).size,
          4,
          'one uuid for several sessions',
          ofOne,
          'the number of different values of `uuid`',
        ),
      ),
    'store.reading.shows-what-was-read': ({first, again, beside, elsewhere, ...seen}) =>
      all(
        expectSameIssue([seen.ofOne, first], [seen.ofOne, again]),
        expectSameIssue([seen.ofOne, first], [seen.ofOther, beside]),
        expectDifferentIssues(seen.ofOne, first, elsewhere),
        expectOrderedIssue(seen.ofOne, first, seen.title),
        expectOrderedIssue(seen.ofOne, elsewhere, seen.otherTitle),
      ),
    'store.reading.shows-who-read': ({one, other, first, again, elsewhere, beside, ...seen}) =>
      all(
        expectUserShown(seen.ofOne, first, one),
        () => expectUserShown(seen.ofOne, again, one),
        () => expectUserShown(seen.ofOne, elsewhere, one),
        () => expectUserShown(seen.ofOther, beside, other),
      ),
  }),
];
