import {expect, test} from 'vitest';
import {defined} from '../spec/defined.ts';
import type {Evidence, PlaceVerdict, RunRecord} from '../spec/run-record.ts';
import {html} from './html.ts';
import {text} from './text.ts';
import {failedPlace, NASTY, RECORD, ruleOf} from './testing/record.ts';

/** Evidence of two requests at the same moment. */
function raced(requests: number): Evidence {
  const {evidence} = failedPlace('createUser', 201, 'two of them');
  const one = defined(evidence, 'evidence');
  const [exchange] = one.exchanges;
  const {body, ...shown} = defined(exchange, 'an exchange');
  const at = (step: string, sentAt: number, gotAt: number) => ({
    ...shown,
    body,
    step,
    race: {step: 's3', sentAt, gotAt},
  });
  return {...one, requests, exchanges: [at('s1', 0, 12.5), at('s2', 0.4, 9)]};
}

const recordWith = (place: Partial<PlaceVerdict>, more: Partial<RunRecord> = {}): RunRecord => ({
  ...RECORD,
  ...more,
  rules: [
    ruleOf('raced', 'failed', {
      places: [{...failedPlace('createUser', 201, 'two of them'), evidence: raced(37), ...place}],
    }),
  ],
});

const requests = [
  {step: 's1', op: 'createUser'},
  {step: 's2', op: 'createUser'},
];

test('a shorter way stands in place of the evidence, with the number of its requests', () => {
  const shorter = {...raced(4), curl: ['curl shorter'], shown: [0]};
  const {violations} = failedPlace('createUser', 201, 'two of them');
  const record = recordWith({shrunk: {evidence: shorter, violations}}, {shrinkingRequests: 61});
  for (const report of [text(record), html(record)]) {
    expect(report).toContain('in 4 requests, from 37:');
    expect(report).toContain('curl shorter');
    expect(report).not.toContain('http://localhost/before');
    expect(report).toContain('took 61 further requests');
  }
});

test('where none was found, the evidence stays and the report says why', () => {
  const record = recordWith({notShrunk: 'it did not fail again when it was sent once more'});
  for (const report of [text(record), html(record)]) {
    expect(report).toContain('it did not fail again when it was sent once more');
    expect(report).toContain('/before');
  }
});

test('the order that explains a race is told, or that none does', () => {
  const told = (order?: string[]): string =>
    text(recordWith({raceOrder: {requests, ...(order && {order})}}));
  expect(told()).toContain('request 1 (createUser) and request 2 (createUser) were sent');
  expect(told()).toContain('no order explains the responses');
  expect(told(['s2', 's1'])).toContain(
    'in this order: request 2 (createUser), then request 1 (createUser)',
  );
});

test('the history of a race is a picture with the same words, and a table', () => {
  const report = html(recordWith({}));
  expect(report.match(/<rect [^>]*class="fill"/g)?.length).toBeGreaterThanOrEqual(2);
  const words = '1. createUser: 201 from 0 ms to 12.5 ms; 2. createUser: 201 from 0.4 ms to 9 ms';
  expect(report).toContain(`aria-label="${words}"`);
  expect(report).toContain(`<title>${words}</title>`);
  expect(report).toContain('<td>0.4 ms</td><td>9 ms</td><td>201</td>');
});

test('what a deployment sends does not get into the picture unescaped', () => {
  const evidence = raced(2);
  const exchanges = evidence.exchanges.map((one) => ({...one, op: NASTY}));
  const report = html(recordWith({evidence: {...evidence, exchanges}}));
  expect(report).not.toContain('<b>');
});
