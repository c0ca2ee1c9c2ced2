import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import {response} from '../../testing/response.ts';
import {recorded} from './recorded.ts';

const {judge} = recorded.find(
  ({rule, place}) => rule === 'store.reading.shows-what-was-read' && place === '*',
)!;

/** What a list shows of the content of a session. */
interface Shown {
  issue_id: number;
  issue_external_id: string | null;
}

const session = (uuid: string, issue: string): Exchange =>
  response(200, [], {
    op: 'record-reading',
    body: {uuid},
    sent: {method: 'POST', url: '', headers: {}, body: JSON.stringify({issue})},
  });

const title = (id: number): Exchange =>
  response(200, ['issue'], {op: 'getIssue', body: {data: {id}}});

const list = (rows: Record<string, Shown>): Exchange => {
  const data = Object.entries(rows).map(([uuid, shown]) => ({uuid, ...shown}));
  return response(200, ['reading-page'], {op: 'listReadingSessions', body: {data}});
};

/** Judges sessions of two contents, which orders name `low-water` and `harbour`: 11 and 12 are their numbers. */
function branchesFor(first: Shown, elsewhere: Shown): string[] {
  const seen = {
    first: session('a', 'low-water'),
    again: session('b', 'low-water'),
    beside: session('c', 'low-water'),
    elsewhere: session('d', 'harbour'),
    title: title(11),
    otherTitle: title(12),
    ofOne: list({a: first, b: first, d: elsewhere}),
    ofOther: list({c: first}),
  };
  return judge(seen as never).violations.map(({branch}) => branch);
}

test('a session without an external id shows the number of its content', () => {
  const [right, other] = [11, 12].map((number) => ({issue_id: number, issue_external_id: null}));
  expect(branchesFor(right!, other!)).toEqual([]);
  expect(branchesFor({...right!, issue_id: 13}, other!)).toEqual(['another content']);
});

test('an external id that is shown has to be that of the content', () => {
  const right = {issue_id: 11, issue_external_id: 'low-water'};
  const other = {issue_id: 12, issue_external_id: 'harbour'};
  expect(branchesFor(right, other)).toEqual([]);
  expect(branchesFor({...right, issue_external_id: 'dunes'}, other)).toEqual(['another content']);
});
