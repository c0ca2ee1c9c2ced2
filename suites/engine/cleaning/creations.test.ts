import {expect, test} from 'vitest';
import {defined} from '../../../spec/defined.ts';
import {loadSpecification} from '../../../spec/specification.ts';
import type {CreationEvent} from '../../target/creation-log.ts';
import {Creations} from './creations.ts';

const {operations} = loadSpecification('store').contract;
const operationOf = (id: string) => defined(operations[id], `the operation ${id}`);

test('what is taken over from a log is not written to it again', () => {
  const written: CreationEvent[] = [];
  const creations = new Creations({append: (event) => void written.push(event)});
  const user = {created: 'createUser', id: '7', by: 'admin', value: 'a@b.example'};
  creations.restore({sought: 'createUser', value: 'a@b.example', by: 'admin'}, operationOf);
  creations.restore({...user, undone: false}, operationOf);
  creations.restore({...user, undone: true}, operationOf);
  expect([written, creations.inUse, creations.awaited]).toEqual([[], [], []]);
});

test('a refused request whose values are not those of the run is not noted', () => {
  const written: CreationEvent[] = [];
  const creations = new Creations({append: (event) => void written.push(event)});
  const request = {email: 'somebody@b.example'};
  const creating = {operation: operationOf('createUser'), request, by: 'admin', operationOf};
  creations.begin(creating, () => false);
  creations.refuse(creating);
  expect(written).toEqual([]);
});
