import {expect, test} from 'vitest';
import {defined} from '../../../../spec/defined.ts';
import {loadSpecification} from '../../../../spec/specification.ts';
import type {CreationEvent} from '../../../target/creation-log.ts';
import {Creations} from './creations.ts';

const {operations} = loadSpecification('store').contract;
const operationOf = (id: string) => defined(operations[id], `the operation ${id}`);

/** Creations that write what they note to a list. */
function logged(): {creations: Creations; written: CreationEvent[]} {
  const written: CreationEvent[] = [];
  return {written, creations: new Creations({append: (event) => void written.push(event)})};
}

test('what is taken over from a log is not written to it again', () => {
  const {creations, written} = logged();
  const user = {created: 'createUser', id: '7', by: 'admin', value: 'a@b.example'};
  creations.restore(
    {awaited: 'createUser', value: 'a@b.example', by: 'admin', state: 'possible'},
    operationOf,
  );
  creations.restore({...user, undone: false}, operationOf);
  creations.restore({...user, undone: true}, operationOf);
  expect([written, creations.inUse, creations.awaited]).toEqual([[], [], []]);
});

test('a refused request whose values are not those of the run is not noted', () => {
  const {creations, written} = logged();
  const request = {email: 'somebody@b.example'};
  const creating = {operation: operationOf('createUser'), request, by: 'admin', operationOf};
  creations.begin(creating, () => false);
  creations.refuse(creating);
  expect(written).toEqual([]);
});

/** A request that creates a user. */
const creatingUser = (by: string) => ({
  operation: operationOf('createUser'),
  request: {email: 'a@b.example'},
  by,
  operationOf,
});
test('what a success has created is awaited after a restart, too, until a list shows it', () => {
  const {creations, written} = logged();
  const creating = {
    operation: operationOf('createPlan'),
    request: {name: 'a plan'},
    by: 'admin',
    operationOf,
  };
  creations.begin(creating, () => true);
  creations.succeed(creating, undefined);
  const restored = new Creations();
  for (const event of written) restored.restore(event, operationOf);
  for (const awaited of restored.awaited) restored.miss(awaited);
  expect(restored.awaited).toHaveLength(1);
});

test('what a retry may have created is awaited after a restart, though the first request was refused', () => {
  const {creations, written} = logged();
  creations.begin(creatingUser('admin'), () => true);
  creations.refuse(creatingUser('admin'));
  creations.begin(creatingUser('admin'), () => true);
  const restored = new Creations();
  for (const event of written) restored.restore(event, operationOf);
  expect(restored.awaited).toHaveLength(1);
});

test('what one tenant has created does not settle what another one may have created by the same value', () => {
  const {creations} = logged();
  creations.begin(creatingUser('admin'), () => true);
  creations.succeed(creatingUser('admin'), '7');
  creations.begin(creatingUser('second-store'), () => true);
  const rows = {data: {paginator: {data: [{id: 7, email: 'a@b.example'}]}}};
  creations.showList(operationOf('listUsers'), rows, 'admin');
  expect(creations.awaited.map(({by}) => by)).toEqual(['second-store']);
  creations.showList(operationOf('listUsers'), rows, 'second-store');
  expect([creations.awaited, creations.inUse.map(({by}) => by)]).toEqual([
    [],
    ['admin', 'second-store'],
  ]);
});
