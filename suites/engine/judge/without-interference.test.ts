import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import type {PlaceVerdict, Violation} from '../../../spec/run-record.ts';
import {refusedAsEncoded} from '../../target/encoded-url.ts';
import type {SceneRun} from '../send/scene-run.ts';
import {withoutInterference} from './without-interference.ts';

/** A response: at which step, with which status, to which method. */
const seen = (step: string, status: number, method = 'GET'): Exchange =>
  ({step, op: step, status, sent: {method}, situations: [], headers: {}}) as unknown as Exchange;

/** A run of three requests, of which the third names what the first answered. */
const runOf = (...exchanges: Exchange[]): SceneRun => {
  const call = (id: string, path = {}) => ({step: 'call', id, op: id, path});
  const act = [call('s1'), call('s2'), call('s3', {id: {$from: 's1', at: '/id'}})];
  const handles = Object.fromEntries(act.map((one) => [one.id, one]));
  return {scene: {given: [], act, handles}, exchanges, races: new Map()} as unknown as SceneRun;
};

const about = (step: string, more: Partial<Violation>): PlaceVerdict => ({
  place: '*',
  verdict: 'failed',
  witnesses: [],
  violations: [{step, branch: 'b', expected: 'x', got: 'y', ...more}],
});
const outcome = {wanted: ['invalid'], status: 201};

test.each([
  ['an outcome before it', 's1', outcome, [seen('s1', 201), seen('s2', 502, 'POST')], 'failed'],
  ['an outcome behind a read', 's2', outcome, [seen('s1', 502), seen('s2', 201)], 'failed'],
  [
    'a refusal that was not given',
    's2',
    {status: 200},
    [seen('s1', 502), seen('s2', 200)],
    'failed',
  ],
  [
    'an outcome behind a write',
    's2',
    outcome,
    [seen('s1', 502, 'POST'), seen('s2', 201)],
    'inconclusive',
  ],
  [
    'an outcome that refers to it',
    's3',
    outcome,
    [seen('s1', 502), seen('s3', 201)],
    'inconclusive',
  ],
  ['what may compare it', 's2', {}, [seen('s1', 502), seen('s2', 200)], 'inconclusive'],
  [
    'a step repeated later',
    's1',
    outcome,
    [seen('s1', 201), seen('s2', 502, 'POST'), seen('s1', 201)],
    'inconclusive',
  ],
] as const)('one response of a gateway: %s', (_what, step, more, exchanges, expected) => {
  const failed = about(step, {...more} as Partial<Violation>);
  expect(withoutInterference(failed, runOf(...exchanges)).verdict).toBe(expected);
  const undisturbed = exchanges.map((one) => (one.status === 502 ? seen(one.step, 200) : one));
  expect(withoutInterference(failed, runOf(...undisturbed))).toBe(failed);
});

test('one response of a gateway explains its whole race, and everything where a limit is exhausted', () => {
  const run = runOf(seen('s1', 201, 'POST'), seen('s2', 502, 'POST'));
  const race = {step: 'parallel'};
  const raced = {
    ...run,
    races: new Map([
      ['s1', race],
      ['s2', race],
    ]),
  } as unknown as SceneRun;
  expect(withoutInterference(about('s1', outcome), run).verdict).toBe('failed');
  expect(withoutInterference(about('s1', outcome), raced).verdict).toBe('inconclusive');
  const exhausting = {...run, scene: {...run.scene, exhausts: true}} as SceneRun;
  expect(withoutInterference(about('s1', outcome), exhausting).verdict).toBe('inconclusive');
});

test('that a URL had to be encoded explains a refusal, and no server error', () => {
  const encodedUrl = 'https://storage.example/a|b';
  expect(refusedAsEncoded({...seen('s1', 403), encodedUrl} as never)).toMatch(/percent-encoded/);
  expect(refusedAsEncoded({...seen('s1', 500), encodedUrl} as never)).toBeUndefined();
});
