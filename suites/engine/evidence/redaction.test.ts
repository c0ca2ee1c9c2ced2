import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {brief} from '../../judge.ts';
import {Ledger} from '../cleaning/ledger.ts';
import {Redaction} from './redaction.ts';

const SECRET = 'sk-"live"/Äx+7';

function redaction(people = true): Redaction {
  const ledger = new Ledger();
  ledger.noteSecret(SECRET);
  ledger.own('pc-1@presscheck.example');
  ledger.own('mine@presscheck.dev');
  ledger.own('7', 'user');
  return new Redaction(ledger, people);
}

test('a secret is gone in every form that it takes', () => {
  const forms = [
    SECRET,
    encodeURIComponent(SECRET),
    JSON.stringify(SECRET),
    Buffer.from(`key:${SECRET}`).toString('base64'),
  ];
  for (const form of forms)
    expect(redaction().text(`the key ${form} is unknown`)).toMatch(
      /^the key "?REDACTED"? is unknown$/,
    );
});

test('a text is cut only after its secrets were taken out', () => {
  const got = redaction().text(
    `expected a user, got ${brief(`${'x'.repeat(100)}${SECRET}, no key`)}`,
  );
  expect(got).toBe(`expected a user, got "${'x'.repeat(100)}REDACTED, no key"`);
  // However long the rest is, and wherever the cut falls.
  for (let before = 90; before < 125; before += 1) {
    const text = `${'x'.repeat(before)}${SECRET} and jane.doe@bigcorp.com ${'y '.repeat(40_000)}`;
    const shown = redaction().text(`got ${brief(text)}; retry`);
    expect(shown).not.toMatch(/live|sk-|Äx|jane|bigc/);
    expect(shown).toMatch(/\.\.\.; retry$/);
    expect(shown.length).toBe('got '.length + 120 + '; retry'.length);
    expect(redaction().body({text})).not.toMatchObject({text: expect.stringMatching(/live|jane/)});
  }
});

test('a secret in the name of a member is gone, in bodies, shapes and violations', () => {
  const body = {id: 7, [SECRET]: 1, data: [{id: 8, [`key ${SECRET}`]: 'x'}]};
  expect(redaction().body(body)).toEqual({
    id: 7,
    REDACTED: 1,
    data: [{id: 'number', 'key REDACTED': 'string'}],
  });
  expect(redaction().at(body, '/data/0')).toBe('{"id":"number","key REDACTED":"string"}');
  expect(redaction().texts({[SECRET]: SECRET})).toEqual({REDACTED: 'REDACTED'});
});

test('the marks of a text that is to be cut cannot be sent by a deployment', () => {
  const sent = `\uE0000\uE001${'a'.repeat(200)}\uE002`;
  expect(redaction().text(brief(sent))).toMatch(/^" 0 a+\.\.\.$/);
});

test('addresses of people are gone, those of the run and of nobody stay', () => {
  const said = redaction().text(
    'jane@bigcorp.com, pc-1@presscheck.example, mine@presscheck.dev, ada@readers.example, x@example.org <j.d+1@mail.co.uk>',
  );
  expect(said).toBe(
    'ADDRESS, pc-1@presscheck.example, mine@presscheck.dev, ada@readers.example, x@example.org <ADDRESS>',
  );
});

test('signatures and keys in queries are gone', () => {
  expect(
    redaction().text(
      'PUT http://s.example/k?X-Amz-Signature=abc&X-Amz-Credential=d&part=1&api_key=z',
    ),
  ).toBe(
    'PUT http://s.example/k?X-Amz-Signature=REDACTED&X-Amz-Credential=REDACTED&part=1&api_key=REDACTED',
  );
});

test('a row of the run is shown, one of somebody else is a shape', () => {
  const body = {
    data: [
      {id: 7, name: 'Run', email: 'mine@presscheck.dev', token: 't'},
      {
        id: 8,
        name: 'Jane Roe',
        email: 'jane@bigcorp.com',
        tags: ['a'],
        address: {city: 'Kiel'},
        left: null,
      },
    ],
    total: 2,
  };
  expect(redaction().body(body)).toEqual({
    data: [
      {id: 7, name: 'Run', email: 'mine@presscheck.dev', token: 'REDACTED'},
      {
        id: 'number',
        name: 'string',
        email: 'string',
        tags: ['string'],
        address: {city: 'string'},
        left: 'null',
      },
    ],
    total: 2,
  });
  expect(redaction().body([{name: 'Jane Roe'}])).toEqual([{name: 'string'}]);
  expect(redaction().body({id: 8, name: 'Jane Roe'})).toEqual({id: 'number', name: 'string'});
});

test('on a mock nobody is a person', () => {
  const body = {data: [{id: 8, name: 'Jane Roe', email: 'jane@bigcorp.com', password: 'x'}]};
  expect(redaction(false).body(body)).toEqual({
    data: [{id: 8, name: 'Jane Roe', email: 'jane@bigcorp.com', password: 'REDACTED'}],
  });
});

test('what a violation shows of a foreign row is a type', () => {
  const body = {
    data: [
      {id: 8, name: 'Jane Roe', plan: {tier: 'gold'}},
      {id: 7, name: 'Run'},
    ],
  };
  const at = (pointer: string): string => redaction().at(body, pointer);
  expect([
    at('/data/0/name'),
    at('/data/0/plan/tier'),
    at('/data/0'),
    at('/data/1/name'),
    at('/data/0/none'),
    at('/none'),
  ]).toEqual([
    '"string"',
    '"string"',
    '{"id":"number","name":"string","plan":{"tier":"string"}}',
    '"Run"',
    'nothing',
    'nothing',
  ]);
});

test('a text of another form is shown, but for those of people and for secrets', () => {
  const url = 'reader/el-río?token=abc';
  const body = {
    data: [
      {id: 8, user: {id: 9, email: 'jane'}, products: [{id: 4, reader_url: url, token: 'abc'}]},
      {id: 6, email: 'jane', picture: 'pictures/jane.png'},
    ],
  };
  const at = (pointer: string): string => redaction().at(body, pointer, true);
  expect([
    at('/data/0/products/0/reader_url'),
    at('/data/0/products/0/token'),
    at('/data/0/products/0'),
    at('/data/0/user/email'),
    at('/data/1/picture'),
  ]).toEqual([
    '"reader/el-río?token=REDACTED"',
    'REDACTED',
    '{"id":"number","reader_url":"string","token":"string"}',
    '"string"',
    '"string"',
  ]);
});

test('what the run sent is its own, without its secrets', () => {
  expect(
    redaction().sent({email: 'not-an-address', new_password: 'abc', deep: [{id: 99}]}),
  ).toEqual({email: 'not-an-address', new_password: 'REDACTED', deep: [{id: 99}]});
});

test('no body makes it throw, and no secret or foreign name comes through', () => {
  const word = fc.constantFrom('Jane Roe', SECRET, `x${SECRET}`, 'jane@bigcorp.com');
  const {value} = fc.letrec((tie) => ({
    value: fc.oneof(
      {depthSize: 'medium'},
      word,
      fc.constantFrom<unknown>(null, 1, true, undefined),
      fc.array(tie('value'), {maxLength: 7}),
      fc.dictionary(
        fc.constantFrom('id', 'email', 'name', 'data', '__proto__', 'token'),
        tie('value'),
        {maxKeys: 4, noNullPrototype: true},
      ),
    ),
  }));
  fc.assert(
    fc.property(value, (body) => {
      const told = JSON.stringify(redaction().body({data: [{id: 8, body}]})) ?? '';
      expect(told).not.toContain('Jane Roe');
      expect(told).not.toContain('bigcorp');
      expect(JSON.stringify(redaction().body(body)) ?? '').not.toContain(
        JSON.stringify(SECRET).slice(1, -1),
      );
      expect(JSON.stringify(redaction().texts({body})) ?? '').not.toContain('bigcorp');
    }),
    {seed: 21, numRuns: 500},
  );
});
