import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {markForCut} from '../../language/cut.ts';
import {brief} from '../../language/judge.ts';
import {Ledger} from '../send/ledger/ledger.ts';
import {withSubstitutes} from '../../target/long-integers.ts';
import {Redaction} from './redaction.ts';

const SECRET = 'sk-"live"/Äx+7';

function redaction(people = true): Redaction {
  const ledger = new Ledger();
  ledger.noteSecret(SECRET);
  ledger.allowChanging('pc-1@presscheck.example');
  ledger.allowChanging('mine@presscheck.dev');
  ledger.allowChanging('7', 'user');
  return new Redaction(ledger, people);
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** A text in which every character is written in another way. */
const each = (text: string, write: (code: string) => string): string =>
  [...Buffer.from(text)].map((byte) => write(byte.toString(16).padStart(2, '0'))).join('');

test.each<[string, string]>([
  ['as it is', SECRET],
  ['in JSON', JSON.stringify(SECRET).slice(1, -1)],
  ['in JSON in JSON', JSON.stringify(JSON.stringify(SECRET)).slice(3, -3)],
  ['in a URL', encodeURIComponent(SECRET)],
  ['in a URL, with small letters', encodeURIComponent(SECRET).toLowerCase()],
  ['in a URL in a URL', encodeURIComponent(encodeURIComponent(SECRET))],
  ['in a URL, every character', each(SECRET, (code) => `%${code}`)],
  ['in small letters', SECRET.toLowerCase()],
  ['in JSON with escaped slashes', SECRET.replaceAll('/', String.raw`\/`).replaceAll('"', '\\"')],
  ['with the slash by its number', SECRET.replaceAll('/', String.raw`\u002f`)],
  ['in HTML', SECRET.replaceAll('/', '&#x2F;').replaceAll('+', '&#43;').replaceAll('"', '&quot;')],
  ['in hexadecimal digits', Buffer.from(SECRET).toString('hex')],
  ['in base64', base64(SECRET)],
  ['in base64 for URLs', Buffer.from(SECRET).toString('base64url')],
  ['in base64 in a URL', encodeURIComponent(base64(SECRET))],
  ['as a Basic password', base64(`key:${SECRET}`)],
  ['as a Basic password without a name', base64(`:${SECRET}`)],
  ['as a Basic name', base64(`${SECRET}:`)],
  ['as both', base64(`${SECRET}:${SECRET}`)],
  ['with its scheme in base64', base64(`Bearer ${SECRET}`)],
])('a secret is gone in every form that it takes: %s', (_, form) => {
  expect(redaction().text(`the key ${form} is unknown`)).toBe('the key REDACTED is unknown');
});

/** A redaction that knows these secrets only. */
function redactionOf(...secrets: string[]): Redaction {
  const ledger = new Ledger();
  for (const secret of secrets) ledger.noteSecret(secret);
  return new Redaction(ledger, true);
}

test('of a secret that continues another nothing remains', () => {
  const both = redactionOf('demo-key', 'demo-key-long-part', 'part-of-another');
  expect(both.text('x demo-key-long-part-of-another demo-key y')).toBe('x REDACTED REDACTED y');
});

test('a short secret is gone as it is written, and words that resemble it stay', () => {
  const text = redactionOf('Pass/1');
  expect(text.text(`Pass/1 Pass%2F1 ${base64('Pass/1:Pass/1')}`)).toBe(
    'REDACTED REDACTED REDACTED',
  );
  const words = String.raw`pass/1 PASS/1 Pass\/1 Pass-1 UGFzcy8x`;
  expect(text.text(words)).toBe(words);
});

test('a text without a secret stays, escapes and all', () => {
  const text = String.raw`%41%zz 100% &amp; &#x41; \u0041 \"live\" sk-live İstanbul c2stImxpdmU= /a/b/c`;
  expect(redaction().text(text)).toBe(text);
  expect(redactionOf().text(text)).toBe(text);
});

test('what stands around a secret stays, with its escapes', () => {
  const before = String.raw`İ%20\u0041\"/api/`;
  expect(redaction().text(`${before}${encodeURIComponent(SECRET)}${before}`)).toBe(
    `${before}REDACTED${before}`,
  );
  const form = base64(`${'x'.repeat(3)}${SECRET}`);
  expect(redaction().text(`/v1/${form}?a=%20b`)).toBe('/v1/REDACTED?a=%20b');
});

test('whatever stands around a secret, it is found, and nothing else is lost', () => {
  const around = fc.string({
    unit: fc.constantFrom(...'ab %2f&#x;\\"u0041İΣ'.split('')),
    maxLength: 12,
  });
  const writing = fc.constantFrom<(text: string) => string>(
    (text) => text,
    encodeURIComponent,
    (text) => JSON.stringify(text).slice(1, -1),
    (text) => each(text, (code) => `&#x${code};`),
  );
  const secret = 'k3y/Value+99';
  fc.assert(
    fc.property(around, around, writing, (before, after, write) => {
      const got = redactionOf(secret).text(`${before} ${write(secret)} ${after}`);
      expect(got).toBe(`${before} REDACTED ${after}`);
    }),
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
  const body = {own: {id: 7, [SECRET]: 1}, data: [{id: 8, [`key ${SECRET}`]: 'x'}]};
  expect(redaction().body(body)).toEqual({
    own: {id: 7, REDACTED: 1},
    data: [{id: 'number', 'key REDACTED': 'string'}],
  });
  expect(redaction().at(body, '/data/0')).toBe('{"id":"number","key REDACTED":"string"}');
  expect(redaction().texts({[SECRET]: SECRET})).toEqual({REDACTED: 'REDACTED'});
});

test('what stands in a row of the run is shown, except people; so are rows of its users, and answers of hooks', () => {
  const product = {id: 'a-sample', expiration_date: '2026-13-01', currency_id: null};
  const stranger = {id: 9, email: 'jane@shop.com'};
  const order = {id: 7, products: [product], readers: [stranger]};
  const shape = {id: 'number', email: 'string'};
  expect(redaction().body(order)).toEqual({id: 7, products: [product], readers: [shape]});
  expect(redaction().at(order, '/products/0/expiration_date')).toBe('"2026-13-01"');
  expect(redaction().at(order, '/readers/0/id')).toBe('"number"');
  expect(redaction().body({data: [{...product, user_id: 7}]})).toEqual({
    data: [{...product, user_id: 7}],
  });
  expect(redaction().body({data: [{...product, user_id: 8}]})).toMatchObject({
    data: [{user_id: 'number'}],
  });
  expect(redaction().answer({id: 3, may: 'yes', all: [stranger], token: 't'})).toEqual({
    id: 3,
    may: 'yes',
    all: [shape],
    token: 'REDACTED',
  });
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

test('in a URL of its own a quotation mark belongs to the signature', () => {
  const url = `https://s.example/a'b?signature=ab'cd"ef&name='x'`;
  const redaction = new Redaction(new Ledger(), true);
  expect(redaction.text(url)).toBe("https://s.example/a'b?signature=REDACTED&name='x'");
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

const MEGABYTE = 1_000_000;

test.each<[string, string]>([
  ['names of secrets in a query', 'token'],
  ['base64', base64(SECRET).replace(/=+$/, '')],
  ['base64 with slashes', `/${base64(`///${SECRET}`)}`],
  ['hexadecimal digits', Buffer.from(SECRET).toString('hex')],
  ['secrets', SECRET],
  ['beginnings of secrets', SECRET.slice(0, 5)],
  ['parts of addresses', 'a@'],
  ['escapes', '%25'],
  ['marks of a cut', '\uE0001\uE001'],
  ['the first mark of a cut', '\uE000'],
])(
  'a megabyte is redacted at once: %s',
  (_, unit) => {
    const text = `?${unit.repeat(MEGABYTE / unit.length)}`;
    // If it was read again for each part, this would take minutes.
    expect(JSON.stringify(redaction().body({text})).length).toBeLessThan(1000);
  },
  20_000,
);

test('an address with millions of labels is redacted', () => {
  expect(redaction().text(`jane@${'a.'.repeat(4 * MEGABYTE)}b`)).toBe('ADDRESS');
});

test('no mark of a cut remains behind a URL, and none joins the halves of a secret', () => {
  const url = `http://s.example:-0/${'a'.repeat(80)}?signature=${'b'.repeat(40)}`;
  const shown = redaction().text(`no URL: ${markForCut(url, 80)}; again`);
  expect(shown).toBe(`no URL: ${url.slice(0, 77)}... again`);
  const halves = `${SECRET.slice(0, 6)}\uE00099\uE001${SECRET.slice(6)}\uE002`;
  expect(redaction().text(halves)).toBe('REDACTED');
});

/** The value of a JSON text as a run gets it. */
const received = (json: string): unknown => JSON.parse(withSubstitutes(json)) as unknown;

test.each<[string, string]>([
  ['a number', '4815162342108'],
  ['part of a number', '994815162342108'],
  ['part of a longer number', '994815162342108481516234210899'],
  ['a number with a fraction', '4815162342108.5'],
  ['a negative number', '-4815162342108'],
  ['a number with an exponent', '4815162342108e12'],
  ['its hexadecimal digits', Buffer.from('4815162342108').toString('hex')],
])('a secret of digits is gone as %s', (_, number) => {
  const secret = redactionOf('4815162342108');
  const body = received(`{"code": ${number}, "list": [${number}]}`);
  const shown = [
    JSON.stringify(secret.body(body)),
    JSON.stringify(secret.sent(body)),
    secret.at(body, '/code'),
    secret.text(`got ${brief(body)}`),
  ].join(' ');
  expect(shown).toContain('REDACTED');
  expect(shown).not.toMatch(/4815162342108|34383135|4\.815/);
  expect(secret.body({left: 4815162342109, min: 481})).toEqual({left: 4815162342109, min: 481});
});

test('a long secret of digits is gone where JSON rounds it', () => {
  const secret = redactionOf('48151623421084815162');
  expect(secret.body(received('[48151623421084815162.0, 48151623421084815162e9]'))).toEqual([
    'REDACTED',
    expect.stringMatching(/^REDACTEDe\+\d+$/),
  ]);
});

test('a number of many digits is cut, after its secrets were taken out', () => {
  const number = '7'.repeat(300);
  const body = received(`{"left": ${number}}`);
  const short = `${'7'.repeat(77)}...`;
  expect(redaction().body(body)).toEqual({left: short});
  expect(redaction().text(`got ${brief(body)}`)).toBe(`got {"left":${short}}`);
  expect(redaction().body(received(`{"left": ${'6'.repeat(80)}}`))).toEqual({left: '6'.repeat(80)});
});

test('wherever a secret stands in a number that is cut, nothing of it remains', () => {
  const secret = redactionOf('4815162342108', '5558888-key');
  for (const before of [60, 70, 76, 77, 90, 300, 5000]) {
    const digits = `${'7'.repeat(before)}4815162342108${'9'.repeat(5000)}5558888`;
    const shown = secret.text(JSON.stringify(received(`{"left": "${digits}-key"}`)));
    expect(shown).not.toMatch(/481|key|555/);
    expect(shown.length).toBeLessThan(200);
  }
});

test.each<[string, (secret: string) => string]>([
  ['its last character', (secret) => secret.slice(0, -1)],
  ['its last four characters', (secret) => secret.slice(0, -4)],
  ['its first character', (secret) => secret.slice(1)],
  ['its first four characters', (secret) => secret.slice(4)],
  ['its last characters, in base64', (secret) => base64(secret.slice(0, -3))],
  [
    'its first characters, in hexadecimal',
    (secret) => Buffer.from(secret.slice(2)).toString('hex'),
  ],
])('a secret is gone that a deployment shows without %s', (_, write) => {
  const secret = 'sk-live-0a1b2c3d4e5f';
  const shown = redactionOf(secret).text(`the key ${write(secret)}** is unknown`);
  expect(shown).toBe('the key REDACTED** is unknown');
});
