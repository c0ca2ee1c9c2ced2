import {expect, test} from 'vitest';
import type {Exchange} from '../../../../spec/exchange.ts';
import {response} from '../../../testing/response.ts';
import {expectEarlierKept} from './tools-again.ts';

const accepted = response(202, ['accepted']);
const refused = response(422, ['tool-limit']);
const list = (...ids: string[]): Exchange =>
  response(200, ['files'], {body: {data: ids.map((id) => ({id}))}});
const [before, after, without] = [list('a'), list('a', 'b'), list('b')];

test('where one of two tools may not run again, the other one decides', () => {
  const other = {started: refused, before, after: before};
  expect(expectEarlierKept([other, {started: accepted, before, after}])).toMatchObject({
    witnesses: [{}],
    violations: [],
  });
  expect(expectEarlierKept([other, {started: accepted, before, after: without}])).toMatchObject({
    violations: [{}],
  });
});

test('where none may run again, the reason says which tools it takes', () => {
  const {outOfReach, inconclusive} = expectEarlierKept([{started: refused, before, after}]);
  expect(outOfReach).toBe('not-exercised');
  expect(inconclusive).toContain('samples replacing_tool, deriving_tool');
});
