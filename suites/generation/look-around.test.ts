import {expect, test} from 'vitest';
import {loadSpecifications} from '../../spec/specification.ts';
import type {Call} from '../../spec/step.ts';
import type {Scene} from '../language/check.ts';
import {Script} from '../language/script.ts';
import {lookingAround} from './look-around.ts';

const specifications = loadSpecifications();

/** The requests of a scene that looks around: operation, credential, and what the path names. */
function sentBy(scene: Scene): string[] {
  const s = new Script(scene.api);
  lookingAround(scene, specifications[scene.api].contract).act(s, undefined);
  return (s.steps as Call[]).map(({op, as, path}) => `${op} ${as} ${JSON.stringify(path ?? {})}`);
}

test('what a scene has created is read by each operation that names it, and in each list', () => {
  const sent = sentBy({
    id: 'a',
    api: 'store',
    act: (s) => ({
      order: s.call('createOrder'),
      other: s.call('createOrder', {as: 'second-store'}),
    }),
  });
  expect(sent).toEqual([
    'createOrder admin {}',
    'createOrder second-store {}',
    'getOrder admin {"id":{"$from":"s1","at":"/data/id"}}',
    'getOrder second-store {"id":{"$from":"s2","at":"/data/id"}}',
    'listOrders admin {}',
    'listOrders second-store {}',
  ]);
});

test('a scene that creates nothing, or by a credential of its own, is left as it is', () => {
  const none: Scene = {id: 'a', api: 'store', act: (s) => ({list: s.call('listOrders')})};
  expect(sentBy(none)).toEqual(['listOrders admin {}']);
  const wrong: Scene = {
    id: 'b',
    api: 'store',
    act: (s) => ({order: s.call('createOrder', {present: 'in-query'})}),
  };
  expect(sentBy(wrong)).toEqual(['createOrder admin {}']);
});

test('a publication is read with its files', () => {
  const sent = sentBy({
    id: 'a',
    api: 'workspace',
    act: (s) => ({publication: s.call('createPublication')}),
  });
  expect(sent.map((one) => one.split(' ')[0])).toEqual(
    expect.arrayContaining(['getPublication', 'listPublicationFiles', 'listPublications']),
  );
});
