import type {Browser, Page} from 'playwright-core';
import {CHROMIUM, startChromium} from '../mock/testing/chromium.ts';
import {figure, type Figure} from './figure.ts';
import {KEY, startMock, type RunningMock} from './peers.ts';

/** When a text is on the page, in epoch milliseconds: after the next picture of the screen. */
const SHOWN = (text: string): string => `new Promise((resolve) => {
  const look = () => {
    if (!document.body.textContent.includes('${text}')) return requestAnimationFrame(look);
    requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
  };
  look();
})`;

const FIRST_PAINT = `new Promise((resolve) => {
  const look = () => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0];
    paint ? resolve(paint.startTime) : requestAnimationFrame(look);
  };
  look();
})`;

/** Measures in Chromium how soon the console is there, and how soon it shows a refusal. */
export async function page(rounds: number): Promise<Figure[]> {
  if (CHROMIUM === undefined) {
    process.stderr.write('bench: there is no Chromium, so the page is not measured\n');
    return [];
  }
  const mock = await startMock();
  const browser = await startChromium();
  const paints: number[] = [];
  const delays: number[] = [];
  // The first round is a warm-up.
  for (let round = -1; round < rounds; round++) {
    const {paint, delay} = await visit(browser, mock, `no-such-publication-${round}`);
    if (round < 0) continue;
    paints.push(paint);
    delays.push(delay);
  }
  await browser.close();
  await mock.stop();
  return [
    figure('console: first contentful paint', paints, 'at most', 500, 'ms'),
    figure('console: a refusal is shown', delays, 'at most', 100, 'ms'),
  ];
}

/** Opens the console with an empty cache, and makes a request that is refused. @returns milliseconds */
async function visit(
  browser: Browser,
  mock: RunningMock,
  name: string,
): Promise<{paint: number; delay: number}> {
  // The policy of the page would let nobody evaluate an expression.
  const context = await browser.newContext({bypassCSP: true});
  const opened = await context.newPage();
  await opened.goto(mock.controlUrl);
  const paint = await opened.evaluate<number>(FIRST_PAINT);
  const delay = await refusal(opened, mock, name);
  await context.close();
  return {paint, delay};
}

async function refusal(opened: Page, mock: RunningMock, name: string): Promise<number> {
  await opened.getByRole('listbox').waitFor();
  const shown = opened.evaluate<number>(SHOWN(name));
  const begin = performance.timeOrigin + performance.now();
  await fetch(`http://127.0.0.1:${mock.port}/api/v1/publications/${name}`, {
    headers: {authorization: `Bearer ${KEY}`},
  });
  return (await shown) - begin;
}
