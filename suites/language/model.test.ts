import {expect, test} from 'vitest';
import {openingSteps} from './model.ts';

test('an opening names commands, those of the same moment, and the position of what one acts on', () => {
  expect(openingSteps('create, create, anonymize by 1 @0 & cancel, list')).toEqual([
    {does: 'create'},
    {does: 'create'},
    {does: 'anonymize by 1', on: 0},
    {does: 'cancel', atOnce: true},
    {does: 'list'},
  ]);
});
