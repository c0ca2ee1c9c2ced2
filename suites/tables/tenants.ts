/** For a resource: another store neither finds nor changes it. */

import type {Exchange} from '../../spec/exchange.ts';
import {mapValues} from '../../spec/map-values.ts';
import type {RuleId} from '../../spec/rule.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Handles,
  type Judgement,
  type Scene,
} from '../language/check.ts';
import {
  all,
  expectNone,
  expectThat,
  judgeEach,
  nothing,
  summaryOf,
  when,
} from '../language/judge.ts';
import {allIn, groupIn, inGroups} from '../language/groups.ts';
import {send, sendAll} from '../language/requests.ts';
import type {Pages} from './list.ts';
import type {Resource} from './resource.ts';

/** The role of an admin of another store. */
const OTHER = {as: 'second-store'} as const;

type Options = Pick<Scene, 'onlyOnTestTargets'>;

/** Which requests another store sends. */
type Asked = 'shown' | 'written' | 'shown or written';

/** The own store makes something and sees it; another store sends requests about it; the own store sees it again. */
const foreign = <M extends string, S extends string>(
  {kind, make}: Resource<M, S>,
  asked: Asked,
  options: Options,
) =>
  sharedScene({
    id: `store: ${kind}s ${asked} by another store`,
    ...options,
    act: (s) => {
      const {made, shown, lists, reads, writes} = make(s);
      const before = sendAll(s, shown);
      const isRead = asked !== 'written';
      const isWritten = asked !== 'shown';
      return inGroups({
        made,
        before,
        list: isRead ? sendAll(s, lists, OTHER) : {},
        read: isRead ? sendAll(s, reads ?? {}, OTHER) : {},
        write: isWritten ? sendAll(s, writes, OTHER) : {},
        after: isWritten ? sendAll(s, shown) : {},
      });
    },
  });

/**
 * A request with the token of another store is refused: 404, or 403 (NS-ST-78).
 * @param what the request, in the failure's id
 * @param kind of what it names, in words
 */
export const expectForeignRefused = (
  response: Exchange,
  what: string,
  kind: string,
  isHarmless = false,
): Judgement =>
  expectThat(response.status >= 300 || isHarmless, {
    branch: `${what}: answered as a success`,
    expected: `${response.op} with the token of the role ${OTHER.as} to be refused: the ${kind} is of another store`,
    got: summaryOf(response),
    at: response,
    isOfRefusal: true,
  });

/**
 * The response to another store has none of the rows; a refusal has none.
 * @param rowsIn the rows that it must not have
 * @param way in which it was asked for, in the failure's id
 */
export const expectHidden = (
  kind: string,
  pages: Exchange[],
  rowsIn: (pages: Exchange[]) => unknown[],
  way: string,
): Judgement =>
  pages.every(({status}) => status >= 500)
    ? nothing()
    : expectNone(
        pages.every(({status}) => status >= 400) ? [] : rowsIn(pages),
        `${kind} of another store, with the token of the role ${OTHER.as}`,
        `foreign-listed: ${way}`,
        pages[0],
      );

/** The pages of the lists and reads of a group. */
const pagesIn = (seen: object, group: string): Record<string, Exchange[]> =>
  mapValues(groupIn<string, Pages>(seen, group), (pages) => [pages].flat());

/** How the rows of what a scene made are found on pages. */
const rowsOfMade =
  ({rowsIn}: Pick<Resource, 'rowsIn'>, seen: object) =>
  (pages: Exchange[]): unknown[] =>
    rowsIn(pages, allIn(seen, 'made'));

/** No list and no read of another store shows it, and no write of another store succeeds or changes anything. */
function expectApart<M extends string, S extends string>(
  resource: Resource<M, S>,
  seen: object,
): Judgement {
  const {kind, isMadeByHook, isHarmless} = resource;
  const rowsIn = rowsOfMade(resource, seen);
  const isShown = (): boolean => rowsIn(Object.values(pagesIn(seen, 'before')).flat()).length > 0;
  const expectRefused = ([name, response]: [string, Exchange]): Judgement =>
    expectForeignRefused(response, name, kind, isHarmless?.(response));
  const after = groupIn<S>(seen, 'after');
  return when(!isMadeByHook || isShown(), `the ${kind} is not shown`, () =>
    all(
      judgeEach(Object.entries(pagesIn(seen, 'list')), ([name, pages]) =>
        expectHidden(kind, pages, rowsIn, name),
      ),
      judgeEach(Object.entries(groupIn(seen, 'read')), expectRefused),
      judgeEach(Object.entries(groupIn(seen, 'write')), expectRefused),
      () =>
        Object.keys(after).length
          ? resource.expectAsBefore(groupIn<S>(seen, 'before'), after, groupIn<M>(seen, 'made'))
          : nothing(),
    ),
  );
}

/** The checks that another store neither sees nor changes a resource, by what their rules (or `rule @ place`) say. */
export const apartFromOthers = <M extends string, S extends string>(
  resource: Resource<M, S>,
  rules: Partial<Record<Asked, RuleId>>,
  options: Options = {},
): Check[] =>
  (Object.entries(rules) as [Asked, RuleId][]).flatMap(([asked, rule]) =>
    checksOf(foreign(resource, asked, options), {[rule]: (seen) => expectApart(resource, seen)}),
  );

/** The check that another store does not find it where its own store has just found it, by the same request (Rule 1). */
export const hiddenDirectlyAfter = <M extends string, S extends string>(
  resource: Resource<M, S>,
  rule: RuleId,
): Check[] => {
  const scene = sharedScene({
    id: `store: the same requests for ${resource.kind}s from two stores`,
    onlyOnTestTargets: true,
    consecutive: true,
    noRequestReuse: true,
    act: (s) => {
      const {made, lists} = resource.make(s);
      const asked = Object.entries(lists).flatMap(([name, request]) => [
        [`here: ${name}`, send(s, request)],
        [`there: ${name}`, send(s, request, OTHER)],
      ]);
      return {...inGroups({made}), ...(Object.fromEntries(asked) as Handles)};
    },
  });
  return checksOf(scene, {
    [rule]: (seen) => {
      const there = pagesIn(seen, 'there');
      // A store with many rows shows a new one on no page of a walk.
      const rowsIn = rowsOfMade(resource, seen);
      const found = Object.entries(pagesIn(seen, 'here')).filter(
        ([, pages]) => rowsIn(pages).length > 0,
      );
      return when(found.length > 0, `the own store does not find its ${resource.kind}`, () =>
        judgeEach(found, ([name]) =>
          expectHidden(resource.kind, there[name] ?? [], rowsIn, `${name}, directly`),
        ),
      );
    },
  });
};
