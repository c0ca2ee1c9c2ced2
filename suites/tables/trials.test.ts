import {expect, test} from 'vitest';
import {defined} from '../../spec/defined.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {Check, Judgement} from '../language/check.ts';
import {saw} from '../language/judge.ts';
import {Script} from '../language/script.ts';
import {response} from '../testing/response.ts';
import {changed, checksOfTrials} from './trials.ts';

const checks = checksOfTrials({
  scene: 'store: trials',
  place: 'on create',
  begin: (s) => ({
    send: (change) => s.call('createIssue', {body: changed({name: 'Tides', lang: 'en'}, change)}),
  }),
  rows: {
    'store.content.lang-is-iso-639-1': {
      'a word is taken': {'/lang': 'english'},
      'another language is refused': {created: {'/lang': 'es'}},
    },
    'store.content.name-is-required @ everywhere': {
      'accepted without a name': {'/name': undefined},
    },
    'store.content.unlisted': {requests: {one: {'/lang': 'q'}}, judge: () => saw('left out')},
    'store.content.not-sent': {'not sent': () => undefined},
  },
});

/** The steps of the scene. */
function recorded() {
  const s = new Script('store');
  const handles = defined(checks[0], 'a check').scene.act(s, undefined);
  return {handles, bodies: s.steps.map((step) => (step.step === 'call' ? step.body : undefined))};
}

/** What a check concludes. @param answers to its requests, by a part of their names */
function judged(check: Check | undefined, answers: Record<string, Exchange>): Judgement {
  const names = Object.keys(recorded().handles);
  const seen = names.map((name) => {
    const [, answer] = Object.entries(answers).find(([part]) => name.includes(part)) ?? [];
    return [name, answer ?? response(201, ['created'])] as const;
  });
  return defined(check, 'a check').judge(Object.fromEntries(seen) as never);
}

test('each request differs from the accepted one by its change alone', () => {
  expect(recorded().bodies).toEqual([
    {name: 'Tides', lang: 'en'},
    {name: 'Tides', lang: 'english'},
    {name: 'Tides', lang: 'es'},
    {lang: 'en'},
    {name: 'Tides', lang: 'q'},
  ]);
});

test('a row is a check, at the place that it names or that of the table', () => {
  expect(checks.map(({rule, place}) => `${rule} @ ${place}`)).toEqual([
    'store.content.lang-is-iso-639-1 @ on create',
    'store.content.name-is-required @ everywhere',
    'store.content.unlisted @ on create',
    'store.content.not-sent @ on create',
  ]);
});

test('a request that is answered otherwise breaks the rule by its name', () => {
  const taken = judged(checks[0], {});
  expect(taken.violations.map(({branch}) => branch)).toEqual(['a word is taken']);
  const refused = judged(checks[0], {word: response(422, ['invalid'])});
  expect([refused.violations, refused.witnesses.length]).toEqual([[], 2]);
});

test('nothing is judged unless the request without a change was accepted', () => {
  const {blocked, violations} = judged(checks[1], {accepted: response(422, ['invalid'])});
  expect([blocked !== undefined, violations]).toEqual([true, []]);
});

test('a row may judge its requests together, and does not apply if none was sent', () => {
  expect(judged(checks[2], {}).variant).toBe('left out');
  expect(judged(checks[3], {}).outOfReach).toBe('not-applicable');
});
