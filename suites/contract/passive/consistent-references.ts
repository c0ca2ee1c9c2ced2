import type {Operation} from '../../../spec/contract.ts';
import {at, toText} from '../../../spec/json.ts';
import type {RuleId} from '../../../spec/rule.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {valuesAt} from '../../../spec/values-at.ts';
import {isClientError} from '../../../spec/status.ts';
import {ageAt} from '../../values/ages.ts';
import {brief} from '../../language/judge.ts';
import type {PassiveViolation} from './passive-result.ts';
import {areRaced, begunBefore, recordedBefore, isMadeOnce, isSameTenant} from './scene-history.ts';
import {isMisplaced, lineOf} from './misplaced-members.ts';
import {
  namedIn,
  referencesIn,
  type ReferenceHistory,
  type SeenReference,
} from './seen-references.ts';

/** Milliseconds after which every response shows a change: before, a read may lag behind. */
const SETTLED_AFTER_MS = 5000;

/**
 * Compares the references in a response with those in earlier responses of the scene. A single id that
 * differs, an id that belongs to another resource, an id that is listed twice, and one that disappeared
 * are violations.
 */
export function inconsistentReferences(
  exchange: Exchange,
  history: ReferenceHistory,
): PassiveViolation[] {
  const now = referencesIn(exchange, history);
  if (!now.length) return [];
  const earlier = recordedBefore(exchange, history.exchanges)
    .filter((one) => !areRaced(one, exchange, history) && isSameTenant(one.as, exchange.as))
    .flatMap((one) => referencesIn(one, history));
  return [
    ...now.flatMap((one) => differsFromBefore(one, earlier, history)),
    ...now.flatMap((one) => belongsToAnother(one, earlier, history)),
    ...listedTwice(now, history),
    ...missingSince(exchange, now, earlier, history),
  ];
}

/** The single id of a resource differs from an earlier one, although no change was under way. */
function differsFromBefore(
  now: SeenReference,
  earlier: readonly SeenReference[],
  history: ReferenceHistory,
): PassiveViolation[] {
  const {mark, owner, id, exchange} = now;
  const {same, resource, moved} = mark;
  if (same === undefined || !isMadeOnce(resource, owner, exchange, history)) return [];
  const before = earlier.find(
    (one) =>
      one.mark.same !== undefined &&
      one.mark.resource === resource &&
      one.owner === owner &&
      isComparable(one.exchange, exchange) &&
      isQuiet(one, exchange, history),
  );
  if (!before || before.id === id) return [];
  const rule = hasMoved(now, history) ? (moved ?? same) : same;
  return violationsOf(rule, 'told otherwise', now, before, history);
}

/** A tool is compared only with the same operation, so that it is not blamed for other operations. */
const isComparable = (one: Exchange, other: Exchange): boolean =>
  one.interface === other.interface || one.op === other.op;

/** Whether an earlier request may have changed the id and did not end without effect. */
const hasMoved = (now: SeenReference, history: ReferenceHistory): boolean =>
  begunBefore(now.exchange, history).some(
    (one) =>
      mayUnsettle(one, now, history) &&
      !hasEndedBefore(one, now.exchange, history, 'without effect'),
  );

/** Whether no change of the resource was under way between two responses or shortly before. */
const isQuiet = (before: SeenReference, now: Exchange, history: ReferenceHistory): boolean =>
  begunBefore(now, history)
    .filter((one) => mayUnsettle(one, before, history))
    .every(
      (one) =>
        hasEndedBefore(one, before.exchange, history) ||
        hasEndedBefore(one, now, history, 'without effect'),
    );

/** Whether a request may have started a change of the resource. */
function mayUnsettle(
  one: Exchange,
  {mark, owner}: SeenReference,
  history: ReferenceHistory,
): boolean {
  const operation = history.operations[one.op];
  if (operation?.unsettles !== mark.resource) return false;
  if (isClientError(one.status)) return false;
  const isReplay = one.status === 200 && !one.situations.includes(operation.success);
  const named = namedIn(one, mark.resource, history);
  return !isReplay && (named === undefined || named === owner);
}

/** Whether a response showed that the started change had ended some seconds before another request. */
function hasEndedBefore(
  started: Exchange,
  before: Exchange,
  history: ReferenceHistory,
  how: 'without effect' | 'with any result' = 'with any result',
): boolean {
  const id = at(started.body, history.operations[started.op]?.creates?.id ?? '');
  if (id === undefined) return false;
  return recordedBefore(before, history.exchanges).some(
    (one) => isEndOf(one, id, history, how) && ageAt(before, one).least >= SETTLED_AFTER_MS,
  );
}

/** Whether a response shows a resource in a final state. */
const isEndOf = (
  one: Exchange,
  id: unknown,
  {operations}: ReferenceHistory,
  how: 'without effect' | 'with any result',
): boolean =>
  (operations[one.op]?.represents ?? []).some(({pointer, resource}) =>
    valuesAt(one.body, pointer).some((row) => {
      const {at: pointerOfState = '', values = {}, vain = []} = resource.final ?? {};
      const state = toText(at(row, pointerOfState));
      const isEnd = how === 'with any result' ? Object.hasOwn(values, state) : vain.includes(state);
      return at(row, resource.id) === id && isEnd;
    }),
  );

/** An earlier response showed the id as one of another resource of the kind. */
function belongsToAnother(
  now: SeenReference,
  earlier: readonly SeenReference[],
  history: ReferenceHistory,
): PassiveViolation[] {
  const {mark, owner, id} = now;
  const rule = mark.own ?? mark.same;
  // If a list wrongly shows the id of another resource, a right response of that one is not at fault.
  const other = earlier.find(
    (one) =>
      one.id === id &&
      one.mark.resource === mark.resource &&
      one.owner !== owner &&
      (mark.own !== undefined || one.mark.own === undefined),
  );
  if (!other || rule === undefined) return [];
  return violationsOf(rule, 'a part of another', now, other, history);
}

/** A list of all ids contains one of them twice. */
function listedTwice(now: readonly SeenReference[], history: ReferenceHistory): PassiveViolation[] {
  const listed = now.filter(({mark}) => mark.stays !== undefined);
  const twice = listed.find((one, index) => listed.findIndex(({id}) => id === one.id) < index);
  if (twice?.mark.stays === undefined) return [];
  return violationsOf(twice.mark.stays, 'a part twice', twice, twice, history);
}

/** A list of all ids lacks one that an earlier response showed. */
function missingSince(
  exchange: Exchange,
  now: readonly SeenReference[],
  earlier: readonly SeenReference[],
  history: ReferenceHistory,
): PassiveViolation[] {
  const [first] = now.filter(({mark}) => mark.stays !== undefined);
  if (!first) return [];
  const {owner, mark} = first;
  const shownIds = new Set(now.flatMap((one) => (one.mark.own ? [one.id] : [])));
  const gone = earlier.find(
    (one) =>
      one.mark.stays !== undefined &&
      one.owner === owner &&
      !shownIds.has(one.id) &&
      ageAt(exchange, one.exchange).least >= SETTLED_AFTER_MS,
  );
  if (!gone || mark.stays === undefined) return [];
  return violationsOf(mark.stays, 'a part less', first, gone, history);
}

type ReferenceFailure = 'told otherwise' | 'a part of another' | 'a part twice' | 'a part less';

/** A violation, unless the profile may give a wrong place for the earlier reference. */
function violationsOf(
  ownershipRule: RuleId,
  branch: ReferenceFailure,
  now: SeenReference,
  before: SeenReference,
  history: ReferenceHistory,
): PassiveViolation[] {
  const {mark, exchange} = now;
  if (isMisplaced(history.contract, before.exchange, pointerOf(before))) return [];
  const isByTool = [before, now].some((one) => one.exchange.interface);
  const rule = (isByTool && byToolOf(mark.resource, history.operations)) || ownershipRule;
  return [
    {
      rule,
      place: '*',
      line: lineOf(history.contract, exchange, pointerOf(now)),
      violation: {
        branch,
        expected: expectedText(branch, now, before),
        got: branch === 'a part less' ? 'no such id' : brief(now.id),
        step: exchange.step,
        op: exchange.op,
        ...(before.exchange !== exchange && {comparedWithSteps: [before.exchange.step]}),
      },
    },
  ];
}

const pointerOf = ({mark: {rows = '', id}}: SeenReference): string => `${rows}${id}`;

function expectedText(
  branch: ReferenceFailure,
  {mark, exchange}: SeenReference,
  before: SeenReference,
): string {
  const of = `the ${mark.resource} in ${exchange.op}`;
  if (branch === 'a part of another')
    return `an id that belongs to ${of} not to belong to another ${mark.resource}`;
  if (branch === 'a part twice') return `each id that belongs to ${of} to be listed once`;
  return `${of} to have ${brief(before.id)}, as an earlier response to ${before.exchange.op} showed`;
}

/** The rule that a tool breaks if it shows a resource of a kind differently. */
const byToolOf = (kind: string, operations: Readonly<Record<string, Operation>>) =>
  Object.values(operations)
    .flatMap(({represents}) => represents)
    .find(({resource}) => resource.kind === kind)?.resource.byTool;
