/** A body in which characters are written as escapes means the same as one without (Rule 3: JSON). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectEqual, expectOutcome, when} from '../../../language/judge.ts';
import {type Args, type Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {newUser} from '../../people.ts';

/** Characters that JSON may write as escapes: a slash, one beyond ASCII and one beyond 16 bits. */
const ODD = '/ñ📚';

/** Records the creation of a user whose external_id has such characters. */
const createOdd = (s: Script, args: Args = {}) => {
  const body = newUser(s);
  return s.call('createUser', {...args, body: {...body, external_id: text(body.external_id, ODD)}});
};

const isShown = ({body, requestBody}: Exchange): boolean =>
  body?.data?.external_id === requestBody?.external_id;

/** What was written with escapes is created, and shown as it was meant. */
const expectTaken = (created: Exchange): Judgement =>
  all(expectOutcome(created, 'created', 'refused-with-escapes'), () =>
    expectEqual(
      created.body?.data?.external_id,
      created.requestBody?.external_id,
      'another-external_id-with-escapes',
      created,
      '`external_id` of the user',
    ),
  );

/** The check of a creation whose body is written with escapes. */
export const writtenWithEscapes: Check[] = [
  check({
    rule: 'store.users.created-is-as-given',
    place: 'written with escapes',
    onlyOnTestTargets: true,
    act: (s) => ({plain: createOdd(s), escaped: createOdd(s, {escaped: true})}),
    judge: ({plain, escaped}) =>
      when(isShown(plain), 'such an external_id is not kept without escapes either', () =>
        expectTaken(escaped),
      ),
  }),
];
