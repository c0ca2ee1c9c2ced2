import {describe, expect, it, test} from 'vitest';
import {
  contradiction,
  oneLess,
  slice,
  type ResponsesByCommand,
  type Command,
} from '../../spec/relation.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {AnyModel} from '../language/model.ts';
import {modelChecks} from './model-check.ts';
import {sequencesOf} from './model-sequences.ts';
import {Script} from '../language/script.ts';
import {isSameJson} from '../../spec/json.ts';
import {EMPTY as NOBODY, relation as users} from '../store/users/states/model.ts';
import {sequences as userSequences} from '../store/users/states/sequences.ts';
import {EMPTY, relation as uploads} from '../workspace/uploads/model.ts';
import {sequences as uploadSequences} from '../workspace/uploads/sequences.ts';

const SUCCESSES = [
  'registered',
  'reserved',
  'page',
  'account',
  'publication',
  'created',
  'deactivated',
  'reactivated',
  'stored',
];

/** The only response to a command. */
const response = (situation: string, body: unknown = {}): Exchange[] => [
  {
    step: 's',
    op: 'x',
    as: 'full',
    sentAt: 0,
    gotAt: 1,
    status: SUCCESSES.includes(situation) ? 200 : 422,
    situations: [situation],
    documented: [situation],
    headers: {},
    body,
    sent: {method: 'GET', url: 'http://localhost/', headers: {}},
  },
];

/** Responses by the id of their command. */
const byCommand = (...pairs: [number, Exchange[]][]): ResponsesByCommand => new Map(pairs);

/** Commands with ids from 0; the number beside a name is the command that it acts on. */
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
  const responses = byCommand(
    [0, response('account', {publications_left: 2})],
    [1, response('reserved', {publication_id: 'p'})],
    [2, response('stored')],
    [3, response('registered', {id: 'p'})],
    [4, response('publication', {id: 'p'})],
    [5, response('account', {publications_left: 1})],
  );
  expect(contradiction(EMPTY, uploads, commands, responses)).toBeUndefined();
});

test('a model sees a registration that spends nothing', () => {
  const commands = does(
    'read the account',
    'reserve',
    ['upload', 1],
    ['register', 1],
    'read the account',
  );
  const responses = byCommand(
    [0, response('account', {publications_left: 2})],
    [1, response('reserved', {publication_id: 'p'})],
    [2, response('stored')],
    [3, response('registered', {id: 'p'})],
    [4, response('account', {publications_left: 2})],
  );
  expect(contradiction(EMPTY, uploads, commands, responses)?.command.id).toBe(4);
});

test('a model tolerates what the document leaves open: a second PUT refused, or taken', () => {
  const commands = does('reserve', ['upload', 0], ['upload one byte less', 0], ['register', 0]);
  const start: [number, Exchange[]][] = [
    [0, response('reserved', {publication_id: 'p'})],
    [1, response('stored')],
  ];
  expect(
    contradiction(
      EMPTY,
      uploads,
      commands,
      byCommand(...start, [2, response('storage-refused')], [3, response('registered', {id: 'p'})]),
    ),
  ).toBeUndefined();
  expect(
    contradiction(
      EMPTY,
      uploads,
      commands,
      byCommand(...start, [2, response('stored')], [3, response('incomplete')]),
    ),
  ).toBeUndefined();
  expect(
    contradiction(
      EMPTY,
      uploads,
      commands,
      byCommand(...start, [2, response('stored')], [3, response('not-landed')]),
    )?.command.id,
  ).toBe(3);
});

test('a model tolerates that the reserved size does not count if the declared one is stored', () => {
  const contradictionAfter = (registered: string, read: Exchange[]) =>
    contradiction(
      EMPTY,
      uploads,
      does('reserve', ['upload one byte less', 0], ['register a byte less', 0], ['read', 0]),
      byCommand(
        [0, response('reserved', {publication_id: 'p'})],
        [1, response('stored').map((one) => ({...one, requestBody: {size: 99}}))],
        [2, response(registered, {id: 'p'})],
        [3, read],
      ),
    )?.command.id;
  const read = (size: number) => response('publication', {id: 'p', original_size_bytes: size});
  expect(contradictionAfter('registered', read(99))).toBeUndefined();
  expect(contradictionAfter('registered', read(100))).toBe(3);
  expect(contradictionAfter('incomplete', response('publication-not-found'))).toBeUndefined();
  expect(contradictionAfter('incomplete', read(99))).toBe(3);
});

test('a model sees a registration whose declared size is not stored', () => {
  for (const [upload, register] of [
    ['upload', 'register a byte less'],
    ['upload', 'register with another size'],
    ['upload one byte less', 'register with another size'],
  ] as const)
    expect(
      contradiction(
        EMPTY,
        uploads,
        does('reserve', [upload, 0], [register, 0]),
        byCommand(
          [0, response('reserved', {publication_id: 'p'})],
          [1, response('stored')],
          [2, response('registered', {id: 'p'})],
        ),
      )?.command.id,
    ).toBe(2);
});

test('a model sees an anonymized user come back', () => {
  const commands = does('create', ['anonymize', 0], ['reactivate', 0]);
  const responses = byCommand(
    [0, response('created', {data: {id: 7}})],
    [1, response('deactivated')],
    [2, response('reactivated')],
  );
  expect(contradiction(NOBODY, users, commands, responses)?.command.does).toBe('reactivate');
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
    const responses = byCommand(
      [0, response('account', {publications_left: 5})],
      [1, response('reserved', {publication_id: 'a'})],
      [2, response('reserved', {publication_id: 'b'})],
      [3, response('stored')],
      [4, response('page', {data: []})],
      [5, response('stored')],
      [6, response('publication-not-found')],
      [7, response('registered', {id: 'a'})],
      [8, response('account', {publications_left: 4})],
      [9, response('not-landed')],
    );
    const shortest = slice(EMPTY, uploads, commands, responses);
    expect(shortest.map((command) => command.does)).toEqual(['reserve', 'upload', 'register']);
    expect(contradiction(EMPTY, uploads, shortest, responses)?.command.id).toBe(9);
  });

  it('keeps what the last command acts on', () => {
    const commands = does(
      'create',
      'create',
      ['deactivate', 0],
      ['anonymize', 1],
      ['reactivate', 1],
    );
    const responses = byCommand(
      [0, response('created', {data: {id: 1}})],
      [1, response('created', {data: {id: 2}})],
      [2, response('deactivated')],
      [3, response('deactivated')],
      [4, response('reactivated')],
    );
    expect(slice(NOBODY, users, commands, responses).map((command) => command.id)).toEqual([
      1, 3, 4,
    ]);
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

const racing: Command[] = [
  {id: 0, does: 'create'},
  {id: 1, does: 'deactivate', on: 0},
  {id: 2, does: 'reactivate', on: 0},
  {id: 3, does: 'anonymize', on: 0, atOnce: true},
  {id: 4, does: 'list the deactivated'},
];
const deactivatedRow = (flagged: boolean): unknown => ({
  data: {
    paginator: {
      data: [
        {
          id: 7,
          email: flagged ? 'user-7@gone.example' : 'ada@readers.example',
          external_id: flagged ? null : 'ada',
          deleted_at: 'now',
        },
      ],
    },
  },
});
const raced = (reactivated: string, list: unknown): ResponsesByCommand =>
  byCommand(
    [0, response('created', {data: {id: 7}})],
    [1, response('deactivated')],
    [2, response(reactivated)],
    [3, response('deactivated')],
    [4, response('page', list)],
  );

describe('commands at the same moment', () => {
  it.each(['reactivated', 'anonymized'])('fit in one of the two orders: %s', (reactivated) => {
    expect(
      contradiction(NOBODY, users, racing, raced(reactivated, deactivatedRow(true))),
    ).toBeUndefined();
  });

  it('fit neither order when the user is as before', () => {
    const found = contradiction(NOBODY, users, racing, raced('reactivated', deactivatedRow(false)));
    expect(found?.command.id).toBe(4);
  });

  it('contradict each other when no order explains the responses', () => {
    const found = contradiction(
      NOBODY,
      users,
      racing,
      byCommand(
        [0, response('created', {data: {id: 7}})],
        [1, response('deactivated')],
        [2, response('user-not-found')],
        [3, response('deactivated')],
      ),
    );
    expect(found?.expected).toContain('at the same moment to be answered as one after the other');
  });

  it('are left out together, and what is left of them joins no earlier command', () => {
    const pair: Command[] = [
      {id: 0, does: 'create'},
      {id: 1, does: 'create'},
      {id: 2, does: 'deactivate', on: 0},
      {id: 3, does: 'deactivate', on: 1, atOnce: true},
    ];
    const [withoutFirst, , withoutPair] = oneLess(pair);
    expect(withoutFirst).toEqual([
      {id: 1, does: 'create'},
      {id: 3, does: 'deactivate', on: 1},
    ]);
    expect(withoutPair).toEqual(pair.slice(0, 2));
  });

  it('are recorded as one race, and shortened together', () => {
    const responses = raced('reactivated', deactivatedRow(false));
    const shorter = slice(NOBODY, users, racing, responses).map(({id}) => id);
    expect(shorter.includes(2)).toBe(shorter.includes(3));
    const [check] = modelChecks(userSequences, 1, 1);
    const script = new Script('store');
    check?.sequence?.withCommands(racing).scene.act(script, undefined);
    const race = script.steps.find(({step}) => step === 'parallel');
    expect(race).toMatchObject({branches: [[{op: 'reactivateUser'}], [{op: 'deactivateUser'}]]});
  });
});

test('an opening may give a command at the same moment as the one before', () => {
  const model = {
    ...userSequences,
    openings: ['create, deactivate & update the email'],
  } satisfies AnyModel;
  const [commands] = sequencesOf(model, 1, 1);
  expect(commands?.[2]).toEqual({id: 2, does: 'update the email', on: 0, atOnce: true});
});

test('in the first sequence no time passes, in the others it does', () => {
  const waits = (seed: number): number[] =>
    sequencesOf(uploadSequences, seed, 8).map(
      (commands) => commands.filter(({does}) => does.startsWith('wait')).length,
    );
  const bySeed = [1, 2, 3, 4].map(waits);
  expect(bySeed.map(([first]) => first)).toEqual([0, 0, 0, 0]);
  expect(bySeed.flat().some((count) => count > 1)).toBe(true);
});

test('a request that was not sent contradicts no model', () => {
  const [check] = modelChecks(userSequences as AnyModel, 1, 1);
  const judgement = check?.judge({} as never);
  expect(judgement?.violations).toEqual([]);
  expect(judgement?.inconclusive).toContain('an earlier response lacks the id');
});

test('every second sequence goes on from an earlier one, cut between two moments', () => {
  const [earlier = []] = sequencesOf(userSequences, 5, 1);
  const sequences = sequencesOf(userSequences, 6, 4, {beginnings: [earlier]});
  const least = Math.ceil(earlier.length / 2);
  const begins = sequences.map((one) =>
    earlier.slice(0, least).every((command, index) => isSameJson(command, one[index])),
  );
  expect(begins).toEqual([false, true, false, false]);
  expect(sequences[1]).not.toEqual(earlier);
});
