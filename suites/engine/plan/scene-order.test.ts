import {expect, test} from 'vitest';
import {loadSpecifications} from '../../../spec/specification.ts';
import {allChecks} from '../../all-checks.ts';
import type {Target} from '../../target/target.ts';
import {planRun} from './plan.ts';
import {inSendingOrder} from './scene-order.ts';
import {everyStep} from './steps.ts';
import {someTakesAway} from './undo.ts';

const specifications = loadSpecifications();

test('after all others come what takes away, what exhausts, what may revoke access, and long times', () => {
  const target = {shared: true, apis: ['workspace', 'store'], lacks: () => undefined};
  const {checks} = allChecks(specifications, 1);
  const inputs = {specifications, checks, target: target as unknown as Target, seed: 1};
  const kinds = inSendingOrder(planRun(inputs).prepared, inputs).map((scene) => {
    const steps = [...scene.given, ...scene.act];
    const waits = [...everyStep(steps)].map((step) => (step.step === 'advance' ? step.ms : 0));
    if (waits.reduce((total, ms) => total + ms, 0) > 20 * 60_000) return 'long';
    if (scene.exhausts) return 'exhausts';
    if (scene.mayRevokeAccess) return 'revokes';
    return someTakesAway(steps) ? 'takes away' : 'other';
  });
  const turns = kinds.filter((kind, index) => kind !== kinds[index - 1]);
  expect(turns).toEqual(['other', 'takes away', 'exhausts', 'revokes', 'long']);
});
