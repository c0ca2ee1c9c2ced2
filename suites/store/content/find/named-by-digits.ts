/** Content whose external_id is an ISBN, and content that waits in another store. */

import {checksOf, check, sharedScene, type Check} from '../../../language/check.ts';
import {expectNone, notApplicable} from '../../../language/judge.ts';
import {issueIn, issuesIn} from '../../issue-rows.ts';
import {issueIdOf, readByReference, upload} from '../../issuing.ts';
import {walkIssues} from '../issue-steps.ts';
import {expectRead} from '../shown.ts';

/** Content that waits for its conversion, and what another store lists meanwhile. */
const waitingElsewhere = sharedScene({
  id: 'store: content of another store waits for its conversion',
  onlyOnTestTargets: true,
  act: (s) => {
    const {created} = upload(s);
    s.control('defer-conversion', {role: 'admin', issue: issueIdOf(created)});
    return {
      created,
      own: walkIssues(s, {query: 'deferred'}),
      foreign: walkIssues(s, {query: 'deferred'}, 'second-store'),
    };
  },
});

/** The checks of these contents. */
export const namedByDigits: Check[] = [
  check({
    rule: 'store.content.reference-finds-the-issue',
    place: 'an ISBN',
    onlyOnTestTargets: true,
    act: (s) => {
      const isbn = {...s.fresh('content-id'), valueClass: 'digits of an ISBN'};
      const {created, body} = upload(s, {external_id: isbn});
      return {created, read: readByReference(s, body.external_id)};
    },
    // The id of an issue has fewer digits, so that only the reference can be meant.
    judge: ({created, read}) => expectRead(read, created, 'not found by its ISBN'),
  }),
  ...checksOf(waitingElsewhere, {
    'store.access.list-shows-own-only @ content that waits': ({created, own, foreign}) => {
      const {name} = issueIn(created);
      const isOfName = (row: {name?: unknown}): boolean => row.name === name;
      return issuesIn(own).some(isOfName)
        ? expectNone(
            issuesIn(foreign).filter(isOfName),
            'issue of another store',
            'foreign-listed: deferred',
            foreign[0],
          )
        : notApplicable('the content does not wait for its conversion');
    },
  }),
];
