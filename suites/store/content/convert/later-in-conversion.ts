/** The list of what is converted, at several instants of a conversion. */

import type {Exchange} from '../../../../spec/exchange.ts';
import {checksAt, sharedScene, type Check} from '../../../language/check.ts';
import {notApplicable, judgeEach, nothing} from '../../../language/judge.ts';
import {seconds, type Handle} from '../../../language/script.ts';
import {readIssue, upload} from '../../issuing.ts';
import {STARTED, statusIn} from './conversion-steps.ts';
import {walkIssues} from '../issue-steps.ts';
import {expectListed, rowOf} from '../shown.ts';

/** Seconds from one instant to the next. */
const PAUSES = [2, 3, 10, 30] as const;

type Lists = Record<string, Handle<Exchange[]>>;

/** An issue that is read before and after each pair of lists. */
const laterInConversion = sharedScene({
  id: 'store: content is listed while it is converted',
  api: 'store',
  consecutive: true,
  onlyOnTestTargets: true,
  act: (s) => {
    const {created} = upload(s);
    const reads: Record<string, Handle> = {};
    const lists: Lists = {};
    for (const pause of PAUSES) {
      s.advance(seconds(pause));
      reads[`before ${pause}`] = readIssue(s, created);
      lists[`converting ${pause}`] = walkIssues(s, {query: 'converting'});
      lists[`deferred ${pause}`] = walkIssues(s, {query: 'deferred'});
      reads[`after ${pause}`] = readIssue(s, created);
    }
    return {created, ...reads, ...lists} as {created: Handle} & Record<string, Handle>;
  },
});

/** The checks at these instants. */
export const listedLater: Check[] = checksAt(
  laterInConversion,
  'store.content.converting-lists-what-is-converted',
  {
    'until it is done': ({created, ...seen}) => {
      const reads = seen as Record<string, Exchange>;
      const lists = seen as unknown as Record<string, Exchange[]>;
      const underWay = PAUSES.filter((pause) =>
        [reads[`before ${pause}`], reads[`after ${pause}`]].every(
          (read) => read && statusIn(read) === STARTED,
        ),
      );
      if (!underWay.length) return notApplicable('the conversion was over some seconds later');
      return judgeEach(underWay, (pause) => {
        const [converting, deferred] = [lists[`converting ${pause}`], lists[`deferred ${pause}`]];
        return rowOf(deferred ?? [], created)
          ? nothing()
          : expectListed(converting ?? [], created, 'no longer listed though it is converted');
      });
    },
  },
);
