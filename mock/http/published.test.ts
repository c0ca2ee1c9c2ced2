import {afterAll, beforeAll, expect, test} from 'vitest';
import {isObject} from '../../spec/json.ts';
import {suiteWorld, type SuiteWorld} from '../testing/client.ts';

let here: SuiteWorld;
beforeAll(async () => void (here = await suiteWorld()));
afterAll(() => here.mock.close());

/** Maps of a document whose keys are names, for example of headers. */
const NAMES = ['headers', 'properties', 'schemas'];

/** Every extension (`x-...`) in a document. */
function extensionsIn(node: unknown, areNames = false): string[] {
  if (Array.isArray(node)) return node.flatMap((item) => extensionsIn(item));
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([name, member]) => [
    ...(!areNames && name.startsWith('x-') ? [name] : []),
    ...extensionsIn(member, !areNames && NAMES.includes(name)),
  ]);
}

test.each(['workspace', 'store'] as const)(
  'the document of the %s API has no extension that only presscheck understands',
  async (api) => {
    const {body} = await here.send(`${here.mock.urls[api]}/openapi.json`, {});
    const expected = [
      'x-presscheck-choice',
      'x-rule',
      ...(api === 'workspace' ? ['x-ability'] : []),
    ];
    expect([...new Set(extensionsIn(body))].toSorted()).toEqual(expected.toSorted());
  },
);

test('headers whose names begin like an extension are published', async () => {
  const {body} = await here.send(`${here.mock.urls.store}/openapi.json`, {});
  expect(Object.keys(body.paths['/dashboard/users'].post.responses['201'].headers)).toEqual(
    expect.arrayContaining(['x-ratelimit-limit', 'x-ratelimit-remaining']),
  );
});
