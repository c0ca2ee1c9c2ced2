import type {Contract, Operation} from '../../spec/contract.ts';
import {at, isObject} from '../../spec/json.ts';
import type {RuleId} from '../../spec/rule.ts';
import type {Call} from '../../spec/step.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {FlaggedRow, Telling} from '../../spec/telling.ts';
import {valuesAt} from '../../spec/values-at.ts';
import {ageAt} from '../ages.ts';
import {brief} from '../judge.ts';
import type {PassingViolation} from './in-passing.ts';
import {areRaced, begunBefore, earlierOf, isMadeOnce, isSameTenant, type Shown} from './shown.ts';
import {isMisplaced, lineOf} from './told-members.ts';

/** What a scene showed before a response came, and which calls it made. */
export interface Told extends Shown {
  /** The call of an exchange; undefined where its step is no plain call of the scene. */
  callOf(exchange: Exchange): Call | undefined;
  contract: Contract;
  /** The parts that earlier responses of the scene told, as they are found. */
  parts: Map<Exchange, readonly ToldPart[]>;
}

/** Milliseconds after which every response shows what has changed: a read may lag a moment behind. */
const SETTLED = 5000;

/** A part that a response tells a resource to have. */
export interface ToldPart {
  telling: Telling;
  /** The id of the resource. */
  owner: string;
  part: string;
  exchange: Exchange;
}

/**
 * What a response tells of a resource otherwise than earlier ones of the scene: another part where
 * there is but one, a part of another resource, or a part less.
 */
export function toldDifferently(exchange: Exchange, told: Told): PassingViolation[] {
  const now = partsIn(exchange, told);
  if (!now.length) return [];
  const earlier = earlierOf(exchange, told.exchanges)
    .filter((one) => !areRaced(one, exchange, told) && isSameTenant(one.as, exchange.as))
    .flatMap((one) => partsIn(one, told));
  return [
    ...now.flatMap((one) => otherThanBefore(one, earlier, told)),
    ...now.flatMap((one) => ofAnother(one, earlier, told)),
    ...twiceIn(now, told),
    ...goneIn(exchange, now, earlier, told),
  ];
}

/** The parts that a success tells, found once. */
function partsIn(exchange: Exchange, told: Told): readonly ToldPart[] {
  const known = told.parts.get(exchange);
  if (known) return known;
  const parts = toldBy(exchange, told);
  told.parts.set(exchange, parts);
  return parts;
}

function toldBy(exchange: Exchange, told: Told): ToldPart[] {
  const operation = told.operations[exchange.op];
  if (!operation?.tells.length || !exchange.situations.includes(operation.success)) return [];
  return operation.tells.flatMap((telling) =>
    ownersIn(exchange, telling, told).flatMap(({owner, row}) =>
      valuesAt(row, telling.part)
        .filter((part): part is string => typeof part === 'string' && part !== '')
        .map((part) => ({telling, owner, part, exchange})),
    ),
  );
}

/** The resources of which a response tells, and where it does so. */
function ownersIn(
  exchange: Exchange,
  {path, rows = ''}: Telling,
  told: Told,
): {owner: string; row: unknown}[] {
  if (path !== undefined) {
    const owner = namedIn(exchange, path, told);
    return owner === undefined ? [] : [{owner, row: exchange.body}];
  }
  return valuesAt(exchange.body, rows).flatMap((row) => {
    const owner = at(row, '/id');
    return typeof owner === 'string' ? [{owner, row}] : [];
  });
}

/** The id that a parameter of the path has; undefined where the scene does not tell it. */
function namedIn(exchange: Exchange, name: string, told: Told): string | undefined {
  const value: unknown = told.callOf(exchange)?.path?.[name];
  if (typeof value === 'string') return value;
  if (!isObject(value) || typeof value.$from !== 'string') return undefined;
  const source = earlierOf(exchange, told.exchanges).findLast(({step}) => step === value.$from);
  const id = at(source?.body, String(value.at));
  return typeof id === 'string' ? id : undefined;
}

/** The one part of a resource is another than before, though nothing was under way. */
function otherThanBefore(
  now: ToldPart,
  earlier: readonly ToldPart[],
  told: Told,
): PassingViolation[] {
  const {telling, owner, part, exchange} = now;
  const {same, of, moved} = telling;
  if (same === undefined || !isMadeOnce(of, owner, exchange, told)) return [];
  const before = earlier.find(
    (one) =>
      one.telling.same !== undefined &&
      one.telling.of === of &&
      one.owner === owner &&
      isComparable(one.exchange, exchange) &&
      isQuiet(one, exchange, told),
  );
  if (!before || before.part === part) return [];
  const rule = hasMoved(now, told) ? (moved ?? same) : same;
  return found(rule, 'told otherwise', now, before, told);
}

/** A tool is compared with its own operation: what that shows wrongly is no fault of the tool. */
const isComparable = (one: Exchange, other: Exchange): boolean =>
  one.interface === other.interface || one.op === other.op;

/** Whether a request of the scene may have moved the part, and was not in vain. */
const hasMoved = (now: ToldPart, told: Told): boolean =>
  begunBefore(now.exchange, told).some(
    (one) => mayUnsettle(one, now, told) && !hasEndedBefore(one, now.exchange, told, 'in vain'),
  );

/** Whether nothing that may change a resource was under way between two responses, or just before. */
const isQuiet = (before: ToldPart, now: Exchange, told: Told): boolean =>
  begunBefore(now, told)
    .filter((one) => mayUnsettle(one, before, told))
    .every(
      (one) =>
        hasEndedBefore(one, before.exchange, told) || hasEndedBefore(one, now, told, 'in vain'),
    );

/** Whether a request may have started something that changes a resource. */
function mayUnsettle(one: Exchange, {telling, owner}: ToldPart, told: Told): boolean {
  const operation = told.operations[one.op];
  if (operation?.unsettles !== telling.of) return false;
  if (one.status >= 400 && one.status < 500) return false;
  const isReplay = one.status === 200 && !one.situations.includes(operation.success);
  const named = namedIn(one, telling.of, told);
  return !isReplay && (named === undefined || named === owner);
}

/** Whether what a request started was seen to have ended some seconds before a response was asked for. */
function hasEndedBefore(
  started: Exchange,
  before: Exchange,
  told: Told,
  how: 'in vain' | 'anyhow' = 'anyhow',
): boolean {
  const id = at(started.body, told.operations[started.op]?.creates?.id ?? '');
  if (id === undefined) return false;
  return earlierOf(before, told.exchanges).some(
    (one) => isEndOf(one, id, told, how) && ageAt(before, one).least >= SETTLED,
  );
}

/** Whether a response shows a resource in a state in which it stays for good. */
const isEndOf = (
  one: Exchange,
  id: unknown,
  {operations}: Told,
  how: 'in vain' | 'anyhow',
): boolean =>
  (operations[one.op]?.represents ?? []).some(({pointer, resource}) =>
    valuesAt(one.body, pointer).some((row) => {
      const {at: pointerOfState = '', values = {}, vain = []} = resource.final ?? {};
      const state = String(at(row, pointerOfState));
      const isEnd = how === 'anyhow' ? Object.hasOwn(values, state) : vain.includes(state);
      return at(row, resource.id) === id && isEnd;
    }),
  );

/** A part that another resource of the kind has. */
function ofAnother(now: ToldPart, earlier: readonly ToldPart[], told: Told): PassingViolation[] {
  const {telling, owner, part} = now;
  const rule = telling.own ?? telling.same;
  // What a list wrongly has of another is not held against the other, which names it rightly.
  const other = earlier.find(
    (one) =>
      one.part === part &&
      one.telling.of === telling.of &&
      one.owner !== owner &&
      (telling.own !== undefined || one.telling.own === undefined),
  );
  if (!other || rule === undefined) return [];
  return found(rule, 'a part of another', now, other, told);
}

/** A part that stands twice on a list of all of them. */
function twiceIn(now: readonly ToldPart[], told: Told): PassingViolation[] {
  const listed = now.filter(({telling}) => telling.stays !== undefined);
  const twice = listed.find(
    (one, index) => listed.findIndex(({part}) => part === one.part) < index,
  );
  if (!twice) return [];
  return found(twice.telling.stays ?? '', 'a part twice', twice, twice, told);
}

/** Parts that an earlier response told, and this one, which tells all of them, does not. */
function goneIn(
  exchange: Exchange,
  now: readonly ToldPart[],
  earlier: readonly ToldPart[],
  told: Told,
): PassingViolation[] {
  const [first] = now.filter(({telling}) => telling.stays !== undefined);
  if (!first) return [];
  const {owner, telling} = first;
  const shown = new Set(now.flatMap((one) => (one.telling.own ? [one.part] : [])));
  const gone = earlier.find(
    (one) =>
      one.telling.stays !== undefined &&
      one.owner === owner &&
      !shown.has(one.part) &&
      ageAt(exchange, one.exchange).least >= SETTLED,
  );
  if (!gone || telling.stays === undefined) return [];
  return found(telling.stays, 'a part less', first, gone, told);
}

type Branch = 'told otherwise' | 'a part of another' | 'a part twice' | 'a part less';

/** A violation, unless the profile may say wrongly where either response has the part. */
function found(
  own: RuleId,
  branch: Branch,
  now: ToldPart,
  before: ToldPart,
  told: Told,
): PassingViolation[] {
  const {telling, exchange} = now;
  if (isMisplaced(told.contract, before.exchange, pointerOf(before))) return [];
  const isByTool = [before, now].some((one) => one.exchange.interface);
  const rule = (isByTool && byToolOf(telling.of, told.operations)) || own;
  return [
    {
      rule,
      place: '*',
      member: lineOf(told.contract, exchange, pointerOf(now)),
      violation: {
        branch,
        expected: wantedIn(branch, now, before),
        got: branch === 'a part less' ? 'no such part' : brief(now.part),
        step: exchange.step,
        op: exchange.op,
        ...(before.exchange !== exchange && {beside: [before.exchange.step]}),
      },
    },
  ];
}

const pointerOf = ({telling: {rows = '', part}}: ToldPart): string => `${rows}${part}`;

function wantedIn(branch: Branch, {telling, exchange}: ToldPart, before: ToldPart): string {
  const of = `the ${telling.of} in ${exchange.op}`;
  if (branch === 'a part of another') return `a part of ${of} to be none of another ${telling.of}`;
  if (branch === 'a part twice') return `each part of ${of} to stand once`;
  return `${of} to have ${brief(before.part)}, as an earlier response to ${before.exchange.op} told`;
}

/** The rule that a tool breaks which tells something else of a resource of a kind. */
const byToolOf = (kind: string, operations: Readonly<Record<string, Operation>>) =>
  Object.values(operations)
    .flatMap(({represents}) => represents)
    .find(({resource}) => resource.kind === kind)?.resource.byTool;

/** A list in which several rows are flagged, or beside which another row is named. */
export function wronglyFlagged(contract: Contract, exchange: Exchange): PassingViolation[] {
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
  const told = (rule: RuleId, branch: string, expected: string): PassingViolation[] => {
    const {step, op} = exchange;
    return [{rule, place: '*', violation: {branch, expected, got: brief(flagged), step, op}}];
  };
  if (flagged.length > 1) return told(one, 'several flagged', `one row with \`${flag.slice(1)}\``);
  if (flagged.length && typeof wanted === 'string' && flagged[0] !== wanted)
    return told(same, 'another named', `the row with \`${flag.slice(1)}\` to be ${brief(wanted)}`);
  return [];
}
