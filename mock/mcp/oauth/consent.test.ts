import {auth} from '@modelcontextprotocol/sdk/client/auth.js';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import type {ClientRow} from '../../workspace/mcp/rows.ts';
import {escaped} from '../../http/page-frame.ts';
import {consentHeaders} from './consent-page.ts';
import {MAX_CODES} from './consent.ts';
import {MAX_DECISIONS} from './ticket.ts';
import {destinationOf} from './redirect-uri.ts';
import {clients, codes, decisions} from './tables.ts';
import {openTicket, sealTicket, type Ticket} from './ticket.ts';
import {answer, oauthServer, PersonsClient, type OauthServer} from './test-server.ts';

let ours: OauthServer;
let person: PersonsClient;
beforeEach(async () => {
  ours = await oauthServer();
  person = new PersonsClient();
  await auth(person, {serverUrl: `${ours.base('w')}/mcp`});
});
afterEach(() => ours.close());

/** Sends the authorization request of a good client, with other parameters. */
const authorize = (over: Record<string, string | undefined> = {}): Promise<Response> => {
  const url = new URL(person.consentPage!);
  for (const [name, value] of Object.entries(over))
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  return fetch(url, {redirect: 'manual'});
};
const sentBack = (response: Response): Record<string, string> =>
  Object.fromEntries(new URL(response.headers.get('location')!).searchParams);

describe('the page', () => {
  test('names client, workspaces, managers, scope and destination', async () => {
    const html = await (await authorize()).text();
    expect(html).toContain('Agent &lt;b&gt;&amp; friends&lt;/b&gt;');
    expect(html).not.toContain('<b>');
    for (const {key, name} of ours.world().table('workspaces').all() as Iterable<any>) {
      expect(html).toContain(`value="${key}"`);
      expect(html).toContain(escaped(name));
    }
    expect(html.match(/type="radio"/g)).toHaveLength(
      [...ours.world().table('workspaces').all()].length,
    );
    expect(html).toContain('<strong>127.0.0.1:53682</strong>');
    expect(html).toContain('mcp:use');
  });

  test('works on a phone, in the dark, by keyboard, and without a script', async () => {
    const html = await (await authorize()).text();
    for (const text of [
      'width=device-width',
      '<html lang="en">',
      'prefers-color-scheme: dark',
      'color-scheme: light dark',
      ':focus-visible',
      '<legend>Workspace</legend>',
      ' checked>',
    ])
      expect(html).toContain(text);
    expect(html).not.toMatch(/<script|\son\w+="|javascript:|https?:\/\//i);
  });
});

describe('the page, for a browser', () => {
  test('comes with headers that allow nothing but the form', async () => {
    const {headers} = await authorize();
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self' http: https:; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(consentHeaders('cursor://x/back')['Content-Security-Policy']).toContain(
      "form-action 'self' http: https: cursor:;",
    );
    expect(destinationOf('cursor://x/back')).toBe('the app that opens cursor: links');
  });

  test('is escaped, and nothing turns the direction of reading', () => {
    expect(escaped('\u202eevil"\'<>&\u0000\ud800')).toBe('evil&quot;&apos;&lt;&gt;&amp;');
  });

  test('has one choice for a client of a workspace', async () => {
    const row: ClientRow = {
      ...clients(ours.world()).find(({role}) => role === 'ci')!,
      metadata: {
        client_name: 'Ours',
        redirect_uris: ['https://client.example/back'],
        grant_types: ['authorization_code'],
      },
    };
    await ours.world().commit({changes: [{table: 'oauth_clients', put: row}], effects: []});
    const question = (): Promise<Response> =>
      authorize({client_id: row.key, redirect_uri: undefined});
    const html = await (await question()).text();
    expect(html.match(/name="workspace" value="([^"]*)"/g)).toEqual([
      `name="workspace" value="${row.tenant}"`,
    ]);
    const other = [...ours.world().table('workspaces').all()].find(({key}) => key !== row.tenant)!;
    expect((await answer(await question(), 'allow', {workspace: other.key})).status).toBe(400);
    expect((await answer(await question(), 'allow')).headers.get('location')).toMatch(
      /^https:\/\/client\.example\/back\?code=/,
    );
  });
});

const iss = (): string => ours.base('w');
const state = 'state of the "client"';

describe('an answer', () => {
  test('Allow sends a code, state and issuer; Deny says so', async () => {
    const yes = await answer(await authorize(), 'allow');
    expect([yes.status, sentBack(yes)]).toEqual([
      303,
      {code: expect.stringMatching(/^code_/), state, iss: iss()},
    ]);
    const no = await answer(await authorize(), 'deny', {workspace: ''});
    expect(sentBack(no)).toEqual({
      error: 'access_denied',
      error_description: 'The person denied.',
      state,
      iss: iss(),
    });
    expect(codes(ours.world())).toHaveLength(1);
    expect(ours.world().journal.after(0, 100).at(-1)).toMatchObject({
      situation: 'access_denied',
      why: {got: 'Deny'},
    });
  });

  test('goes to an app by its own scheme', async () => {
    const row = {
      ...clients(ours.world()).find(({key}) => key === person.client!.client_id)!,
      metadata: {redirect_uris: ['cursor://app/back?from=presscheck']},
    };
    await ours.world().commit({changes: [{table: 'oauth_clients', put: row}], effects: []});
    const yes = await answer(await authorize({redirect_uri: undefined}), 'allow');
    expect(yes.headers.get('location')).toMatch(
      /^cursor:\/\/app\/back\?from=presscheck&code=code_/,
    );
  });

  test.each<[string, Record<string, string>]>([
    ['no ticket', {ticket: ''}],
    ['a forged one', {ticket: `${Buffer.from('{}').toString('base64url')}.AAAA`}],
    ['neither button', {decision: 'perhaps'}],
    ['no workspace', {workspace: ''}],
    ["another's workspace", {workspace: 'ws_harbour'}],
  ])('with %s redirects nowhere, and explains it on a page', async (_name, over) => {
    const answered = await answer(await authorize(), 'allow', over);
    expect(answered.status).toBe(400);
    expect(answered.headers.get('content-security-policy')).toContain("form-action 'none'");
    expect(await answered.text()).toContain('start again');
    expect(codes(ours.world())).toHaveLength(0);
  });
});

describe('an answer from a page of another site', () => {
  test.each([{'sec-fetch-site': 'cross-site'}, {origin: 'http://evil.example'}, {origin: 'null'}])(
    'with %j is refused',
    async (headers) => {
      const page = await (await authorize()).text();
      const ticket = /name="ticket" value="([^"]*)"/.exec(page)![1]!;
      const [{key}] = ours.world().table('workspaces').all() as any;
      const answered = await fetch(`${ours.base('w')}/oauth/consent`, {
        method: 'POST',
        redirect: 'manual',
        headers: headers as unknown as Record<string, string>,
        body: new URLSearchParams({ticket, workspace: key, decision: 'allow'}),
      });
      expect(answered.status).toBe(403);
      expect(codes(ours.world())).toHaveLength(0);
    },
  );
});

describe('an answer that is refused', () => {
  test('of another world, of a changed ticket or too late goes nowhere', async () => {
    await ours.mock.worlds.create({id: 'twin', seed: 5});
    await ours.mock.worlds.restore('twin', structuredClone(ours.world().image()));
    const ticket = /name="ticket" value="([^"]*)"/.exec(await (await authorize()).text())![1]!;
    const [text, seal] = ticket.split('.') as [string, string];
    const opened = JSON.parse(Buffer.from(text, 'base64url').toString());
    const changed = Buffer.from(
      JSON.stringify({...opened, redirectUri: 'https://evil.example/'}),
    ).toString('base64url');
    const [{key}] = ours.world().table('workspaces').all() as any;
    const send = (base: string, ticket: string): Promise<Response> =>
      fetch(`${base}/oauth/consent`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ticket, workspace: key, decision: 'allow'}),
      });
    expect((await send(ours.base('twin'), ticket)).status).toBe(400);
    expect((await send(ours.base('w'), `${changed}.${seal}`)).status).toBe(400);
    expect((await send(ours.base('w'), `${ticket}.more`)).status).toBe(400);
    expect((await send(ours.base('w'), ticket)).status).toBe(303);
    const again = await send(ours.base('w'), ticket);
    expect(again.status).toBe(400);
    expect(await again.text()).toContain('answered already');
    const other = sealTicket(ours.world(), opened);
    await ours.world().advance(600_000);
    expect((await send(ours.base('w'), other)).status).toBe(400);
  });

  test('again and again, while the clock stands still, does not pile up codes', async () => {
    const ticket = /name="ticket" value="([^"]*)"/.exec(await (await authorize()).text())![1]!;
    const [{key}] = ours.world().table('workspaces').all() as any;
    const allowed = {workspace: key, decision: 'allow'};
    const opened = openTicket(ours.world(), ticket) as Ticket;
    const first = sealTicket(ours.world(), opened);
    expect((await ours.form('/oauth/consent', {...allowed, ticket: first})).status).toBe(303);
    for (let i = 0; i < MAX_CODES + 200; i += 100)
      await Promise.all(
        Array.from({length: 100}, () => {
          const another = sealTicket(ours.world(), opened);
          return ours.form('/oauth/consent', {...allowed, ticket: another});
        }),
      );
    expect(codes(ours.world())).toHaveLength(MAX_CODES);
    expect(decisions(ours.world())).toHaveLength(MAX_DECISIONS);
    // The first tickets were answered, but the world has forgotten which of them.
    expect((await ours.form('/oauth/consent', {...allowed, ticket: first})).status).toBe(400);
    expect((await ours.form('/oauth/consent', {...allowed, ticket})).status).toBe(400);
  });

  test('for a client that is gone goes nowhere', async () => {
    const page = await authorize();
    await ours
      .world()
      .commit({changes: [{table: 'oauth_clients', del: person.client!.client_id}], effects: []});
    expect((await answer(page, 'allow')).status).toBe(400);
  });
});

describe('a request that is wrong', () => {
  test.each<[string, Record<string, string | undefined>, string]>([
    ['no challenge', {code_challenge: undefined}, 'invalid_request'],
    ['a challenge of another length', {code_challenge: 'abc'}, 'invalid_request'],
    ['a plain challenge', {code_challenge_method: 'plain'}, 'invalid_request'],
    ['a token at once', {response_type: 'token'}, 'unsupported_response_type'],
    ['another scope', {scope: 'mcp:use admin'}, 'invalid_scope'],
    ['another resource', {resource: 'https://elsewhere.example/mcp'}, 'invalid_target'],
    ['the resource of another world', {resource: 'http://localhost/mcp'}, 'invalid_target'],
  ])('(%s) is reported to the client, with state and issuer', async (_name, over, error) => {
    const answered = await authorize(over);
    expect(answered.status).toBe(302);
    const parameters = sentBack(answered);
    expect(parameters).toMatchObject({error, state: 'state of the "client"', iss: ours.base('w')});
    expect(parameters['error_description']).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  });

  test('with an unknown client is reported on a page, or to a program in JSON', async () => {
    const url = new URL(person.consentPage!);
    url.searchParams.set('client_id', 'forgotten');
    const page = await fetch(url, {headers: {accept: 'text/html,application/xhtml+xml,*/*;q=0.8'}});
    expect([page.status, page.headers.get('content-type')]).toEqual([
      400,
      'text/html; charset=utf-8',
    ]);
    expect(await page.text()).toContain('sign out and in again');
    expect(await (await fetch(url)).json()).toMatchObject({error: 'invalid_client'});
  });

  test('with another redirect is reported to the person only', async () => {
    const answered = await authorize({redirect_uri: 'https://evil.example/'});
    expect([answered.status, answered.headers.get('location')]).toEqual([400, null]);
  });

  test.each(['http://user@127.0.0.1:1/callback', 'http://127.0.0.1:1/callback#x'])(
    'with another redirect to this machine (%s) is reported to the person only',
    async (redirect_uri) => {
      const answered = await authorize({redirect_uri});
      expect([answered.status, answered.headers.get('location')]).toEqual([400, null]);
    },
  );

  test('in nothing: no scope, no resource, another port of this machine, a form', async () => {
    expect(
      (
        await authorize({
          scope: undefined,
          resource: undefined,
          redirect_uri: 'http://127.0.0.1:1/callback',
        })
      ).status,
    ).toBe(200);
    expect((await authorize({scope: '', resource: '', nonce: ''})).status).toBe(200);
    const {searchParams: body, pathname} = person.consentPage!;
    expect((await fetch(ours.origin + pathname, {method: 'POST', body})).status).toBe(200);
  });

  test('in an empty world there is nothing to consent to', async () => {
    const image = structuredClone(ours.world().image());
    await ours.mock.worlds.restore('w', {...image, tables: {...image.tables, workspaces: []}});
    expect(sentBack(await authorize())).toMatchObject({error: 'access_denied'});
  });
});
