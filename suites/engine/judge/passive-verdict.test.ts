import {expect, test} from 'vitest';
import type {Check} from '../../language/check.ts';
import {PASSIVE} from '../../contract/checks/passive-checks.ts';
import {response} from '../../testing/response.ts';
import {PlaceResults} from './place-results.ts';
import {verdictOfPassive} from './passive-verdict.ts';

const check: Check = {
  rule: 'workspace.access.failure-has-reason',
  place: 'createPublication format-unsupported /reason',
  scene: {id: 'a', api: 'workspace', act: () => ({})},
  ...PASSIVE,
  orElse: {'not-as-reserved': 'NS-WS-08'},
};

/** The verdict where the registration is answered in a situation, and the profile makes these choices. */
const verdict = (situation: string, choices: Record<string, string>) =>
  verdictOfPassive(check, [response(422, [situation])], new PlaceResults([check]), choices);

test('where the profile says that the situation cannot occur, the rule does not apply there', () => {
  expect(verdict('not-as-reserved', {'NS-WS-08': 'not-as-reserved'})).toMatchObject({
    verdict: 'not-applicable',
    reason: expect.stringContaining('choices.NS-WS-08: not-as-reserved'),
  });
});

test('where it may say so, the entry is named', () => {
  expect(verdict('not-as-reserved', {})).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringContaining('add choices.NS-WS-08: not-as-reserved'),
  });
});

test('another response shows nothing', () => {
  expect(verdict('not-landed', {'NS-WS-08': 'not-as-reserved'})).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringContaining('no response showed'),
  });
});
