import {expect, test} from 'vitest';
import {at, isObject} from '../../../spec/json.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import {allChecks} from '../../all-checks.ts';
import {prepare} from '../../engine/planning/prepare.ts';
import {everyStep} from '../../engine/planning/steps.ts';

const specifications = loadSpecifications();
const contracts = {
  workspace: specifications.workspace.contract,
  store: specifications.store.contract,
};

/** The bodies of all reservations that a full run sends. */
const reservations = allChecks(specifications).checks.flatMap(({scene}) => {
  const {given, act} = prepare(scene, {lacks: () => undefined}, contracts);
  return [...everyStep([...given, ...act])].flatMap((step) =>
    step.step === 'call' && step.op === 'createUpload' && isObject(step.body) ? [step.body] : [],
  );
});

test.each(['oversize', 'audiobook'])(
  'the size of the sample `%s` is sent with the file name of that sample',
  (sample) => {
    const size = JSON.stringify({$sample: sample, at: '/size_bytes'});
    const named = reservations
      .filter((body) => JSON.stringify(body).includes(size))
      .map((body) => JSON.stringify(at(body, '/original_filename')));
    expect(new Set(named)).toEqual(new Set([JSON.stringify({$sample: sample, at: '/filename'})]));
  },
);
