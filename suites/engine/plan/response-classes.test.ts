import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import {ResponseClasses} from './response-classes.ts';

const response = (body: unknown, more: Partial<Exchange> = {}): Exchange =>
  ({op: 'readThing', as: 'admin', status: 200, situations: ['thing'], body, ...more}) as Exchange;

test('other values are the same class; another shape, status, reason or credential is another one', () => {
  const classes = new ResponseClasses();
  classes.note('a', [response({id: 1, rows: [{x: 'a'}]}), response({id: 2, rows: [{x: 'b'}]})]);
  expect(classes.size).toBe(1);
  const others = [
    response({id: null, rows: [{x: 'a'}]}),
    response({id: 1, rows: []}),
    response({id: 1, rows: [{x: 'a', y: 1}]}),
    response({id: 1, rows: [{x: 'a'}]}, {status: 404}),
    response({reason: 'one'}),
    response({reason: 'another'}),
    response({id: 1, rows: [{x: 'a'}]}, {as: 'second-admin'}),
  ];
  classes.note('b', others);
  expect(classes.size).toBe(1 + others.length);
});

test('a scene is the rarer, the fewer scenes reach what it reaches, and the fewer requests it takes', () => {
  const classes = new ResponseClasses();
  const [common, rare] = [response({id: 1}), response({id: null})];
  classes.note('common', [common]);
  classes.note('also common', [common]);
  classes.note('rare', [rare]);
  classes.note('rare, with a long way', [response({id: 'x'}), common, common, common]);
  const [a, b, c] = ['rare', 'common', 'rare, with a long way'].map((one) => classes.rarityOf(one));
  expect(a).toBe(1);
  expect(b).toBeCloseTo(1 / 3);
  expect(c).toBeCloseTo((1 + 1 / 3) / 4);
  expect(classes.rarityOf('never run')).toBe(0);
});
