import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import type {Browser, BrowserContextOptions, Page} from 'playwright-core';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {createMock, type Mock} from '../create-mock.ts';
import {CHROMIUM, NO_BROWSER, startChromium} from '../testing/chromium.ts';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const MAX_COMPRESSED_BYTES = 60_000;

let browser: Browser;
let mock: Mock;
let page: Page;
/** What the browser complained about, such as blocked scripts. */
let complaints: string[];
beforeAll(async () => {
  if (CHROMIUM !== undefined) browser = await startChromium();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  mock = await createMock({limits: false});
  complaints = [];
});
afterEach(async () => {
  await page?.context().close();
  await mock.close();
  expect(complaints).toEqual([]);
});

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${mock.urls.workspace}/api/v1${path}`, {
    headers: {authorization: 'Bearer demo-key-harbour-full', 'content-type': 'application/json'},
    ...init,
  });

async function open(options: BrowserContextOptions = {}, path = '/'): Promise<void> {
  const context = await browser.newContext(options);
  page = await context.newPage();
  page.on('console', (message) => {
    // Browsers ask every origin for an icon.
    const isIcon = message.location().url.endsWith('/favicon.ico');
    if (message.type() === 'error' && !isIcon) complaints.push(message.text());
  });
  page.on('pageerror', ({message}) => complaints.push(message));
  await page.goto(mock.urls.control + path);
}

const row = (text: string) => page.getByRole('option').filter({hasText: text});
const view = (name: string) => page.getByRole('button', {name, exact: true});

/** The rules of axe that the page breaks, each with its first element. */
async function violations(): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  // Evaluated by the debugger: the page's policy runs no foreign script.
  const {result} = await session.send('Runtime.evaluate', {
    expression: `${AXE}; axe.run().then(({violations}) =>
      JSON.stringify(violations.map(({id, nodes}) => id + ' ' + nodes[0].html)))`,
    awaitPromise: true,
    returnByValue: true,
  });
  return JSON.parse(result.value as string) as string[];
}

test('what a browser loads for the console is small', () => {
  const folder = 'dist/console';
  const bytes = readdirSync(folder).map(
    (file) => gzipSync(readFileSync(join(folder, file))).length,
  );
  expect(bytes.length).toBeGreaterThan(5);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(MAX_COMPRESSED_BYTES);
});

test('its policy runs its own scripts and styles, and nothing else', async () => {
  for (const path of ['/', '/console/app.js', '/viewer/index.html']) {
    const {status, headers} = await fetch(mock.urls.control + path);
    expect(status).toBe(200);
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
  expect((await fetch(`${mock.urls.control}/console/..%2fcompiled%2fstore.json`)).status).toBe(404);
});

test.skipIf(CHROMIUM === undefined)(
  'the console orders a fault, says what is wrong with one, and shows how often it acted',
  async () => {
    await open();
    await view('Faults').click();
    const rule = page.getByLabel('Rule', {exact: true});
    await rule.fill('{"act": {"status": 200}}');
    await page.getByRole('button', {name: 'Order'}).click();
    await page.getByText(/act\/status: must be >= 400/).waitFor();
    expect(await rule.inputValue()).toContain('200');
    complaints = complaints.filter((text) => !text.includes('422'));
    await rule.fill('act: {status: 503}');
    await page.getByRole('button', {name: 'Order'}).click();
    await page.getByText('this is no JSON').waitFor();
    const example = page.getByLabel('Example');
    await example.selectOption('each request takes two seconds');
    await example.selectOption('the next two requests are answered 503');
    await page.getByRole('button', {name: 'Order'}).click();
    await page.getByText('acted on 0 of 0').waitFor();
    expect((await ask('/account')).status).toBe(503);
    await page.getByText('acted on 1 of 1').waitFor();
    expect(await violations()).toEqual([]);
    await page.getByRole('button', {name: 'Remove fault-1'}).click();
    await page.getByText('No rules.').waitFor();
    expect((await ask('/account')).status).toBe(200);
  },
);

describe.skipIf(CHROMIUM === undefined)(`the console (${NO_BROWSER})`, () => {
  test('shows requests as they arrive, and why one was refused', async () => {
    await ask('/account');
    await open();
    await row('/api/v1/account').waitFor();
    await ask('/publications/pub_none');
    await row('pub_none').click();
    const details = page.getByRole('region', {name: 'Request'});
    await details.getByText('An unknown publication is answered 404').waitFor();
    const text = await details.innerText();
    expect(text).toContain('take an id from the list');
    expect(text).toContain('publication_not_found');
    expect(text).not.toContain('demo-key-harbour-full');
    expect(await violations()).toEqual([]);
  });

  test('is used with the keyboard alone', async () => {
    for (const path of ['/account', '/tools', '/publications']) await ask(path);
    await open();
    await row('/api/v1/tools').waitFor();
    await page.getByRole('listbox').focus();
    await page.keyboard.press('End');
    expect(await row('/account').getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowUp');
    await page.getByRole('heading', {name: /tools/}).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('region', {name: 'Request'}).count()).toBe(0);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('heading', {name: /publications/}).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('region', {name: 'Request'}).count()).toBe(0);
    await page.keyboard.press('ArrowUp');
    await page.getByRole('region', {name: 'Request'}).waitFor();
  });

  test('filters by status, operation and text', async () => {
    await ask('/account');
    await ask('/publications/none');
    await ask('/publications');
    await open();
    await row('/publications/none').waitFor();
    await page.getByLabel('Status').selectOption('4');
    expect(await page.getByRole('option').filter({hasText: '/api'}).count()).toBe(1);
    await page.getByLabel('Status').selectOption('');
    await page.getByLabel('Operation').selectOption('getAccount');
    expect(await page.getByText('1 of 3').count()).toBe(1);
    await page.getByLabel('Operation').selectOption('');
    await page.getByLabel('Text').fill('PUBLICATIONS');
    await page.getByText('2 of 3').waitFor();
  });
});

describe.skipIf(CHROMIUM === undefined)(`requests of the console (${NO_BROWSER})`, () => {
  test('sends a request again with another credential, and copies it for a shell', async () => {
    await ask('/uploads', {
      method: 'POST',
      body: JSON.stringify({original_filename: "it's.epub", size_bytes: 5}),
    });
    await open({permissions: ['clipboard-read', 'clipboard-write']});
    await row('/api/v1/uploads').click();
    await view('Copy as curl').click();
    await page.getByText('copied').waitFor();
    const command = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(command).toContain('-H "Authorization: Bearer $WORKSPACE_KEY"');
    expect(command).toContain(String.raw`"it'\''s.epub"`);
    const names = mock.world('demo')!.table('keys').all() as Iterable<any>;
    const other = [...names].map(({role, key}) => role ?? key).find((name) => name !== 'full')!;
    await page.getByLabel('as').selectOption(other);
    await view('Send again').click();
    await row('sent here').waitFor();
    const [sent] = mock.world('demo')!.journal.newest(1);
    expect(sent).toMatchObject({sent_by: 'console', credential: other});
    expect(JSON.stringify(sent)).not.toContain('presscheck-mark');
  });
});

describe.skipIf(CHROMIUM === undefined)(`the views of the console (${NO_BROWSER})`, () => {
  test('moves the clock, resets, and shows keys, mails and rows', async () => {
    await open();
    await view('Clock').click();
    const before = mock.world('demo')!.now();
    await view('+ 1 day').click();
    await expect.poll(() => mock.world('demo')!.now() - before).toBeGreaterThan(86_000_000);
    await view('Stop').click();
    await page.getByText('(stands still)').waitFor();
    expect(await violations()).toEqual([]);
    page.once('dialog', (dialog) => void dialog.accept());
    await view('Reset').click();
    await page.getByText('(runs)').waitFor();
    await view('Keys').click();
    await page.getByText('demo-key-harbour-full').waitFor();
    expect(await violations()).toEqual([]);
    await view('Outbox').click();
    await page.getByText('No mail.').waitFor();
    await ask('/uploads', {
      method: 'POST',
      body: JSON.stringify({original_filename: 'a.epub', size_bytes: 5}),
    });
    await view('Data').click();
    await page.getByLabel('Table').selectOption('uploads');
    await page.getByRole('button', {name: 'POST /api/v1/uploads'}).click();
    await page.getByRole('heading', {name: /uploads/}).waitFor();
  });

  test.each(['light', 'dark'] as const)('fits a phone, where it is %s', async (colorScheme) => {
    await ask('/publications/none');
    await open({viewport: {width: 390, height: 800}, isMobile: true, colorScheme});
    await row('/publications/none').click();
    for (const name of ['Requests', 'Clock', 'Keys', 'Outbox', 'Data']) {
      await view(name).click();
      await page.waitForLoadState('networkidle').catch(() => {});
      expect(await violations(), name).toEqual([]);
      const surplus = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await page.evaluate(surplus), name).toBe(0);
    }
  });
});

describe.skipIf(CHROMIUM === undefined)(`many requests, and the documents (${NO_BROWSER})`, () => {
  test('keeps 10,000 requests in the list and a few in the page', async () => {
    await open();
    await page.getByText('live', {exact: true}).waitFor();
    const entry = {at: 0, world: 'demo', method: 'GET', path: '/api/v1/account', status: 200};
    for (let burst = 0; burst < 11; burst++) {
      for (let i = 0; i < 1000; i++) mock.worlds.journal(entry);
      await page.waitForTimeout(400);
    }
    await page.getByText('10000 of 10000').waitFor();
    expect(await page.getByRole('option').count()).toBeLessThan(100);
    await page.getByRole('listbox').focus();
    await page.keyboard.press('End');
    expect(await page.locator('[aria-selected=true]').getAttribute('aria-posinset')).toBe('10000');
  });

  test('opens the API documents and tries them out with a credential of the world', async () => {
    await open();
    await page.getByRole('link', {name: 'API documents'}).click();
    await page.getByRole('heading', {name: 'Workspace Publishing API'}).waitFor();
    await page.locator('#operations-account-getAccount button').first().click();
    await page.getByRole('button', {name: 'Try it out'}).click();
    await page.getByRole('button', {name: 'Execute'}).click();
    await page.getByText('"ws_harbour"').first().waitFor();
    expect(mock.world('demo')!.journal.newest(1)[0]).toMatchObject({
      operation: 'getAccount',
      status: 200,
      credential: 'full',
      sent_by: 'console',
    });
  });
});

describe.skipIf(CHROMIUM === undefined)(`pages for people (${NO_BROWSER})`, () => {
  test('every origin leads to the console', async () => {
    for (const url of [mock.urls.workspace, mock.urls.store, mock.urls.objects]) {
      await open();
      await page.goto(`${url}/`);
      await page.getByRole('link', {name: 'The console'}).click();
      await page.getByRole('navigation', {name: 'Views'}).waitFor();
      await page.context().close();
    }
  });

  test('a token opens the console, its stream and its links, and leaves the address bar', async () => {
    await mock.close();
    mock = await createMock({host: '127.0.0.1', control: {token: 'rosebud'}});
    const at = (url: string): string => url.replace('localhost', '127.0.0.1');
    mock.urls.control = at(mock.urls.control!);
    await open({}, '/?token=rosebud');
    expect(page.url()).toBe(`${mock.urls.control}/`);
    await page.getByText('live', {exact: true}).waitFor();
    expect(await page.evaluate('document.cookie')).toBe('');
    await page.goto(`${at(mock.urls.workspace)}/`);
    await page.getByRole('link', {name: 'The console'}).click();
    await page.getByText('live', {exact: true}).waitFor();
  });

  test('the sign-in page leads back, and its focus ring cuts no label', async () => {
    await open();
    await page.goto(`${mock.urls.store}/site/riverside/sign-in`);
    expect(await page.evaluate('document.activeElement.id')).toBe('email');
    const gap = await page.evaluate<number>(`(() => {
      const input = document.getElementById('email');
      const range = document.createRange();
      range.selectNode(input.previousSibling);
      return input.getBoundingClientRect().top - range.getBoundingClientRect().bottom;
    })()`);
    // The ring is 3 pixels wide, 2 pixels away from the field.
    expect(gap).toBeGreaterThanOrEqual(5);
    await page.getByRole('link', {name: 'presscheck mock'}).click();
    await page.getByRole('link', {name: 'The console'}).waitFor();
  });
});

describe.skipIf(CHROMIUM === undefined)('what the console shows', () => {
  test('keeps its view over a reload and the button back, and names the world that it shows', async () => {
    await open();
    const world = page.getByLabel('World');
    expect(await world.inputValue()).toBe('');
    await view('Keys').click();
    await view('Clock').click();
    await page.getByRole('heading', {name: 'Clock'}).waitFor();
    await page.reload();
    await page.getByRole('heading', {name: 'Clock'}).waitFor();
    expect(await world.inputValue()).toBe('demo');
    await page.goBack();
    await page.getByRole('heading', {name: 'Limits'}).waitFor();
  });

  test('says of a request that got no response that there was none', async () => {
    await fetch(`${mock.urls.control}/worlds/demo/faults`, {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify({act: {reset: 'before'}}),
    });
    await ask('/account').catch(() => {});
    await ask('/tools').catch(() => {});
    await open();
    await page.getByLabel('Status').selectOption('no response');
    await row('/account')
      .filter({hasText: /no response *GET/})
      .click();
    await page.getByRole('heading', {name: 'no response GET /api/v1/account'}).waitFor();
  });

  test('the API documents are dark where the browser is', async () => {
    await open({colorScheme: 'dark'}, '/viewer/index.html');
    await page.getByRole('heading', {name: /Workspace Publishing API/}).waitFor();
    const shade = (of: string): Promise<number> =>
      page.evaluate(
        `Number(getComputedStyle(document.querySelector('${of}')).color.match(/\\d+/)[0])`,
      );
    expect(await shade('header')).toBeGreaterThan(200);
    expect(await shade('.swagger-ui .title')).toBeGreaterThan(200);
  });
});
