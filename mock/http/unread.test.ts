import {expect, test} from 'vitest';
import {reportingMock} from '../testing/reporting-mock.ts';
import type {JournalEntry} from '../world/journal.ts';

const here = reportingMock();

/** Sends a request with credentials of the demo world. @returns its line on the terminal, and its entry in the journal */
async function ask(
  api: 'workspace' | 'store',
  path: string,
  {headers = {}, body}: {headers?: Record<string, string>; body?: object} = {},
): Promise<{line: string; entry: JournalEntry}> {
  const response = await fetch(here.mock.urls[api] + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: 'Bearer demo-key-harbour-full',
      'x-user-token': 'demo-token-riverside-admin',
      'content-type': 'application/json',
      ...headers,
    },
    ...(body && {body: JSON.stringify(body)}),
  });
  await response.arrayBuffer();
  return {line: here.lines.join('\n'), entry: here.mock.world('demo')!.journal.newest(1)[0]!};
}

const STORE = '/integration-api/v1';
const USER = {email: 'unread@readers.example', new_password: 'correct horse', external_id: 'u-1'};

test.each([
  [
    '/consumption/sessions?from-date=2025-01-10',
    'query parameter from-date',
    'did you mean from_date?',
  ],
  ['/dashboard/users?perPage=3', 'query parameter perPage', /leave it out \(there are .*page.*\)/],
  ['/dashboard/users?page=1&Page=3', 'query parameter Page', 'did you mean page?'],
  [`/dashboard/users?${'q'.repeat(500)}=x`, 'query parameter qqqqqqqq...', /leave it out/],
])('%.40s: terminal and journal name the %s', async (path, part, todo) => {
  const {line, entry} = await ask('store', STORE + path);
  expect(line).toMatch(/^200 GET /);
  expect(line).toContain(`  the ${part} has no effect here: `);
  expect(entry.notes).toEqual([expect.stringContaining(`the ${part} has no effect here: `)]);
  if (typeof todo === 'string') expect(line.endsWith(todo)).toBe(true);
  else expect(line).toMatch(todo);
});

test('members of a body that nothing reads are named with the nearest known one', async () => {
  const body = {...USER, session_limit: 3, colour: 'red', Email: 'x'};
  const {line, entry} = await ask('store', `${STORE}/dashboard/users`, {body});
  expect(entry.status).toBeLessThan(300);
  expect(entry.notes).toEqual([
    'the member /session_limit has no effect here: did you mean /sessions_limit?',
    expect.stringMatching(
      /^the member \/colour has no effect here: leave it out \(there are .*email/,
    ),
    'the member /Email has no effect here: did you mean /email?',
  ]);
  expect(line).toContain(`  ${entry.notes!.join('; ')}`);
});

test('a key of idempotency is named where nothing reads it', async () => {
  const headers = {'Idempotency-Key': 'k-1'};
  const body = {...USER, external_id: 'u-2', email: 'keyed@readers.example'};
  const {entry} = await ask('store', `${STORE}/dashboard/users`, {headers, body});
  expect(entry.notes).toEqual([
    'the header Idempotency-Key has no effect here: after a lost response, read whether the change was made',
  ]);
  const read = await ask('store', `${STORE}/dashboard/users`, {headers});
  expect(read.entry.notes ?? []).toEqual([]);
});

test('members at any depth are named with their pointer, and free ones are not', async () => {
  const price = {unit_prize: 5, unit_price: 5, currency_id: 'USD'};
  const body = {
    type: 'report',
    extern_ref: 'b-1',
    user: {id: 'reader-5', mail: 'a@b.example'},
    products: [{type: 'content', id: 'low-water', ...price}],
    unit_price: 5,
    currency_id: 'USD',
  };
  const {entry} = await ask('store', `${STORE}/orders`, {body});
  const all = `${entry.notes?.join('; ')} ${entry.why?.todo}`;
  expect(all).toContain('the member /extern_ref has no effect here');
  expect(all).toContain('the member /user/mail has no effect here: did you mean /user/email?');
  expect(all).toContain(
    '/products/0/unit_prize has no effect here: did you mean /products/0/unit_price?',
  );
  const plan = {name: 'P', type: 'recurring', details: '', prices: {USD: 1}};
  const accepted = await ask('store', `${STORE}/dashboard/plans`, {body: plan});
  expect(accepted.entry.notes).toEqual([]);
});

test.each([
  ['X-Idempotency-Key', 'Idempotency-Key'],
  ['Idempotency_Key', 'Idempotency-Key'],
  ['Idempotancy-Key', 'Idempotency-Key'],
  ['X-Prefer', 'Prefer'],
])('the header %s has no effect, and terminal and journal name %s', async (name, meant) => {
  const list = here.mock.world('demo')!.table('publications').all();
  const {key} = [...list][0]!;
  const note = `the header ${name.toLowerCase()} has no effect here: did you mean ${meant}?`;
  const {line, entry} = await ask('workspace', `/api/v1/publications/${key}/runs`, {
    headers: {[name]: 'k-1'},
    body: {tool: 'file-validation'},
  });
  expect((entry.notes ?? []).join().toLowerCase()).toBe(note.toLowerCase());
  expect(line.toLowerCase()).toContain(note.toLowerCase());
});

test('a refusal names the header in which the credential was meant to be', async () => {
  const response = await fetch(`${here.mock.urls.store}${STORE}/orders`, {
    headers: {'X-User-Tokn': 'demo-token-riverside-admin'},
  });
  expect(response.status).toBe(401);
  expect(here.lines.join()).toMatch(
    /got none; .*; the header x-user-tokn has no effect here: did you mean X-User-Token\?/i,
  );
});

test('the header of the other API, and what every client sends, needs no word', async () => {
  const headers = {
    accept: 'application/json',
    'x-request-id': '1',
    'x-forwarded-for': '10.0.0.1',
    'x-csrf-token': 't',
    referer: 'http://a.example/',
    priority: 'u=1',
    'content-language': 'en',
    'proxy-authorization': 'x',
  };
  const {line, entry} = await ask('store', `${STORE}/dashboard/users?page=1`, {headers});
  expect(line).toBe('');
  expect(entry.notes).toEqual([]);
});
