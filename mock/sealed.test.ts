import {afterAll, beforeAll, expect, test} from 'vitest';
import {createMock, type Mock} from './create-mock.ts';
import {openedText, sealedText} from './sealed.ts';

let mock: Mock;
beforeAll(async () => void (mock = await createMock({control: false, world: 'empty'})));
afterAll(() => mock.close());

const VALUE = {order: 'ö/1', until: 7};

test('a sealed text opens for its world, its tenant and its purpose, and for nothing else', async () => {
  const own = await mock.worlds.create({id: 'own', seed: 5});
  const twin = await mock.worlds.create({id: 'twin', seed: 5});
  const text = sealedText(own.view('store'), 'checkout', VALUE);
  expect(openedText(own.view('store'), 'checkout', text)).toEqual(VALUE);
  expect(openedText(own.view('other'), 'checkout', text)).toBeUndefined();
  expect(openedText(twin.view('store'), 'checkout', text)).toBeUndefined();
  expect(openedText(own.view('store'), 'auth-session', text)).toBeUndefined();
});

test.each([
  ['a further part', (text: string) => `${text}.more`],
  ['no seal', (text: string) => text.replace(/\..*/, '')],
  ['another payload', (text: string) => `e30${text.slice(3)}`],
  ['nothing', () => ''],
])('%s is refused', async (_name, changed) => {
  const own = mock.worlds.get('own') ?? (await mock.worlds.create({id: 'own', seed: 5}));
  const text = changed(sealedText(own, 'checkout', VALUE));
  expect(openedText(own, 'checkout', text)).toBeUndefined();
});

test('the parts of a seal cannot be shifted', async () => {
  const own = mock.worlds.get('own') ?? (await mock.worlds.create({id: 'own', seed: 5}));
  expect(own.seal('link', 'a', 'b\nc')).not.toBe(own.seal('link', 'a\nb', 'c'));
});
