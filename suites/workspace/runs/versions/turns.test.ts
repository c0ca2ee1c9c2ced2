import {expect, test} from 'vitest';
import {response} from '../../../testing/response.ts';
import {keyOf, turnsIn} from './turns.ts';

test('a tool that was not started a second time on its publication has no turn', () => {
  const seen = {[keyOf('run', 0, 1)]: response(202), [keyOf('run', 1, 1)]: response(202)};
  const turns = turnsIn(seen, [['deriving_tool', 'non_replacing_tool'], ['replacing_tool']]);
  expect(turns.map(({of, tool}) => [of, tool])).toEqual([
    [0, 'deriving_tool'],
    [1, 'replacing_tool'],
  ]);
});
