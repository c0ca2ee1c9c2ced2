/** A plan whose texts are written as escapes is the same plan (Rule 3: JSON). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {check, type Check} from '../../../language/check.ts';
import {all, expectOutcome, when} from '../../../language/judge.ts';
import {type Args, type Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {find, newPlan} from '../plan-steps.ts';
import {expectShown, nameIn, expectRowAsGiven, rowsNamed} from '../plan-rows.ts';

/** Records a plan of which the name and the description have characters beyond ASCII. */
const createOdd = (s: Script, args: Args = {}) => {
  const name = text('Año 📚 ', s.fresh('text'));
  const body = newPlan(s, {name, details: '<p>De enero a diciembre: 12 €, 📚.</p>'});
  return {created: s.call('createPlan', {...args, body}), name};
};

/** Whether the list shows the plan of a creation by its name. */
const isShown = (list: Exchange, created: Exchange): boolean =>
  rowsNamed(list, nameIn(created)).length > 0;

/** The check of a plan whose body is written with escapes. */
export const writtenWithEscapes: Check[] = [
  check({
    rule: 'store.plans.created-is-as-given',
    place: 'written with escapes',
    onlyOnTestTargets: true,
    act: (s) => {
      const [plain, escaped] = [createOdd(s), createOdd(s, {escaped: true})];
      return {
        plain: plain.created,
        escaped: escaped.created,
        plainList: find(s, plain.name),
        list: find(s, escaped.name),
      };
    },
    judge: ({plain, plainList, escaped, list}) =>
      when(isShown(plainList, plain), 'such a name is not found without escapes either', () =>
        all(
          expectOutcome(escaped, 'created', 'refused-with-escapes'),
          () => expectShown(list, escaped, 'not-found-by-its-name-with-escapes'),
          () => expectRowAsGiven(list, escaped, escaped.requestBody),
        ),
      ),
  }),
];
