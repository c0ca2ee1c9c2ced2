import type {Contract, Operation} from '../../../spec/contract.ts';
import {at, isObject, toText} from '../../../spec/json.ts';
import type {RuleId} from '../../../spec/rule.ts';
import type {Call} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {FlaggedRow, ShownReference} from '../../../spec/shown-reference.ts';
import {valuesAt} from '../../../spec/values-at.ts';
import {isClientError} from '../../../spec/status.ts';
import {ageAt} from '../../ages.ts';
import {brief} from '../../judge.ts';
import type {PassiveViolation} from './passive-result.ts';
import {
  areRaced,
  begunBefore,
  recordedBefore,
  isMadeOnce,
  isSameTenant,
  type SceneHistory,
} from './scene-history.ts';
import {isMisplaced, lineOf} from './misplaced-members.ts';

/** The exchanges of a scene so far, with its calls and the references found in responses. */
export interface ReferenceHistory extends SceneHistory {
  /** The call of an exchange; undefined if its step is not a single call of the scene itself. */
  callOf(exchange: Exchange): Call | undefined;
  contract: Contract;
  /** The references that were found in earlier responses of the scene, as a cache. */
  references: Map<Exchange, readonly SeenReference[]>;
}

/** Milliseconds after which every response shows a change: before, a read may lag behind. */
const SETTLED_AFTER_MS = 5000;

/** A reference in a response: the resource `owner` has the id `id`. */
export interface SeenReference {
  mark: ShownReference;
  /** The id of the resource. */
  owner: string;
  id: string;
  exchange: Exchange;
}

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

/** The references in a successful response, from the cache if possible. */
function referencesIn(exchange: Exchange, history: ReferenceHistory): readonly SeenReference[] {
  const known = history.references.get(exchange);
  if (known) return known;
  const references = findReferences(exchange, history);
  history.references.set(exchange, references);
  return references;
}

function findReferences(exchange: Exchange, history: ReferenceHistory): SeenReference[] {
  const operation = history.operations[exchange.op];
  if (!operation?.references.length || !exchange.situations.includes(operation.success)) return [];
  return operation.references.flatMap((mark) =>
    ownersIn(exchange, mark, history).flatMap(({owner, row}) =>
      valuesAt(row, mark.id)
        .filter((id): id is string => typeof id === 'string' && id !== '')
        .map((id) => ({mark, owner, id, exchange})),
    ),
  );
}

/** The resources that the references of a response belong to, with the rows that show them. */
function ownersIn(
  exchange: Exchange,
  {path, rows = ''}: ShownReference,
  history: ReferenceHistory,
): {owner: string; row: unknown}[] {
  if (path !== undefined) {
    const owner = namedIn(exchange, path, history);
    return owner === undefined ? [] : [{owner, row: exchange.body}];
  }
  return valuesAt(exchange.body, rows).flatMap((row) => {
    const owner = at(row, '/id');
    return typeof owner === 'string' ? [{owner, row}] : [];
  });
}

/** The id in a path parameter; undefined if the scene does not show it. */
function namedIn(exchange: Exchange, name: string, history: ReferenceHistory): string | undefined {
  const value: unknown = history.callOf(exchange)?.path?.[name];
  if (typeof value === 'string') return value;
  if (!isObject(value) || typeof value.$from !== 'string') return undefined;
  const source = recordedBefore(exchange, history.exchanges).findLast(
    ({step}) => step === value.$from,
  );
  const id = at(source?.body, toText(value.at));
  return typeof id === 'string' ? id : undefined;
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

/** Finds a list in which several rows have the flag, or whose flagged row is not the named one. */
export function wronglyFlagged(contract: Contract, exchange: Exchange): PassiveViolation[] {
  const {flaggedRow, success = ''} = contract.operations[exchange.op] ?? {};
  if (!flaggedRow || exchange.interface || !exchange.situations.includes(success)) return [];
  const {rows, flag, named} = flaggedRow;
  const list: unknown = at(exchange.body, rows);
  const members = [named, `${rows}/*${flag}`, `${rows}/*/id`];
  if (!Array.isArray(list) || members.some((one) => isMisplaced(contract, exchange, one)))
    return [];
  return flagsIn(list, flaggedRow, exchange);
}

function flagsIn(rows: unknown[], {flag, named, one, same}: FlaggedRow, exchange: Exchange) {
  const flagged = rows.filter((row) => at(row, flag) === true).map((row) => at(row, '/id'));
  const wanted: unknown = at(exchange.body, named);
  const violation = (rule: RuleId, branch: string, expected: string): PassiveViolation[] => {
    const {step, op} = exchange;
    return [{rule, place: '*', violation: {branch, expected, got: brief(flagged), step, op}}];
  };
  if (flagged.length > 1)
    return violation(one, 'several flagged', `one row with \`${flag.slice(1)}\``);
  if (flagged.length && typeof wanted === 'string' && flagged[0] !== wanted)
    return violation(
      same,
      'another named',
      `the row with \`${flag.slice(1)}\` to be ${brief(wanted)}`,
    );
  return [];
}
