/** For a resource: requests without a valid token are refused and change nothing (Authentication 1 and 3). */

import type {Exchange} from '../../spec/exchange.ts';
import type {RuleId} from '../../spec/rule.ts';
import {isSuccessStatus} from '../../spec/status.ts';
import {checksOf, sharedScene, type Check, type Judgement, type Scene} from '../language/check.ts';
import {all, nothing, when} from '../language/judge.ts';
import {allIn, groupIn, inGroups} from '../language/groups.ts';
import {expectOutcomes, sendAll, type Requests} from '../language/requests.ts';
import type {Resource} from './resource.ts';
import {expectHidden} from './tenants.ts';

/** The requests of a group are refused for want of a valid token. */
const expectRefused = (seen: object, branch: string): Judgement =>
  expectOutcomes(groupIn(seen, 'refused'), 'unauthenticated', branch);

/** The check that writes without a token are refused and change nothing. @param rule or `rule @ place` */
export const keptFromNobody = <M extends string, S extends string>(
  {kind, make, rowsIn, expectAsBefore}: Resource<M, S>,
  rule: RuleId,
  options: Pick<Scene, 'onlyOnTestTargets'> = {},
): Check[] => {
  const scene = sharedScene({
    id: `store: ${kind}s without a token`,
    ...options,
    act: (s) => {
      const {made, shown, writes, another, elsewhere} = make(s);
      const before = sendAll(s, shown);
      const creation: Requests = another ? {creation: another.creation} : {};
      return inGroups({
        made,
        before,
        refused: sendAll(s, {...creation, ...writes, ...elsewhere}, {as: 'nobody'}),
        found: another ? sendAll(s, {creation: another.found}) : {},
        after: sendAll(s, shown),
      });
    },
  });
  const expectNotMade = (found: Exchange, refused: Exchange): Judgement =>
    expectHidden(kind, [found], (pages) => rowsIn(pages, [refused]), 'made without a token');
  return checksOf(scene, {
    [rule]: (seen) => {
      const {creation: found} = groupIn(seen, 'found');
      const {creation} = groupIn(seen, 'refused');
      return all(
        expectRefused(seen, 'not refused'),
        () => (found && creation ? expectNotMade(found, creation) : nothing()),
        () =>
          expectAsBefore(
            groupIn<S>(seen, 'before'),
            groupIn<S>(seen, 'after'),
            groupIn<M>(seen, 'made'),
          ),
      );
    },
  });
};

/** The verbs that end the validity of a token, and the rules about them. */
export const ENDS = {
  'delete-token': 'store.access.deleted-token-is-refused',
  'regenerate-token': 'store.access.regenerated-token-replaces-the-old',
} as const;

/** The verbs of `ENDS`. */
export const VERBS = ['delete-token', 'regenerate-token'] as const;

/** The checks that a token which is no longer valid is refused by every request about what it has created. */
export const refusedWithOldTokens = <M extends string, S extends string>(
  {kind, make}: Resource<M, S>,
  place: string,
): Check[] =>
  VERBS.flatMap((verb) => {
    const scene = sharedScene({
      id: `store: requests about ${kind}s after ${verb}`,
      mayRevokeAccess: true,
      consecutive: true,
      onlyOnTestTargets: true,
      act: (s) => {
        const token = s.control('generate-token', {role: 'admin'});
        const as = token.at('/token');
        const {made, reads, writes, another, elsewhere} = make(s, {as});
        s.control(verb, {role: 'admin', id: token.at('/id')});
        const creation: Requests = another ? {creation: another.creation} : {};
        const requests = {...creation, ...reads, ...writes, ...elsewhere};
        return inGroups({made, refused: sendAll(s, requests, {as})});
      },
    });
    return checksOf(scene, {
      [`${ENDS[verb]} @ ${place}`]: (seen) =>
        when(
          allIn(seen, 'made').every(({status}) => isSuccessStatus(status)),
          'the token created nothing while it was valid',
          () => expectRefused(seen, 'still accepted'),
        ),
    });
  });
