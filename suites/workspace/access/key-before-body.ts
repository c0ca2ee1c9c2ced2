import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Check} from '../../language/check.ts';
import {inGroups} from '../../language/groups.ts';
import {expectOutcomes, sendAll, type Requests} from '../../language/requests.ts';
import type {Script} from '../../language/script.ts';
import {reserve} from '../publishing.ts';

/** The operations that read a body, each with bodies that it does not accept. */
const requestsIn = (s: Script): Requests => {
  const path = {publication: reserve(s).at('/publication_id')};
  const writes = {createUpload: {}, createPublication: {}, startRun: {path}};
  // A server may refuse what is no JSON before it looks at anything else.
  return Object.fromEntries(
    Object.entries(writes).flatMap(([op, args]) => [
      [`${op} with a list`, [op, {...args, raw: '[]'}]],
      [`${op} with an empty object`, [op, {...args, body: {}}]],
    ]),
  );
};

/** A request with a missing or wrong key is answered 401, whatever its JSON is (Authentication 5). */
export const keyBeforeBody: Check[] = [
  check({
    rule: 'workspace.access.missing-key-comes-first',
    place: 'any body',
    onlyOnTestTargets: true,
    act: (s) => {
      const requests = requestsIn(s);
      return inGroups({
        nobody: sendAll(s, requests, {as: 'nobody'}),
        'unknown-credential': sendAll(s, requests, {as: 'unknown-credential'}),
      });
    },
    judge: (seen) =>
      expectOutcomes(seen as Record<string, Exchange>, 'unauthenticated', 'the body comes first'),
  }),
];
