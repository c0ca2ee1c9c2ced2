import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {projectFile} from '../../root.ts';
import {start, type Running} from './server.ts';
import {VARIANTS} from './variants/all.ts';

const names = Object.keys(VARIANTS);

test('every variant is described: its chapter, and why it conforms', () => {
  const file = projectFile('proof/independent/store/variants.tsv');
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const rows = lines.map((line) => line.split('\t'));
  expect(rows.map(([name]) => name).toSorted()).toEqual(names.toSorted());
  for (const [, chapter, why] of rows) expect(chapter && why).toBeTruthy();
});

async function statusOf({url, credentials}: Running, path: string): Promise<number> {
  const headers = {'X-User-Token': credentials.admin ?? ''};
  const response = await fetch(`${url}/integration-api/v1${path}`, {headers});
  await response.arrayBuffer();
  return response.status;
}

/** What a store without the feature, or without anything to find, answers. */
const TOLERATED: Record<string, number[]> = {
  '/dashboard/users': [200],
  '/auth-sessions': [200],
  '/consumption/sessions': [200, 403],
  '/orders': [200, 404],
  '/dashboard/issues': [200],
  '/dashboard/plans': [200, 404],
};

test.each(names)('the server with the variant %s starts and answers', async (name) => {
  const server = await start({variants: [name], wait: async () => undefined});
  try {
    for (const [path, statuses] of Object.entries(TOLERATED)) {
      expect(statuses).toContain(await statusOf(server, path));
    }
    expect(await statusOf(server, '/orders/no-such-order?id_type=internal')).toBe(404);
  } finally {
    await server.close();
  }
});

test('a variant that nobody knows is refused', async () => {
  await expect(start({variants: ['sorted-by-magic']})).rejects.toThrow(/no variant/);
});
