import {at, isObject, toText} from '../../../spec/json.ts';
import {
  among,
  allowedOutcome,
  isCut,
  outcomeWith,
  refusal,
  refused,
  refusedOr,
  rowsIn,
  sentIn,
  shownIn,
  type Fits,
} from '../../../spec/allowed-outcomes.ts';
import type {AllowedOutcome} from '../../../spec/relation.ts';
import {alike, relationOf, type Things} from '../../../spec/relation-of-things.ts';
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

/** The issues of a store as a sequence of commands has shown them. */
export type Issues = Things<IssueState>;

/** An issue as a response shows it. */
type Row = Record<string, unknown>;

type IssueModel = (issue: IssueState) => AllowedOutcome<IssueState>[];

/** The values of a request. */
const givenBy = (response: Exchange | undefined): Given => ({
  name: sentIn(response, '/name'),
  free: sentIn(response, '/free'),
  lang: sentIn(response, '/lang'),
});

const updating: IssueModel = (issue) =>
  issue.isLive
    ? [
        outcomeWith('updated', (response) => ({
          ...issue,
          given: givenBy(response),
          updates: issue.updates + 1,
        })),
      ]
    : [refusal(issue)];

/** Whether a deleted issue can be deleted again is open; it stays deleted. */
const deleting: IssueModel = (issue) =>
  issue.isLive
    ? [allowedOutcome({...issue, isLive: false}, 'deleted')]
    : [allowedOutcome(issue, 'no other state', refusedOr('deleted'))];

/** Whether the external_id of a deleted issue is free again is open. */
const uploadingAgain: IssueModel = (issue) =>
  issue.isLive
    ? [refusal(issue)]
    : [allowedOutcome(issue, 'a refusal or an issue', refusedOr('created'))];

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

const isAnswered = among('issue', 'issue-not-found', 'issue-page', 'nothing-found');

/** A read of one issue. @param rowsOf the rows that its responses show */
const reading =
  (rowsOf: (responses: Exchange[]) => Row[]): IssueModel =>
  (issue) => [
    allowedOutcome(
      issue,
      issue.isLive ? 'the issue' : 'no issue',
      (responses) =>
        (isAnswered(responses) || (!issue.isLive && refused(responses))) &&
        showsIssue(issue, rowsOf(responses)),
    ),
  ];

const showsAll =
  (issues: Issues): Fits =>
  (responses) => {
    const rows = listed(responses);
    return (
      isAnswered(responses) &&
      Object.values(issues).every((issue) => {
        const isMissing = !rows.some((row) => toText(row.id) === toText(issue.id));
        return (issue.isLive && isMissing && isCut(responses)) || showsIssue(issue, rows);
      })
    );
  };

/** What the document allows (Endpoints / Content). */
export const relation = relationOf<IssueState>({
  thing: 'an issue',
  makes: alike(
    () => [
      outcomeWith('created', (response) => ({
        isLive: true,
        id: shownIn(response, '/data/issue/id'),
        given: givenBy(response),
        updates: 0,
      })),
    ],
    'upload',
    'upload a book for free',
  ),
  changes: {
    ...alike(updating, 'change', 'change for free'),
    'change to no day': (issue) => [refusal(issue)],
    'upload with its external_id': uploadingAgain,
    delete: deleting,
    ...alike(
      reading((responses) => responses.flatMap(readIn)),
      'read',
      'read by the external_id',
    ),
    'find by the id': reading(listed),
  },
  lists: {
    list: {expected: 'every issue that was not deleted', shows: showsAll},
    'let time pass': {expected: 'time', shows: () => () => true},
  },
});
