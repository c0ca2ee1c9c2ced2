import {expect, test} from 'vitest';
import {CONTROL_VERBS, describedVerb, type ControlVerb} from '../../spec/control.ts';
import {exampleOf} from '../../spec/control/hook-value.ts';
import {HookAnswers} from './hook-answer.ts';

const answers = new HookAnswers();

const MAIL = {to: 'nora@example.com', kind: 'sale-approved', order: 'o1'};

test.each<[verb: ControlVerb, answered: unknown, complaint: string]>([
  ['mint-key', {key: {a: 1}}, 'it answered an object as `key`; expected: text'],
  ['mint-key', {key: ''}, 'it answered an empty text as `key`; expected: text'],
  ['mint-key', {}, 'it answered no `key`; expected: text'],
  ['mint-key', undefined, 'it answered nothing or null; expected: object with `key`'],
  [
    'issue-token',
    {token: 't', id: ['x']},
    'it answered a list as `id`; expected: text or whole number',
  ],
  [
    'may-this-user-read',
    {may: 'yes'},
    'it answered another text as `may`; expected: true or false',
  ],
  ['read-mail', {mails: [{...MAIL, to: undefined}]}, 'it answered no `mails.0.to`; expected: text'],
  ['read-mail', {mails: [MAIL, {...MAIL, to: null}]}, 'as `mails.1.to`; expected: text'],
  ['read-mail', {mails: [{...MAIL, kind: 'x'}]}, 'expected: "order-reported" or "sale-approved"'],
  ['read-mail', {}, 'it answered no `mails`; expected: list of object with `id`, `to`'],
  ['which-gateway', {gateway: 'some'}, 'expected: "global card gateway" or'],
  [
    'list-subscriptions',
    {subscriptions: [{plan: 1, last_day: 'soon', name: null}]},
    'it answered another text as `subscriptions.0.last_day`; expected: day as YYYY-MM-DD or null',
  ],
])('the hook %s is broken if it answers %j', (verb, answered, complaint) => {
  const check = (): void => answers.check(verb, answered);
  expect(check).toThrow(`the hook ${verb} is broken: `);
  expect(check).toThrow(complaint);
});

test('an answer with further members is none of another type, and what is not read is not checked', () => {
  answers.check('mint-key', {key: 'k', expires: null});
  answers.check('read-mail', {mails: [MAIL, {...MAIL, id: 4}]});
  answers.check('which-gateway', {gateway: null});
  answers.check('advance', 'done');
  answers.check('seed-publications', {});
});

test('the example of every verb is an answer', () => {
  for (const verb of Object.keys(CONTROL_VERBS) as ControlVerb[])
    answers.check(verb, exampleOf(describedVerb(verb).answer ?? {}));
});
