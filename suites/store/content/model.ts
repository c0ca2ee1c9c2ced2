import {at, isObject, toText} from '../../../spec/json.ts';
import {
  among,
  allowedOutcome,
  refused,
  refusedOr,
  rowsIn,
  type Fits,
} from '../../../spec/allowed-outcomes.ts';
import type {AllowedOutcome, Command} from '../../../spec/relation.ts';
import type {Exchange} from '../../../spec/exchange.ts';

/** What is known of one issue. */
export interface IssueState {
  isLive: boolean;
  /** Its id; undefined while nothing was sent. */
  id: unknown;
  /** The values of the last accepted request, as far as responses are compared with them. */
  given: Given;
  /** Updates so far. */
  updates: number;
}

/** Members of requests that every response shows, or may show. */
interface Given {
  name: unknown;
  free: unknown;
  lang: unknown;
}

/**
 * The issues of a store as a sequence of commands has shown them, by the command that made each.
 */
export interface IssuesState {
  issues: Record<number, IssueState>;
}

/** Nothing is known yet. */
export const EMPTY: IssuesState = {issues: {}};

/** An issue as a response shows it. */
type Row = Record<string, unknown>;

const withIssue = (state: IssuesState, on: number, issue: IssueState): IssuesState => ({
  issues: {...state.issues, [on]: issue},
});

/** What the document allows (Endpoints / Content). */
export function relation(
  state: IssuesState,
  {does, id, on}: Command,
): AllowedOutcome<IssuesState>[] {
  if (does === 'upload' || does === 'upload a book for free') return [uploading(state, id)];
  if (does === 'list')
    return [allowedOutcome(state, 'every issue that was not deleted', lists(state))];
  if (does === 'let time pass') return [allowedOutcome(state, 'time', () => true)];
  const issue = on === undefined ? undefined : state.issues[on];
  if (on === undefined || !issue) return [allowedOutcome(state, 'an issue', () => true)];
  if (does in READS)
    return [allowedOutcome(state, issue.isLive ? 'the issue' : 'no issue', shows(issue, does))];
  const write = WRITES[does];
  if (!write) throw new Error(`the model does not know the command ${does}`);
  return write(state, on, issue);
}

type WriteModel = (
  state: IssuesState,
  on: number,
  issue: IssueState,
) => AllowedOutcome<IssuesState>[];

const uploading = (state: IssuesState, id: number): AllowedOutcome<IssuesState> => ({
  expected: 'created',
  fits: among('created'),
  next: ([response]) =>
    withIssue(state, id, {
      isLive: true,
      id: at(response?.body, '/data/issue/id'),
      given: givenBy(response),
      updates: 0,
    }),
});

/** The values of a request. */
const givenBy = (response: Exchange | undefined): Given => ({
  name: at(response?.requestBody, '/name'),
  free: at(response?.requestBody, '/free'),
  lang: at(response?.requestBody, '/lang'),
});

const updating: WriteModel = (state, on, issue) => {
  if (!issue.isLive) return [allowedOutcome(state, 'a refusal', refused)];
  const next = ([response]: Exchange[]): IssuesState =>
    withIssue(state, on, {...issue, given: givenBy(response), updates: issue.updates + 1});
  return [{expected: 'updated', fits: among('updated'), next}];
};

/** Whether a deleted issue can be deleted again is open; it stays deleted. */
const deleting: WriteModel = (state, on, issue) =>
  issue.isLive
    ? [allowedOutcome(withIssue(state, on, {...issue, isLive: false}), 'deleted', among('deleted'))]
    : [allowedOutcome(state, 'no other state', refusedOr('deleted'))];

/** Whether the external_id of a deleted issue is free again is open. */
const uploadingAgain: WriteModel = (state, _on, issue) =>
  issue.isLive
    ? [allowedOutcome(state, 'a refusal', refused)]
    : [allowedOutcome(state, 'a refusal or an issue', refusedOr('created'))];

/** The commands that change an issue, or try to. */
const WRITES: Record<string, WriteModel> = {
  change: updating,
  'change for free': updating,
  'change to no day': (state) => [allowedOutcome(state, 'a refusal', refused)],
  'upload with its external_id': uploadingAgain,
  delete: deleting,
};

/** The commands that read one issue, with the rows that their responses show. */
const READS: Record<string, (responses: Exchange[]) => Row[]> = {
  read: (responses) => responses.flatMap(readIn),
  'read by the external_id': (responses) => responses.flatMap(readIn),
  'find by the id': (responses) => listed(responses),
};

/** The issue of a read, wherever the response has it (NS-ST-95). */
const readIn = ({body, situations}: Exchange): Row[] => {
  if (!situations.includes('issue')) return [];
  const candidates = [at(body, '/data/issue'), at(body, '/data'), body as unknown];
  return candidates
    .filter(isObject)
    .filter(({id}) => id !== undefined)
    .slice(0, 1);
};

const listed = (responses: Exchange[]): Row[] => rowsIn(responses, '/data/paginator/data');

/**
 * Whether a response shows an issue correctly: with the last given values while it exists, and
 * otherwise not at all.
 */
function showsIssue({isLive, id, given}: IssueState, rows: Row[]): boolean {
  if (id === undefined) return true;
  const own = rows.filter((row) => toText(row.id) === String(id));
  if (!isLive) return own.length === 0;
  return own.length === 1 && own.every((row) => isAsGiven(row, given));
}

/** A member that is not shown, or in another type, contradicts nothing. */
const isAsGiven = (row: Row, {name, free, lang}: Given): boolean =>
  (typeof row.name !== 'string' || row.name === name) &&
  (typeof row.lang !== 'string' || row.lang.toLowerCase().split(/[-_]/)[0] === lang) &&
  (![true, false, 0, 1].includes(row.free as never) || Boolean(row.free) === free);

const isAnswered: Fits = (responses) =>
  ['issue', 'issue-not-found', 'issue-page', 'nothing-found'].some((one) => among(one)(responses));

const shows =
  (issue: IssueState, does: string): Fits =>
  (responses) =>
    (isAnswered(responses) || (!issue.isLive && refused(responses))) &&
    showsIssue(issue, READS[does]?.(responses) ?? []);

const lists =
  ({issues}: IssuesState): Fits =>
  (responses) => {
    if (!isAnswered(responses)) return false;
    const rows = listed(responses);
    const isCut = responses.some(({walkEndedBecause}) => walkEndedBecause !== undefined);
    return Object.values(issues).every((issue) => {
      const isMissing = !rows.some((row) => toText(row.id) === toText(issue.id));
      return (issue.isLive && isMissing && isCut) || showsIssue(issue, rows);
    });
  };
