import type {Contract, Operation} from '../../../spec/contract.ts';
import {at, toText} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {valuesAt} from '../../../spec/values-at.ts';
import {ageAt} from '../../values/ages.ts';
import {brief} from '../../language/judge.ts';
import type {PassiveViolation} from './passive-result.ts';
import {
  begunBefore,
  recordedBefore,
  isMadeOnce,
  isSameTenant,
  type SceneHistory,
} from './scene-history.ts';
import {lineOf} from './misplaced-members.ts';

/** Milliseconds after which a list must show again what it has shown before. */
const SHOWN_AGAIN_AFTER_MS = 5000;

/** Milliseconds in which the order of two creations is left open: a deployment may tell times in seconds. */
const SAME_TIME_MS = 1000;

/** Milliseconds after which a list must show a created resource. */
const SHOWN_AT_ALL_AFTER_MS = 5 * 60_000;

const idsIn = (exchange: Exchange, {pager}: Operation): unknown[] =>
  valuesAt(exchange.body, `${pager?.rows}/*/id`);

const isPageOf = (one: Exchange, {id, success}: Operation): boolean =>
  one.op === id && one.situations.includes(success);

/** Rows that are listed twice: on one page, or on this page and an earlier one of its walk. */
export function rowsTwice(
  contract: Contract,
  exchange: Exchange,
  history: SceneHistory,
): PassiveViolation[] {
  const operation = contract.operations[exchange.op];
  if (!operation?.pager?.once || !isPageOf(exchange, operation)) return [];
  const {once, stable = once} = operation.pager;
  const pages = pagesBefore(operation, exchange, history);
  const before = pages.flatMap((page) => idsIn(page, operation));
  const ids = idsIn(exchange, operation);
  const onPage = ids.find((id, index) => ids.indexOf(id) !== index);
  const twice = onPage ?? ids.find((id) => before.includes(id));
  if (twice === undefined) return [];
  const [first] = pages;
  const hasGrown = first && madeSince(first, exchange, operation, history);
  const rule = onPage === undefined && hasGrown ? stable : once;
  const found = violation(rule, 'a row twice', 'every row to stand once', twice, exchange);
  return [beside(found, pages)];
}

/** Whether the scene may have created such a resource after the first page of a walk was requested. */
const madeSince = (
  first: Exchange,
  now: Exchange,
  {represents}: Operation,
  history: SceneHistory,
): boolean =>
  begunBefore(now, history).some((one) => {
    const {creates} = history.operations[one.op] ?? {};
    const isSince = !recordedBefore(first, history.exchanges).includes(one);
    return isSince && represents.some(({resource}) => resource.kind === creates?.kind);
  });

/** The pages of a walk before this one, as far as the scene read them. */
function pagesBefore(operation: Operation, exchange: Exchange, history: SceneHistory): Exchange[] {
  const cursor = cursorOf(exchange, operation);
  if (cursor === null) return [];
  const page = recordedBefore(exchange, history.exchanges).findLast(
    (one) =>
      isPageOf(one, operation) &&
      isSameTenant(one.as, exchange.as) &&
      at(one.body, operation.pager?.next ?? '') === cursor,
  );
  return page ? [...pagesBefore(operation, page, history), page] : [];
}

const cursorOf = ({sent}: Exchange, {pager}: Operation): string | null =>
  new URL(sent.url).searchParams.get(pager?.param ?? '');

/** A resource that the scene created and that the first page of its list wrongly does not show. */
export function rowsMissing(
  contract: Contract,
  exchange: Exchange,
  history: SceneHistory,
): PassiveViolation[] {
  const operation = contract.operations[exchange.op];
  const {pager, newestFirst} = operation ?? {};
  if (!operation || !pager?.lists || !newestFirst || !isPageOf(exchange, operation)) return [];
  if (exchange.interface || new URL(exchange.sent.url).search !== '') return [];
  const ids = idsIn(exchange, operation);
  const isShown = (made: Exchange): boolean => ids.includes(idOfMade(made, history));
  const made = madeBefore(exchange, operation, history);
  const isLastPage = at(exchange.body, pager.more) === false;
  const missing = (isLastPage ? made : newerThanShown(made, isShown)).find(
    (one) => !isShown(one) && isSurelyListed(one, exchange, operation, history),
  );
  if (!missing) return [];
  const expected = 'the list to show what was registered';
  const id = idOfMade(missing, history);
  const found = violation(pager.lists, 'a row missing', expected, id, exchange);
  return [{...beside(found, [missing]), line: lineOf(contract, exchange, `${pager.rows}/*/id`)}];
}

/**
 * The resources that were created later than the oldest one on the page. Older ones, and those of the same time, may be
 * on a later page.
 * @param made in the order of their creation
 */
function newerThanShown(made: Exchange[], isShown: (one: Exchange) => boolean): Exchange[] {
  const oldestShown = made.find(isShown);
  return oldestShown ? made.filter((one) => ageAt(one, oldestShown).least >= SAME_TIME_MS) : [];
}

/** The responses that created such resources before a list was read, in order. */
const madeBefore = (
  exchange: Exchange,
  {represents}: Operation,
  history: SceneHistory,
): Exchange[] =>
  recordedBefore(exchange, history.exchanges).filter((one) => {
    const {creates, success = ''} = history.operations[one.op] ?? {};
    const isSuch = represents.some(({resource}) => resource.kind === creates?.kind);
    const isDone = isSuch && one.situations.includes(success) && one.gotAt <= exchange.sentAt;
    return isDone && !history.isReused(one) && isSameTenant(one.as, exchange.as);
  });

const idOfMade = ({body, op}: Exchange, {operations}: SceneHistory): unknown =>
  at(body, operations[op]?.creates?.id ?? '');

/** Whether a list has shown a resource before, or it was created only once and long ago. */
const isSurelyListed = (
  made: Exchange,
  exchange: Exchange,
  operation: Operation,
  history: SceneHistory,
): boolean => {
  const id = idOfMade(made, history);
  const {creates} = history.operations[made.op] ?? {};
  if (!creates || !isMadeOnce(creates.kind, toText(id), exchange, history)) return false;
  if (ageAt(exchange, made).least >= SHOWN_AT_ALL_AFTER_MS) return true;
  return recordedBefore(exchange, history.exchanges).some(
    (one) =>
      isPageOf(one, operation) &&
      isSameTenant(one.as, exchange.as) &&
      ageAt(exchange, one).least >= SHOWN_AGAIN_AFTER_MS &&
      idsIn(one, operation).includes(id),
  );
};

/** A violation of a page, with the steps that it contradicts. */
const beside = (one: PassiveViolation, others: Exchange[]): PassiveViolation => ({
  ...one,
  violation: {...one.violation, comparedWithSteps: others.map(({step}) => step)},
});

const violation = (
  rule: string,
  branch: string,
  expected: string,
  id: unknown,
  {step, op}: Exchange,
): PassiveViolation => ({
  rule,
  place: '*',
  violation: {branch, expected: `${expected} in ${op}`, got: brief(id), step, op},
});
