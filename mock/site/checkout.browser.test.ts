import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {Browser, BrowserContextOptions, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {launched, program} from '../testing/browser.ts';
import {TestShop, type Sale} from '../testing/checkout.ts';

/** Contrast that text needs (WCAG 2.2, 1.4.3). */
const MIN_CONTRAST = 4.5;

/** A page of the shop to which buyers come back, on this machine. */
const thanksPage = (): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<title>Thanks</title><h1>Back in the shop</h1>');
    });
    server.listen(0, '127.0.0.1', () => resolve(server));
  });

/**
 * A script that gives the contrast of every text of the page with what is behind it, and the text, the
 * worst first. It is a text because this project has no types of the DOM.
 */
const CONTRASTS = `(() => {
  const channels = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const linear = (value) =>
    value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const behind = (element) => {
    if (!element) return [255, 255, 255];
    const color = channels(getComputedStyle(element).backgroundColor);
    return color[3] === 0 ? behind(element.parentElement) : color;
  };
  return [...document.querySelectorAll('main *')]
    .filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
    .map((element) => {
      const pair = [channels(getComputedStyle(element).color), behind(element)].map(luminance);
      const [dark, light] = pair.sort((a, b) => a - b);
      return [(light + 0.05) / (dark + 0.05), element.textContent];
    })
    .sort(([a], [b]) => a - b);
})()`;

let shop: TestShop;
let thanks: Server;
let browser: Browser;
beforeAll(async () => {
  if (program === undefined) return;
  shop = await TestShop.open();
  thanks = await thanksPage();
  browser = await launched();
});
afterAll(async () => {
  await browser?.close();
  thanks?.close();
  await shop?.close();
});

/** Opens the checkout of a new order; scripts are off. */
async function open(options: BrowserContextOptions = {}): Promise<{sale: Sale; page: Page}> {
  const {port} = thanks.address() as AddressInfo;
  const sale = await shop.sell({
    return_url: `http://127.0.0.1:${port}/thanks?basket=7`,
  });
  const context = await browser.newContext({javaScriptEnabled: false, ...options});
  const page = await context.newPage();
  await page.goto(sale.checkout.url);
  return {sale, page};
}

/** The status with which the shop's page was reached. */
const toldBy = (page: Page): string | null => new URL(page.url()).searchParams.get('status');

const NO_BROWSER = 'skipped where there is no Chromium: name one by CHROMIUM';

describe.skipIf(program === undefined)(`the checkout in a browser (${NO_BROWSER})`, () => {
  test('is paid with the keyboard alone', async () => {
    const {sale, page} = await open();
    for (let presses = 0; presses < 10; presses++) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate('document.activeElement.textContent')) === 'Pay') break;
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(/thanks/);
    expect(toldBy(page)).toBe('approved');
    expect(await page.textContent('h1')).toBe('Back in the shop');
    expect((await shop.read(sale)).status).toBe('approved');
  });

  test('is declined', async () => {
    const {sale, page} = await open();
    await page.getByRole('button', {name: /declined/}).click();
    await page.waitForURL(/thanks/);
    expect(toldBy(page)).toBe('cancelled');
    expect((await shop.read(sale)).status).toBe('cancelled');
  });

  test('is abandoned, by the button and by closing the page', async () => {
    const {sale, page} = await open();
    await page.getByRole('button', {name: /Leave/}).click();
    await page.waitForURL(/thanks/);
    expect(toldBy(page)).toBe('pending');
    expect((await shop.read(sale)).status).toBe('pending');
    const closed = await open();
    await closed.page.close();
    expect((await shop.read(closed.sale)).status).toBe('pending');
  });
});

describe.skipIf(program === undefined)(`a buyer who comes back (${NO_BROWSER})`, () => {
  test('is over when its buyer comes back to it', async () => {
    const {sale, page} = await open();
    await page.getByRole('button', {name: 'Pay', exact: true}).click();
    await page.waitForURL(/thanks/);
    await page.goto(sale.checkout.url);
    expect(await page.textContent('h1')).toBe('This order is approved.');
    await page.getByRole('link', {name: 'Back to the shop'}).click();
    await page.waitForURL(/thanks/);
    expect(toldBy(page)).toBe('approved');
  });
});

describe.skipIf(program === undefined)(`how the checkout looks (${NO_BROWSER})`, () => {
  test('fits a phone without being moved sideways', async () => {
    const {page} = await open({
      viewport: {width: 320, height: 640},
      isMobile: true,
      javaScriptEnabled: true,
    });
    const root = 'document.documentElement';
    const surplus = await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`);
    expect(surplus).toBe(0);
    const buttons = await page.getByRole('button').all();
    const heights = await Promise.all(
      buttons.map(async (button) => (await button.boundingBox())!.height),
    );
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  });

  test.each([
    [500, 1],
    [1000, 2],
  ])('%i pixels wide, its buttons form %i columns', async (width, columns) => {
    const {page} = await open({viewport: {width, height: 700}});
    const buttons = await page.getByRole('button').all();
    const lefts = await Promise.all(buttons.map(async (button) => (await button.boundingBox())!.x));
    expect(lefts).toHaveLength(4);
    expect(new Set(lefts).size).toBe(columns);
  });

  test.each(['light', 'dark'] as const)('can be read where it is %s', async (colorScheme) => {
    const {page} = await open({colorScheme, javaScriptEnabled: true});
    const [worst] = await page.evaluate<[ratio: number, text: string][]>(CONTRASTS);
    expect(worst![0], worst![1]).toBeGreaterThanOrEqual(MIN_CONTRAST);
    const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(background === 'rgb(255, 255, 255)').toBe(colorScheme === 'light');
  });
});
