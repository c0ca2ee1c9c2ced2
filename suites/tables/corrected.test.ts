import {expect, test} from 'vitest';
import {defined} from '../../spec/defined.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {hasSituation} from '../language/outcome.ts';
import {Script} from '../language/script.ts';
import {response} from '../testing/response.ts';
import {checksOfCorrected} from './corrected.ts';

const [check] = checksOfCorrected({
  scene: 'store: corrected',
  rule: 'store.content.refused-create-makes-nothing',
  place: 'and takes no reference',
  begin: (s) => ({control: s.call('createIssue', {body: {name: 'Ebb'}})}),
  send: (s, body) => s.call('createIssue', {body}),
  bodies: () => ({right: {name: 'Tides'}}),
  causes: {'refused after no name': () => ({'/name': undefined})},
  isRefused: hasSituation('invalid'),
});

const {scene, judge} = defined(check, 'the check');
const [accepted, invalid] = [response(201, ['created']), response(422, ['invalid'])];

/** What the check concludes from the response to a wrong creation, and that to the corrected one. */
const judged = (refused: Exchange, next: Exchange) =>
  judge({
    'refused after no name: control': accepted,
    'refused after no name: refused': refused,
    'refused after no name: next': next,
  } as never);

test('each wrong creation is followed by the right one', () => {
  const s = new Script('store');
  scene.act(s, undefined);
  const bodies = s.steps.map((step) => (step.step === 'call' ? step.body : undefined));
  expect(bodies).toEqual([{name: 'Ebb'}, {}, {name: 'Tides'}]);
});

test('the right one is accepted after a refusal, and not judged after anything else', () => {
  expect(judged(invalid, accepted).witnesses).toHaveLength(1);
  expect(judged(invalid, invalid).violations[0]?.branch).toBe('refused after no name');
  expect(judged(accepted, invalid).violations).toEqual([]);
});
