import {Readable} from 'node:stream';
import type {Browser} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {createMock, type Mock} from './create-mock.ts';
import {Link} from './operation.ts';
import {CHROMIUM, NO_BROWSER, startChromium} from './testing/chromium.ts';
import {signed} from './world/signed-link.ts';

const TOKEN = 'token-of-this-test';

let mock: Mock;
let browser: Browser;
beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  mock = await createMock({onePort: true, control: {token: TOKEN}});
  browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  await mock?.close();
});

/** A page that calls the control plane, even with its token, and then shows what came of it. */
const HOSTILE = `<!doctype html><title>untouched</title><form method="post" action="/_presscheck/worlds"></form>
<script>
document.title = 'ran';
fetch('/_presscheck/worlds', {method: 'POST', headers: {authorization: 'Bearer ${TOKEN}',
  'content-type': 'application/json'}, body: '{"id": "stolen", "template": "empty"}'});
document.forms[0].submit();
</script>`;

describe.skipIf(CHROMIUM === undefined)(`on one port (${NO_BROWSER})`, () => {
  test('an uploaded page cannot call the control plane', async () => {
    const world = mock.world('demo')!;
    await world.objects.put('page', Readable.from([Buffer.from(HOSTILE)]), {
      contentType: 'text/html',
      limit: HOSTILE.length,
    });
    const path = signed(world, new Link('GET', 'page', world.now() + 60_000));
    const link = mock.urls.objects + path;
    const page = await browser.newPage();
    const answer = await page.goto(link);
    expect(answer!.headers()['content-type']).toBe('text/html');
    await page.waitForLoadState('networkidle');
    expect(await page.title()).toBe('untouched');
    expect(page.url()).toBe(link);
    expect(mock.world('stolen')).toBeUndefined();
  });
});
