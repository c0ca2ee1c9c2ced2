import type {Contract} from '../../../spec/contract.ts';
import {at, isObject} from '../../../spec/json.ts';
import type {Lookup, RepeatedMember} from '../../../spec/openapi.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {isSuccessStatus} from '../../../spec/status.ts';
import type {Judgement} from '../../language/check.ts';
import type {Read, Write} from '../../language/chapter.ts';
import {
  all,
  brief,
  expectThat,
  expectOutcome,
  expectNone,
  notApplicable,
  expectNoServerError,
  summaryOf,
  undecided,
  nothing,
} from '../../language/judge.ts';
import {unusable} from '../../target/unusable.ts';
import type {Edit, Edits} from '../../values/from-schema.ts';
import {isRepeated} from '../passive/repeated-members.ts';

/** The edits of one draw. */
export type DrawnEdits = Record<keyof Edits, Edit>;

/** The responses in a scene of edited requests: one to each of them by any name, and these. */
export type ValuesSeen = Record<string, Exchange> & {
  /** The creation of the resource that the requests change; absent if they create resources. */
  made?: Exchange;
  /** The same read before the requests, if the write has one. */
  before?: Exchange;
  /** The read after the requests. */
  read: Exchange;
};

type Row = Record<string, unknown>;

/** The responses to the edited requests, in the order in which these were sent. */
const edited = ({made: _made, before: _before, read: _read, ...sent}: ValuesSeen): Exchange[] =>
  Object.values(sent);

/** Asserts that no value leads to a server error. */
export const expectNoServerErrors = (seen: ValuesSeen): Judgement =>
  all(...edited(seen).map((one) => expectNoServerError(one, `server error of ${one.op}`)));

/**
 * Asserts that refused requests change nothing. Accepted requests are permitted.
 * @param write its `untouched` judges this if the contract does not show what is stored
 */
export const judgeOfRefusals =
  (contract: Contract, {untouched}: Pick<Write, 'untouched'> = {}) =>
  (seen: ValuesSeen): Judgement => {
    const {made, read} = seen;
    const sent = edited(seen);
    const accepted = sent.filter(isAccepted);
    if (read.status !== 404 && !isAccepted(read))
      return undecided(`the read was answered ${summaryOf(read)}`);
    if (untouched)
      return accepted.length ? notApplicable('one of the requests was accepted') : untouched(seen);
    if (made) return expectLeftAsItWas(contract, {...seen, made});
    return expectNone(
      rowsOfNobody(contract, read, sent, accepted),
      'row of a refused request',
      'a refused request made it',
      read,
    );
  };

/** Asserts that a value of a read's parameter leads to an allowed response, and not to a server error. */
export const judgeOfRead =
  ({allowed}: Pick<Read, 'allowed'>) =>
  ({answered}: {answered: Exchange}): Judgement =>
    all(
      expectNoServerError(answered, `server error of ${answered.op}`),
      allowed ? expectOutcome(answered, allowed, 'neither-refused-nor-ignored') : nothing(),
    );

/** Asserts that no value of a refused request is stored, unless an accepted request wrote the same member. */
function expectLeftAsItWas(contract: Contract, seen: ValuesSeen & {made: Exchange}): Judgement {
  const {made, read} = seen;
  const sent = edited(seen);
  const accepted = sent.filter(isAccepted);
  const row = rowOf(contract, read, made);
  const earlier = seen.before && rowOf(contract, seen.before, made);
  if (!row && accepted.length) return notApplicable('an accepted request gave it another name');
  const found = expectThat(row !== undefined, {
    branch: 'it is not found any more',
    expected: 'the resource that the refused requests named to be listed as before',
    got: row ? 'listed' : 'not listed',
    at: read,
  });
  const isGiven = ({member}: RepeatedMember): boolean =>
    accepted.some(({requestBody}) => at(requestBody, member) !== undefined);
  const members = (contract.operations[made.op]?.repeats ?? []).filter((one) => !isGiven(one));
  return all(
    found,
    ...members.map((member) => {
      const refused = sent.map(({requestBody}) => at(requestBody, member.member) as unknown);
      const before = valueBefore(member, seen, earlier);
      return expectNotStored(member, before, row ?? {}, refused, read);
    }),
  );
}

/**
 * The value of a member before the requests: from the row of an earlier read, from the response to the
 * creation, or else from the request of the creation.
 */
function valueBefore(
  {member, at: pointer}: RepeatedMember,
  {made}: {made: Exchange},
  earlier: Row | undefined,
): unknown {
  if (earlier) return earlier[nameOf(member)];
  return pointer === undefined ? at(made.requestBody, member) : at(made.body, pointer);
}

/** Asserts that a member has none of the values of refused requests, except its earlier value. */
function expectNotStored(
  member: RepeatedMember,
  before: unknown,
  row: Row,
  refused: unknown[],
  read: Exchange,
): Judgement {
  const name = nameOf(member.member);
  const now = row[name];
  if (before === undefined || now === undefined) return nothing();
  const isRefusedValue = refused.some(
    (value) => typeof value === typeof before && isRepeated(member, value, now),
  );
  return expectThat(isRepeated(member, before, now) || !isRefusedValue, {
    branch: `refused: ${name} changed`,
    expected: `\`${name}\` to be ${brief(before)}, as before the refused requests`,
    got: brief(now),
    at: read,
  });
}

const isAccepted = (response: Exchange): boolean =>
  isSuccessStatus(response.status) && unusable(response) === undefined;

const nameOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1);

/** The id of the resource that a request created; undefined if its response does not show it. */
function idOf({operations}: Contract, made: Exchange): unknown {
  const {id, lookup} = operations[made.op]?.creates ?? {};
  return lookup && id === undefined ? undefined : at(made.body, id ?? '/id');
}

/** How a created row is found in a list, if the response does not show its id. */
const lookupOf = ({operations}: Contract, made: Exchange): Lookup | undefined => {
  const {id, lookup} = operations[made.op]?.creates ?? {};
  return id === undefined ? lookup : undefined;
};

/** Whether a row is the resource that a request created. */
function isRowOf(contract: Contract, read: Exchange, row: Row, made: Exchange): boolean {
  const lookup = lookupOf(contract, made);
  const id = idOf(contract, made);
  return lookup
    ? at(row, lookup.member) === at(made.requestBody, lookup.member)
    : id !== undefined && idIn(contract, read, row) === id;
}

/**
 * The rows that no accepted request created. Where rows are found by a member (the response shows no
 * id), every row with a requested value counts as created, and those beyond the number of accepted
 * requests are returned.
 */
function rowsOfNobody(
  contract: Contract,
  read: Exchange,
  sent: Exchange[],
  accepted: Exchange[],
): Row[] {
  const rows = rowsOf(contract, read);
  const isOf = (requests: Exchange[], row: Row): boolean =>
    requests.some((one) => isRowOf(contract, read, row, one));
  const isByMember = sent.some((one) => lookupOf(contract, one) !== undefined);
  return isByMember
    ? rows.filter((row) => isOf(sent, row)).slice(accepted.length)
    : rows.filter((row) => !isOf(accepted, row));
}

const idIn = (contract: Contract, {op}: Exchange, row: Row): unknown =>
  at(row, contract.operations[op]?.shows?.id ?? '/id');

/** The rows of a list; none if the response has no list. */
function rowsOf(contract: Contract, read: Exchange): Row[] {
  const rows = at(read.body, contract.operations[read.op]?.shows?.rows ?? '');
  return Array.isArray(rows) ? rows.filter(isObject) : [];
}

const rowOf = (contract: Contract, read: Exchange, made: Exchange): Row | undefined =>
  rowsOf(contract, read).find((row) => isRowOf(contract, read, row, made));
