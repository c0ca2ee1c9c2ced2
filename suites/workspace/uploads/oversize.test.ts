import {expect, test} from 'vitest';
import {defined} from '../../../spec/defined.ts';
import {at, isObject} from '../../../spec/json.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import {allChecks} from '../../all-checks.ts';
import {prepare} from '../../engine/plan/prepare.ts';
import {response} from '../../testing/response.ts';
import {everyStep} from '../../engine/plan/steps.ts';

const specifications = loadSpecifications();
const contracts = {
  workspace: specifications.workspace.contract,
  store: specifications.store.contract,
};

const {checks} = allChecks(specifications);

/** The bodies of all reservations that a full run sends. */
const reservations = checks.flatMap(({scene}) => {
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

/** What the check of the refusal makes of the statuses that sizes of the format are answered with. */
const judgedWith = (statusOfGood: number, statusOfOneByte: number) => {
  const check = defined(
    checks.find(
      ({rule, place}) =>
        rule === 'workspace.uploads.reservation-refuses-oversize' &&
        place.startsWith('createUpload'),
    ),
    'the check of the refusal',
  );
  return check.judge({
    subject: response(422, ['oversize'], {op: 'createUpload'}),
    control: response(statusOfGood, []),
    otherControl: response(statusOfOneByte, []),
  } as never);
};

test('a format whose limit is below the size of `good` is decided beside a file of one byte', () => {
  expect(judgedWith(422, 201)).toMatchObject({witnesses: [{}], violations: []});
  expect(judgedWith(201, 422)).toMatchObject({witnesses: [{}], violations: []});
  const sizes = reservations.filter((body) => JSON.stringify(body).includes('oversize'));
  expect(sizes.map((body) => at(body, '/size_bytes'))).toContain(1);
});

test('a size above one that was refused for its size is refused, too, also below the sample', () => {
  const {judge} = defined(
    checks.find(({place}) => place === 'sizes far above the limit'),
    'the check of sizes',
  );
  const sized = (size_bytes: number, status: number) =>
    response(status, status === 422 ? ['oversize'] : [], {requestBody: {size_bytes}});
  const seen = (status: number): never =>
    ({
      oversize: sized(Number.MAX_SAFE_INTEGER, 422),
      'beyond: 31 bits': sized(2 ** 31 + 7, 422),
      'beyond: 32 bits': sized(2 ** 32 + 7, status),
    }) as never;
  expect(judge(seen(201)).violations).toHaveLength(1);
  expect(judge(seen(422))).toMatchObject({witnesses: [{}], violations: []});
});

test('where no size of the format is taken, nothing is decided', () => {
  expect(judgedWith(422, 422).inconclusive).toBe(
    'the control of createUpload was answered 422 and 422',
  );
});
