import {expect, test} from 'vitest';
import {Journal} from './journal.ts';
import {KeptMessages, MAX_BODY_BYTES} from './kept-messages.ts';

const entry = {at: 0, world: 'demo', method: 'POST', path: '/x', status: 200};
const sent = (body: string | Buffer) => ({
  request: {headers: ['X-A', '1'], body},
  response: {headers: {'x-b': '2'}, body: ''},
});

test('when bodies become too many, the oldest of all journals go first and say so', () => {
  const messages = new KeptMessages(1000);
  const [one, other] = [new Journal(messages), new Journal(messages)];
  one.add({...entry, messages: sent('a'.repeat(400))});
  other.add({...entry, messages: sent('b'.repeat(400))});
  other.add({...entry, messages: sent('c'.repeat(400))});
  const [gone] = one.newest(1);
  expect(gone!.request).toMatchObject({body: null, body_note: expect.stringContaining('16 MiB')});
  expect(other.newest(2).map(({request}) => request!.body![0])).toEqual(['b', 'c']);
  expect(messages.bytes).toBeLessThanOrEqual(1000);
});

test('entries that leave a journal, and journals that go, free what they kept', () => {
  const messages = new KeptMessages();
  const journal = new Journal(messages, 2);
  for (let i = 0; i < 5; i++) journal.add({...entry, messages: sent('x'.repeat(100))});
  expect(messages.bytes).toBe(2 * 108);
  journal.dropMessages();
  expect(messages.bytes).toBe(0);
});

test('a long body is cut, also inside a character, and keeps nothing else in memory', () => {
  const journal = new Journal();
  const text = `a${'é'.repeat(MAX_BODY_BYTES)}`;
  for (const body of [text, Buffer.from(text)]) {
    journal.add({...entry, messages: sent(body)});
    const [{request}] = journal.newest(1) as any;
    expect(request.body.length).toBeLessThanOrEqual(MAX_BODY_BYTES);
    expect(text.startsWith(request.body)).toBe(true);
    expect(request.body_note).toContain('cut: the first 8192 of');
  }
});

test('bytes that are no text are counted and not shown', () => {
  const journal = new Journal();
  for (const bytes of [Buffer.from([0, 1, 2]), Buffer.from([0xff, 0xfe, 0x41])])
    journal.add({...entry, messages: sent(bytes)});
  for (const {request} of journal.newest(2))
    expect(request).toMatchObject({body: null, body_note: '3 bytes that are no text'});
});

test.each([
  ['{"token":"abcdefghijklmnop","a":1}', '{"token":"abcdefgh...","a":1}'],
  ['{"new_password": "short"}', '{"new_password": "sh..."}'],
  ['{"password": 12345678, "secret": null}', '{"password": "...", "secret": null}'],
  ['{"a":"token","b":"key"}', '{"a":"token","b":"key"}'],
  ['{"token":"abcdefghij', '{"token":"abcde...'],
  ['{"token":"a\\"bcdefghijklmnop"}', '{"token":"a\\"bcdef..."}'],
  [
    '{"url":"http://h/x?X-Signature=abcdefghijklmnop&a=1"}',
    '{"url":"http://h/x?X-Signature=abcdefgh...&a=1"}',
  ],
  ['["http://h/?token=abcdefghijklmnop","b"]', '["http://h/?token=abcdefgh...","b"]'],
  ['{"key":"uploads/a.epub"}', '{"key":"uploads/a.epub"}'],
  ['code=abcdefghijklmnop&x=1', 'code=abcdefgh...&x=1'],
])('%s is shown as %s', (body, shown) => {
  const journal = new Journal();
  journal.add({...entry, messages: sent(body)});
  expect(journal.newest(1)[0]!.request!.body).toBe(shown);
});

test('headers with secrets are shortened', () => {
  const journal = new Journal();
  const headers = {
    Authorization: 'Bearer abcdefghijklmnop',
    'X-User-Token': 'abcdefghijklmnop',
    'Set-Cookie': ['site=abcdefghijklmnop; Path=/', 'b=abcdefghijklmnop; HttpOnly'],
    Location: 'https://h/back?code=abcdefghijklmnop',
    'X-Plain': 'abcdefghijklmnop',
  };
  journal.add({...entry, messages: {request: {headers}, response: {headers: []}}});
  expect(journal.newest(1)[0]!.request!.headers).toEqual({
    Authorization: 'Bearer abcdefgh...',
    'X-User-Token': 'abcdefgh...',
    'Set-Cookie': 'site=abcdefgh...; Path=/, b=abcdefgh...; HttpOnly',
    Location: 'https://h/back?code=abcdefgh...',
    'X-Plain': 'abcdefghijklmnop',
  });
});
