import {spawn, spawnSync, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {CHROMIUM, NO_BROWSER, startChromium} from '../mock/testing/chromium.ts';

const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;
const NO_PYTHON = 'skipped where there is no python3';
const root = resolve(import.meta.dirname, '..');
const CLIENT = resolve(root, 'examples/client.py');

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'presscheck-client-'))));
afterEach(() => rmSync(folder, {recursive: true}));

/** Starts the example below `exec`. */
function exec(command: string[]): {child: ChildProcess; ended: Promise<unknown[]>; err(): string} {
  const flags = ['--skip-waits', '--fail-on', 'refused,unfired', '--save', 'after.json'];
  const faults = resolve(root, 'examples/client.faults.yaml');
  const args = [resolve(root, 'bin/presscheck.js'), 'exec', ...flags, '--faults', faults, '--'];
  const child = spawn(process.execPath, [...args, ...command], {cwd: folder});
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return {child, ended: once(child, 'close'), err: () => err};
}

interface Saved {
  image: {tables: Record<string, object[]>};
}

/** Tells where the console is, and waits before the client begins and before the mock ends. */
const STEPWISE =
  'echo "$PRESSCHECK_CONTROL_URL"; read go; python3 "$0"; code=$?; read end; exit $code';

/** How many rows of the saved world have this text in their JSON. */
function saved(table: string, part: string): number {
  const {image} = JSON.parse(readFileSync(join(folder, 'after.json'), 'utf8')) as Saved;
  return image.tables[table]!.filter((row) => JSON.stringify(row).includes(part)).length;
}

describe.skipIf(!HAS_PYTHON)(`the client of the examples (${NO_PYTHON})`, () => {
  test('survives its faults, and makes nothing twice', async () => {
    const {ended, err} = exec(['python3', CLIENT]);
    const [code] = await ended;
    // The exit code is 1 unless every fault rule fired.
    expect({code, err: err()}).toEqual({code: 0, err: ''});
    expect({
      publications: saved('publications', '"filename":"tides.epub"'),
      runs: saved('runs', '"idempotencyKey":"tides-1"'),
      content: saved('issues', '"external_id":"tides"'),
      orders: saved('orders', '"products":[{"type":"content","id":"tides"'),
    }).toEqual({publications: 1, runs: 1, content: 1, orders: 1});
  });

  test.skipIf(CHROMIUM === undefined)(`is watched on the console (${NO_BROWSER})`, async () => {
    const browser = await startChromium();
    const {child, ended, err} = exec(['sh', '-c', STEPWISE, CLIENT]);
    try {
      const [url] = (await once(child.stdout!, 'data')) as [Buffer];
      const page = await browser.newPage();
      await page.goto(url.toString().trim());
      await page.getByText('live', {exact: true}).waitFor();
      child.stdin!.write('begin\n');
      const shown = (text: string) => page.getByRole('option').filter({hasText: text});
      await shown('/reader/').waitFor();
      expect(await shown('503').filter({hasText: 'fault busy'}).count()).toBe(2);
      expect(await shown('fault lost-answer: reset after').count()).toBe(1);
      await page.getByRole('button', {name: 'Faults', exact: true}).click();
      for (const [rule, counters] of [
        ['busy', '"matched": 3, "fired": 2'],
        ['lost-answer', '"matched": 1, "fired": 1'],
      ]) {
        const text = await page.getByLabel(`Rule ${rule}`).textContent();
        expect(text?.replace(/\s+/g, ' ')).toContain(counters);
      }
    } finally {
      child.stdin!.end();
      await browser.close();
    }
    expect([await ended, err()]).toEqual([[0, null], '']);
  });
});
