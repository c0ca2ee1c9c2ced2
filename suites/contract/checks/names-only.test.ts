import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import {response} from '../../testing/response.ts';
import {expectOnlyNamed} from './names-only.ts';

const refusal = (situation: string, errors: unknown): Exchange =>
  response(422, [situation], {
    op: 'createUser',
    body: {errors},
    requestBody: {email: 'no address', external_id: 'reader-1'},
  });

test.each<
  [what: string, situation: string, errors: unknown, judged: 'right' | 'wrong' | 'nothing']
>([
  ['the field alone', 'invalid', {email: ['x']}, 'right'],
  ['another that was not sent', 'invalid', {email: ['x'], assign_new_plan: ['x']}, 'right'],
  ['the body', 'invalid', {body: ['x']}, 'wrong'],
  ['a valid field too', 'invalid', {email: ['x'], external_id: ['x']}, 'wrong'],
  ['nothing', 'invalid', undefined, 'wrong'],
  ['the field, of another refusal', 'move-refused', {email: ['x']}, 'nothing'],
])('a refusal names the field that fails: %s', (_what, situation, errors, judged) => {
  const {witnesses, violations} = expectOnlyNamed(
    refusal(situation, errors),
    'invalid',
    '/errors',
    'email',
  );
  expect([witnesses.length, violations.length]).toEqual(
    {right: [1, 0], wrong: [0, 1], nothing: [0, 0]}[judged],
  );
});
