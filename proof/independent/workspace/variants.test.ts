import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {start} from './server.ts';

/** The variants that `variants.tsv` describes. */
const described = readFileSync(new URL('variants.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'));

const names = described.map(([name = '']) => name);

/** What a server with a variant answers to somebody who looks at his account and at his list. */
async function look(name: string): Promise<{status: number; body: unknown}[]> {
  const running = await start({
    variants: [name],
    now: () => Date.UTC(2026, 2, 2),
    wait: async () => {},
  });
  try {
    const seen = [];
    for (const path of ['account', 'publications', 'account/usage']) {
      const response = await fetch(`${running.url}/api/v1/${path}`, {
        headers: {authorization: `Bearer ${running.credentials['full']}`},
      });
      seen.push({status: response.status, body: await response.json()});
    }
    return seen;
  } finally {
    await running.close();
  }
}

test('every variant is described once, with a chapter and a reason', () => {
  expect(new Set(names).size).toBe(names.length);
  expect(described.filter((line) => line.length !== 3 || line.includes(''))).toEqual([]);
});

test('a server with any variant starts and answers', async () => {
  const silent: string[] = [];
  for (const name of names) {
    const seen = await look(name).catch(() => []);
    const answers = seen.length === 3 && seen.every(({status}) => status === 200);
    if (!answers) silent.push(name);
  }
  expect(silent).toEqual([]);
});

test('a cycle of a calendar month ends with the month', async () => {
  expect(JSON.stringify(await look('cycle-of-a-month'))).toContain('2026-04-01T02:00:00.000+02:00');
});
