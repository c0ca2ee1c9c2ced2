import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import {loadSpecification} from '../../../spec/specification.ts';
import {wronglyFlagged} from './flagged-rows.ts';

const {contract} = loadSpecification('workspace');

test.each<[what: string, rows: object[], broken: string[]]>([
  ['one is flagged', [{id: 'f1', current: true}, {id: 'f2'}], []],
  ['none is flagged, which checks of the chapter judge', [{id: 'f1'}], []],
  [
    'two are flagged',
    [
      {id: 'f1', current: true},
      {id: 'f2', current: true},
    ],
    ['several flagged'],
  ],
  ['another is named', [{id: 'f1'}, {id: 'f2', current: true}], ['another named']],
])('%s', (_what, data, broken) => {
  const list = {
    op: 'listPublicationFiles',
    situations: [contract.operations['listPublicationFiles']?.success],
    body: {data, current_file_id: 'f1'},
  } as Exchange;
  const found = wronglyFlagged(contract, list);
  expect(found.map(({violation}) => violation.branch)).toEqual(broken);
});
