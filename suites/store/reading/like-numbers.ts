/** External ids that look like something else are texts where sessions repeat them (Resources / Reading session). */

import type {Exchange} from '../../../spec/exchange.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Handles,
  type Judgement,
} from '../../language/check.ts';
import {groupIn, inGroups} from '../../language/groups.ts';
import {expectThat, judgeEach, nothing} from '../../language/judge.ts';
import type {Script} from '../../language/script.ts';
import {VALUE_CLASSES} from '../../values/value-classes.ts';
import {upload} from '../issuing.ts';
import {createUser} from '../people.ts';
import {listReading, ofUser, readBy} from './reading-steps.ts';
import {rowOf} from './session-rows.ts';

/** The classes of ids that a careless service takes for numbers, or for ids of its own. */
const CLASSES = [
  'digits of an ISBN',
  'digits with leading zeros',
  'digits beyond 2^53',
  'a number with an exponent',
  'a UUID',
] as const satisfies (keyof (typeof VALUE_CLASSES)['content-id'])[];

/** The classes that ids of users have, too. */
const OF_USERS = CLASSES.filter((valueClass) => valueClass in VALUE_CLASSES['external-id']);

/** Records that a user reads content, both with external ids of a class. */
function readOfClass(s: Script, valueClass: string) {
  const ofUsers = valueClass in VALUE_CLASSES['external-id'] ? {valueClass} : {};
  const {created: user} = createUser(s, {external_id: {...s.fresh('external-id'), ...ofUsers}});
  const {created: issue, body} = upload(s, {external_id: {...s.fresh('content-id'), valueClass}});
  // The hook is given the id by which orders name content.
  return {user, issue, session: readBy(s, user, body.external_id)};
}

/** A session of a user with content for each class. */
const ofEachClass = sharedScene({
  id: 'store: reading sessions of users and content whose external ids look like something else',
  onlyOnTestTargets: true,
  act: (s): Handles => {
    const read = CLASSES.map((valueClass) => [valueClass, readOfClass(s, valueClass)] as const);
    const groups = read.map(([valueClass, {user, issue, session}]) => [
      valueClass,
      {user, issue, session, list: listReading(s, ofUser(user))},
    ]);
    return inGroups(Object.fromEntries(groups) as Parameters<typeof inGroups>[0]);
  },
});

type Names = 'user' | 'issue' | 'session' | 'list';

/** A member of each session is the external id of a request, or null; a session that is not listed is another rule's. */
const expectText =
  (member: string, given: 'user' | 'issue') =>
  (seen: object): Judgement =>
    judgeEach(given === 'user' ? OF_USERS : CLASSES, (valueClass) => {
      const of = groupIn<Names, Exchange>(seen, valueClass);
      const shown: unknown = rowOf(of.list, of.session)?.[member] ?? null;
      const sent: unknown = of[given].requestBody?.external_id;
      if (shown === null) return nothing();
      return expectThat(shown === sent, {
        branch: `another ${member}: ${valueClass}`,
        expected: `\`${member}\` to be ${JSON.stringify(sent)}`,
        got: JSON.stringify(shown),
        at: of.list,
      });
    });

/** The checks of such external ids. */
export const likeNumbers: Check[] = checksOf(ofEachClass, {
  'store.reading.shows-what-was-read @ external ids that look like something else': expectText(
    'issue_external_id',
    'issue',
  ),
  'store.reading.shows-who-read @ external ids that look like something else': expectText(
    'user_external_id',
    'user',
  ),
});
