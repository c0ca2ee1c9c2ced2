import {describe, expect, it, test} from 'vitest';
import {contradiction, slice, type ResponsesByCommand, type Command} from '../spec/relation.ts';
import type {Exchange} from '../spec/step.ts';
import {modelChecks} from './model-check.ts';
import {Script} from './script.ts';
import {EMPTY as NOBODY, relation as users} from './store/users/model.ts';
import {sequences as userSequences} from './store/users/sequences.ts';
import {EMPTY, relation as uploads} from './workspace/uploads/model.ts';
import {sequences as uploadSequences} from './workspace/uploads/sequences.ts';

const answer = (situation: string, body: unknown = {}): Exchange[] => [
  {
    step: 's',
    op: 'x',
    as: 'full',
    sentAt: 0,
    gotAt: 1,
    status:
      /^(registered|reserved|page|account|publication|created|deactivated|reactivated|stored)$/.test(
        situation,
      )
        ? 200
        : 422,
    situations: [situation],
    documented: [situation],
    headers: {},
    body,
    sent: {method: 'GET', url: 'http://localhost/', headers: {}},
  },
];
const told = (...pairs: [number, Exchange[]][]): ResponsesByCommand => new Map(pairs);
const does = (...names: (string | [string, number])[]): Command[] =>
  names.map((name, id) =>
    typeof name === 'string' ? {id, does: name} : {id, does: name[0], on: name[1]},
  );

test('a model accepts a documented life of an upload', () => {
  const commands = does(
    'read the account',
    'reserve',
    ['upload', 1],
    ['register', 1],
    ['read', 1],
    'read the account',
  );
  const answers = told(
    [0, answer('account', {publications_left: 2})],
    [1, answer('reserved', {publication_id: 'p'})],
    [2, answer('stored')],
    [3, answer('registered', {id: 'p'})],
    [4, answer('publication', {id: 'p'})],
    [5, answer('account', {publications_left: 1})],
  );
  expect(contradiction(EMPTY, uploads, commands, answers)).toBeUndefined();
});

test('a model sees a registration that spends nothing', () => {
  const commands = does(
    'read the account',
    'reserve',
    ['upload', 1],
    ['register', 1],
    'read the account',
  );
  const answers = told(
    [0, answer('account', {publications_left: 2})],
    [1, answer('reserved', {publication_id: 'p'})],
    [2, answer('stored')],
    [3, answer('registered', {id: 'p'})],
    [4, answer('account', {publications_left: 2})],
  );
  expect(contradiction(EMPTY, uploads, commands, answers)?.command.id).toBe(4);
});

test('a model tolerates what the document leaves open: a second PUT that is refused, and one that is taken', () => {
  const commands = does('reserve', ['upload', 0], ['upload one byte less', 0], ['register', 0]);
  const start: [number, Exchange[]][] = [
    [0, answer('reserved', {publication_id: 'p'})],
    [1, answer('stored')],
  ];
  expect(
    contradiction(
      EMPTY,
      uploads,
      commands,
      told(...start, [2, answer('storage-refused')], [3, answer('registered', {id: 'p'})]),
    ),
  ).toBeUndefined();
  expect(
    contradiction(
      EMPTY,
      uploads,
      commands,
      told(...start, [2, answer('stored')], [3, answer('incomplete')]),
    ),
  ).toBeUndefined();
  expect(
    contradiction(
      EMPTY,
      uploads,
      commands,
      told(...start, [2, answer('stored')], [3, answer('not-landed')]),
    )?.command.id,
  ).toBe(3);
});

test('a model sees an anonymized user come back', () => {
  const commands = does('create', ['anonymize', 0], ['reactivate', 0]);
  const answers = told(
    [0, answer('created', {data: {id: 7}})],
    [1, answer('deactivated')],
    [2, answer('reactivated')],
  );
  expect(contradiction(NOBODY, users, commands, answers)?.command.does).toBe('reactivate');
});

describe('a slice', () => {
  it('is the shortest sequence that contradicts in the same way', () => {
    const commands = does(
      'read the account',
      'reserve',
      'reserve',
      ['upload', 1],
      'list',
      ['upload', 2],
      ['read', 2],
      ['register', 1],
      'read the account',
      ['register', 2],
    );
    const answers = told(
      [0, answer('account', {publications_left: 5})],
      [1, answer('reserved', {publication_id: 'a'})],
      [2, answer('reserved', {publication_id: 'b'})],
      [3, answer('stored')],
      [4, answer('page', {data: []})],
      [5, answer('stored')],
      [6, answer('publication-not-found')],
      [7, answer('registered', {id: 'a'})],
      [8, answer('account', {publications_left: 4})],
      [9, answer('not-landed')],
    );
    const shortest = slice(EMPTY, uploads, commands, answers);
    expect(shortest.map((command) => command.does)).toEqual(['reserve', 'upload', 'register']);
    expect(contradiction(EMPTY, uploads, shortest, answers)?.command.id).toBe(9);
  });

  it('keeps what the last command acts on', () => {
    const commands = does(
      'create',
      'create',
      ['deactivate', 0],
      ['anonymize', 1],
      ['reactivate', 1],
    );
    const answers = told(
      [0, answer('created', {data: {id: 1}})],
      [1, answer('created', {data: {id: 2}})],
      [2, answer('deactivated')],
      [3, answer('deactivated')],
      [4, answer('reactivated')],
    );
    expect(slice(NOBODY, users, commands, answers).map((command) => command.id)).toEqual([1, 3, 4]);
  });
});

describe('sequences', () => {
  const recorded = (model: typeof uploadSequences | typeof userSequences, seed: number): string[] =>
    modelChecks(model as typeof uploadSequences, seed, 10).map((check) => {
      const script = new Script(check.scene.api);
      check.scene.act(script, {});
      return JSON.stringify(script.steps);
    });

  it.each([
    ['uploads', uploadSequences],
    ['users', userSequences],
  ] as const)(
    'of %s are the same for one seed, others for another, and none is empty',
    (_name, model) => {
      expect(recorded(model, 1)).toEqual(recorded(model, 1));
      expect(recorded(model, 2)).not.toEqual(recorded(model, 1));
      expect(new Set(recorded(model, 1)).size).toBe(10);
    },
  );

  it('reach every operation of their chapter', () => {
    const operations = new Set(
      [...recorded(uploadSequences, 1), ...recorded(userSequences, 1)].join().match(/"op":"\w+"/g),
    );
    for (const op of [
      'createUpload',
      'createPublication',
      'getPublication',
      'createUser',
      'updateUser',
      'deactivateUser',
      'reactivateUser',
      'forceLogout',
    ])
      expect(operations).toContain(`"op":"${op}"`);
  });
});
