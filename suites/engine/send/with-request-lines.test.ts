import {expect, test} from 'vitest';
import {openProfile} from '../../../spec/profile.ts';
import {loadSpecification} from '../../../spec/specification.ts';
import type {Exchange, SuspectLine} from '../../../spec/exchange.ts';
import {Codec} from '../../target/codec.ts';
import {withRequestLines} from './with-request-lines.ts';

const {contract} = loadSpecification('workspace');
const PATH: SuspectLine = {line: 'paths.readReport', correction: 'another path', decides: 'path'};
const BODY: SuspectLine = {
  line: 'requests.startRun.tool',
  correction: 'another name',
  decides: 'request',
};

function noted(situations: string[], outcomes: object, lines: SuspectLine[]): SuspectLine[] {
  const profile = {
    ...openProfile(),
    outcomes: outcomes as ReturnType<typeof openProfile>['outcomes'],
  };
  const exchange = {op: 'readReport', status: 404, situations} as unknown as Exchange;
  return withRequestLines(exchange, lines, new Codec(contract, profile)).suspectLines ?? [];
}

test('a refusal makes the lines of its request suspect', () => {
  expect(noted(['no-report'], {}, [PATH, BODY])).toEqual([PATH, BODY]);
});

test('a refusal with a reason of its own operation shows that the path is right', () => {
  const outcomes = {'readReport.no-report': {reason: 'too_early'}};
  expect(noted(['no-report'], outcomes, [PATH, BODY])).toEqual([BODY]);
  expect(noted([], outcomes, [PATH])).toEqual([PATH]);
});

test('a success of any form shows where a value stood that its request carried', () => {
  const carried: SuspectLine = {
    line: 'members.FileVersion#/id in requests',
    correction: 'another place',
    decides: 'sent value',
  };
  const suspectsAt = (status: number): string[] => {
    const exchange = {op: 'downloadFile', status, situations: []} as unknown as Exchange;
    const codec = new Codec(contract, openProfile());
    return (withRequestLines(exchange, [carried, PATH], codec).suspectLines ?? []).map(
      ({line}) => line,
    );
  };
  expect(suspectsAt(200)).toEqual([PATH.line]);
  expect(suspectsAt(404)).toEqual([carried.line, PATH.line]);
});

test('a choice that the operation is not there explains only how an absent one responds', () => {
  const store = loadSpecification('store').contract;
  const codec = new Codec(store, openProfile());
  const lines = codec.requestLines('createIssue', {
    interface: 'http',
    parameters: [],
    borrowed: [],
  });
  const suspectsAt = (status: number): string[] => {
    const exchange = {op: 'createIssue', status, situations: []} as unknown as Exchange;
    return (withRequestLines(exchange, lines, codec).suspectLines ?? []).map(({line}) => line);
  };
  expect(suspectsAt(403)).toEqual(['choices.NS-ST-98']);
  expect(suspectsAt(422)).toEqual([]);
});

test('a choice that requests need more explains only how an incomplete body is refused', () => {
  const store = loadSpecification('store').contract;
  const request = {interface: 'http' as const, parameters: [], borrowed: []};
  const lines = new Codec(store, openProfile()).requestLines('updateIssue', request);
  const demanding = lines.filter((one) => one.decides === 'choice' && one.ofStatuses.includes(422));
  expect(demanding.map(({line}) => line)).toEqual(['choices.NS-ST-65']);
});
