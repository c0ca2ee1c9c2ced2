import {expect, test} from 'vitest';
import type {OutcomeMark} from '../../../spec/contract.ts';
import {defined} from '../../../spec/defined.ts';
import {loadSpecification} from '../../../spec/specification.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {CHAPTERS} from '../../all-checks.ts';
import {response} from '../../testing/response.ts';
import {outcomeCheck} from './outcome-checks.ts';

const {marks} = loadSpecification('workspace').contract;
const mark = defined(
  marks.find(
    (one): one is OutcomeMark => one.kind === 'outcome' && one.condition === 'incomplete-by-excess',
  ),
  'the mark of a registration of more bytes',
);
const provocation = defined(
  CHAPTERS.workspace
    .flatMap(({provocations}) => provocations)
    .find(({condition}) => condition === mark.condition),
  'its provocation',
);

const responseTo = (op: string, status: number, situation: string): Exchange =>
  response(status, [situation], {op});

/** What the registration of an upload of another size shows, by what storage answered to it. */
const judged = (means: Exchange, subject: Exchange) =>
  outcomeCheck(mark, provocation).judge({
    means,
    subject,
    control: responseTo('createPublication', 201, 'registered'),
  } as never);

const stored = responseTo('PUT upload_url', 200, 'stored');
const notLanded = responseTo('createPublication', 422, 'not-landed');

test('a condition that the deployment refuses to let come about does not exist on it', () => {
  const refusal = responseTo('PUT upload_url', 400, 'storage-refused');
  expect(judged(refusal, notLanded)).toMatchObject({outOfReach: 'not-applicable', violations: []});
});

test('that a limit or an error kept it away decides nothing', () => {
  for (const status of [429, 503]) {
    const {outOfReach, inconclusive} = judged(
      responseTo('PUT upload_url', status, 'storage-refused'),
      notLanded,
    );
    expect([outOfReach, inconclusive]).toEqual([undefined, expect.any(String)]);
  }
});

test('where it came about the refusal is judged', () => {
  expect(judged(stored, notLanded).violations).toHaveLength(1);
  const incomplete = responseTo('createPublication', 422, mark.situation);
  expect(judged(stored, incomplete).violations).toEqual([]);
});
