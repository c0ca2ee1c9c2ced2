import type {Exchange} from '../../../../spec/exchange.ts';
import type {Judgement} from '../../../language/check.ts';
import {hidden} from '../../../language/judge.ts';
import {rowOf, type UserRow} from '../../user-rows.ts';

/**
 * Judges the row of an anonymized user. Where such users are listed is open (NS-ST-16): when the
 * list does not show the user, nothing is decided.
 */
export function expectAnonymizedRow(
  list: Exchange[],
  created: Exchange,
  judge: (row: UserRow) => Judgement,
): Judgement {
  const row = rowOf(list, created);
  if (row) return judge(row);
  const cut = list.find((page) => page.walkEndedBecause)?.walkEndedBecause;
  const unread = cut ? `, on the pages that were read: ${cut}` : '';
  return hidden(
    'NS-ST-16',
    'unlisted',
    `the anonymized user is not listed among the deactivated${unread}`,
  );
}
