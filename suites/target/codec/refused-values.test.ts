import {expect, test} from 'vitest';
import {RefusedValues, type RefusedRequest, type ValueOrigin} from './refused-values.ts';

const ID: ValueOrigin = {from: 'an own reservation', line: 'id'};
const KEY: ValueOrigin = {from: 'an own key', line: 'key'};
const UNKNOWN: ValueOrigin = {from: '"no-such-id"'};

const request = (id: ValueOrigin, key: ValueOrigin, refusal: string): RefusedRequest => ({
  by: 'createPublication full',
  members: {publication_id: id, key},
  refusal,
});

test.each<[what: string, other: RefusedRequest, shown: string[]]>([
  ['another id is refused for another reason', request(UNKNOWN, KEY, '404 unknown'), ['id']],
  ['another id is refused likewise', request(UNKNOWN, KEY, '422 no_bytes'), []],
  ['the key is another, too', request(UNKNOWN, UNKNOWN, '404 unknown'), []],
  [
    'somebody else requests it',
    {...request(UNKNOWN, KEY, '404 unknown'), by: 'createPublication other-key'},
    [],
  ],
])('refusals show a line to be right or not: %s', (_what, other, shown) => {
  const values = new RefusedValues();
  expect(values.note(request(ID, KEY, '422 no_bytes'))).toEqual([]);
  expect(values.note(other)).toEqual(shown);
});
