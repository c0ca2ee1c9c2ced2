import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import type {PlaceVerdict} from '../../../spec/run-record.ts';
import {HookEvidence} from './hook-evidence.ts';

/** A request with a token, which is answered 401. */
const refused = (token: string): Exchange =>
  ({
    status: 401,
    headers: {},
    body: {},
    sentAt: 0,
    sent: {method: 'GET', url: 'http://localhost/users', headers: {'x-user-token': token}},
  }) as unknown as Exchange;

const place = {
  evidence: {steps: [{step: 'control', id: 's1', verb: 'generate-token', args: {}}]},
} as unknown as PlaceVerdict;

test('a token that another hook may have replaced does not speak against the hook that gave it', () => {
  const hooks = new HookEvidence();
  hooks.noteAnswer('generate-token', {id: '1', token: 'first'});
  hooks.noteAnswer('regenerate-token', {id: '1', token: 'second'});
  hooks.noteResponse(refused('first'));
  expect(hooks.explain(place)).toBeUndefined();
  hooks.noteAnswer('generate-token', {id: '2', token: 'third'});
  hooks.noteResponse(refused('third'));
  expect(hooks.explain(place)?.reason).toContain('the hook generate-token is broken');
});
