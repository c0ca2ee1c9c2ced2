/** Updates of physical books: they have the members of the upload, without a file (Content, Rules). */

import {check, type Check} from '../../../language/check.ts';
import {expectThat, summaryOf} from '../../../language/judge.ts';
import {isUpdated} from '../../../language/outcome.ts';
import {newBook, pathOf, send} from '../../issuing.ts';
import {updateOf} from '../issue-steps.ts';
import {physicalOn, whenBookAccepted} from '../upload/physical.ts';

/** A book is updated with the members of its upload, of which its `type` may be one that cannot be changed. */
export const booksUpdated: Check[] = [
  check({
    rule: 'store.content.update-answers-204',
    place: 'of a physical book',
    onlyOnTestTargets: true,
    given: physicalOn,
    act: (s, {switched}) => {
      const body = newBook(s, {pages: 120, lang: 'es'});
      const book = send(s, body);
      const update = (members: typeof body) =>
        s.call('updateIssue', {
          path: pathOf(book),
          body: updateOf(s, members, {name: s.fresh('title')}),
        });
      const {type: _type, ...withoutType} = body;
      return {
        ...(switched && {switched}),
        book,
        whole: update(body),
        withoutType: update(withoutType),
      };
    },
    judge: ({book, whole, withoutType, ...seen}) =>
      whenBookAccepted(book, seen, () =>
        expectThat([whole, withoutType].some(isUpdated), {
          branch: 'no update of a book is accepted',
          expected: 'an update with the members of the upload to be accepted',
          got: summaryOf(whole),
          at: whole,
        }),
      ),
  }),
];
