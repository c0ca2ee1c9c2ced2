import {describe, expect, it} from 'vitest';
import {defined} from '../../../spec/defined.ts';
import {loadSpecification} from '../../../spec/specification.ts';
import {guard} from './fence.ts';
import {Ledger} from './ledger/ledger.ts';

const {operations} = loadSpecification('store').contract;
const operation = (id: string) => defined(operations[id], `the operation ${id}`);
const NAME = 'pc-run-7-d49681461e35';

/** A run that created a plan of this name. */
function runWith(name: string): Ledger {
  const ledger = new Ledger();
  ledger.allowChanging(NAME);
  const request = {
    operation: operation('createPlan'),
    request: {name},
    by: 'admin',
    operationOf: operation,
  };
  ledger.recordSending(request);
  ledger.recordCreation(request, undefined);
  return ledger;
}

const list = (ledger: Ledger, ...data: object[]): void =>
  ledger.recordCreation(
    {operation: operation('listPlans'), request: undefined, by: 'admin', operationOf: operation},
    {data},
  );

const mayDelete = (ledger: Ledger, id: number): boolean =>
  guard({operation: operation('deletePlan'), method: 'DELETE', path: {plan_id: id}}, ledger) ===
  undefined;

describe('what a run created without being told its id', () => {
  it('is its own once a list shows its row', () => {
    const ledger = runWith(NAME);
    expect([ledger.creations.awaited.length, mayDelete(ledger, 12)]).toEqual([1, false]);
    list(ledger, {id: 11, name: 'Monthly'}, {id: 12, name: NAME});
    expect([mayDelete(ledger, 11), mayDelete(ledger, 12)]).toEqual([false, true]);
    expect(ledger.creations.inUse.map(({id}) => id)).toEqual(['12']);
    expect(ledger.creations.awaited).toEqual([]);
  });

  it('is recognized with its name in a longer one, and trimmed', () => {
    const ledger = runWith(`樓 ${NAME} `);
    list(ledger, {id: 12, name: `樓 ${NAME}`});
    expect(mayDelete(ledger, 12)).toBe(true);
  });

  it.each([
    ['a name that others may have', 'Monthly'],
    ['a name that is no text', 7 as unknown as string],
  ])('is nobody by %s', (_what, name) => {
    const ledger = runWith(name);
    list(ledger, {id: 12, name});
    expect([ledger.creations.awaited.length, mayDelete(ledger, 12)]).toEqual([0, false]);
  });

  it('is put out of use by its deletion', () => {
    const ledger = runWith(NAME);
    list(ledger, {id: 12, name: NAME});
    expect(ledger.creations.residue).toEqual({plans: 1});
    ledger.creations.change(operation('deletePlan'), {plan_id: 12}, 'admin');
    expect([ledger.creations.inUse, ledger.creations.residue]).toEqual([[], {'deleted plans': 1}]);
  });
});
