import {expect, test} from 'vitest';
import type {Exchange} from '../../spec/exchange.ts';
import type {Judgement} from '../language/check.ts';
import {expectThat} from '../language/judge.ts';
import type {Handle} from '../language/script.ts';
import {response} from '../testing/response.ts';
import {constantKinds} from '../values/kinds.ts';
import {checksOfCases} from './cases.ts';
import {accepted, acceptedAsWhole, ofEachAccepted, sceneOfKinds} from './each-kind.ts';

const users = sceneOfKinds({
  id: 'store: users of each name and limit',
  kinds: {name: constantKinds(['Zoë', "O'Neil"]), limit: constantKinds([1])},
  plain: () => ({name: 'Ada', limit: 5}),
  act: (s, values): {created: Handle} => ({created: s.call('createUser', {body: values})}),
});

const checks = [
  ...checksOfCases(users, 'the name', {'store.users.x': accepted('created', 'name')}),
  ...checksOfCases(users, 'the user', {'store.users.x': acceptedAsWhole('created', 'name')}),
  ...checksOfCases(users, 'shown', {
    'store.users.x': ofEachAccepted('created', ({created}, {name = ''}) =>
      expectThat(created.body?.shown === true, {
        branch: `not shown: ${name}`,
        expected: 'the name',
        got: 'none',
        at: created,
      }),
    ),
  }),
];

const created = response(201, ['created'], {body: {shown: true}});
const refusedFor = (...fields: string[]): Exchange =>
  response(422, ['invalid'], {
    body: {errors: Object.fromEntries(fields.map((field) => [field, ['wrong']]))},
  });

/** The judgement at a place, of the responses to the plain request and to the two others. */
const judged = (
  place: string,
  ...responses: [Exchange, Exchange, Exchange]
): Judgement | undefined =>
  checks
    .find((one) => one.place === place)
    ?.judge(Object.fromEntries(responses.map((one, at) => [`${at}: created`, one])) as never);

const branches = (judgement: Judgement | undefined) =>
  judgement?.violations.map(({branch}) => branch);

test('a refusal that blames a member breaks the rule about it, with the kind of its value', () => {
  const judgement = judged('the name', created, created, refusedFor('name'));
  expect(branches(judgement)).toEqual([`refused: name: "O'Neil"`]);
});

test('a refusal that blames another member does not', () => {
  expect(branches(judged('the name', created, created, refusedFor('limit')))).toEqual([]);
});

test('a refusal that blames no member breaks the rule about the whole request', () => {
  expect(branches(judged('the name', created, created, refusedFor()))).toEqual([]);
  expect(branches(judged('the user', created, created, refusedFor()))).toHaveLength(1);
});

test('nothing is decided if plain values are refused', () => {
  const judgement = judged('the user', refusedFor(), created, created);
  expect(judgement?.inconclusive).toContain('plain values');
});

test('what was refused need not be shown', () => {
  const hidden = response(201, ['created']);
  expect(branches(judged('shown', created, hidden, refusedFor()))).toEqual(['not shown: "Zoë"']);
});
