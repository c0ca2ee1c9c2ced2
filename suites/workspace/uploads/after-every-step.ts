/** After every step of an upload, all reads show the same, correct allowance (Resources). */

import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {isClientError} from '../../../spec/status.ts';
import type {AnyProperty, Handles, Judgement} from '../../language/check.ts';
import {
  all,
  expectEqual,
  expectThat,
  hidden,
  notApplicable,
  summaryOf,
  judgeEach,
} from '../../language/judge.ts';
import {propertiesOf} from '../../language/property.ts';
import {seconds, type Args, type Handle, type Script} from '../../language/script.ts';
import {sum, text} from '../../language/sent-values.ts';
import {classesOf} from '../../values/values.ts';
import {BY_TOOL} from '../mcp/by-tool.ts';
import {registrationOf, reservationOf, whenAllowanceLimited, expectLeft} from '../publishing.ts';

/** Records a registration; `other` replaces members of its body. */
const registering =
  (other: (s: Script, reservation: Handle) => Record<string, Val> = () => ({}), args: Args = {}) =>
  (s: Script, reservation: Handle): Handle =>
    s.call('createPublication', {
      body: {...registrationOf(s, reservation), ...other(s, reservation)},
      ...args,
    });

/** The request of each step, for the reservation of the upload. */
const STEPS = {
  'reserve another': (s) => s.call('createUpload', {body: reservationOf(s)}),
  'reserve what is too large': (s) => s.call('createUpload', {body: reservationOf(s, 'oversize')}),
  'reserve what is unsupported': (s) =>
    s.call('createUpload', {body: reservationOf(s, 'unsupported')}),
  'upload a byte less': (s, reservation) => s.upload(reservation, {resize: -1}),
  upload: (s, reservation) => s.upload(reservation),
  register: registering(),
  'register by a tool': registering(undefined, BY_TOOL),
  'register another size': registering((s) => ({
    size_bytes: sum(s.sample('good', '/size_bytes'), 1),
  })),
  'register an unsupported file': registering((s) => ({
    original_filename: s.sample('unsupported', '/filename'),
  })),
  'register a key outside': registering((_s, reservation) => ({
    key: text('outside/', reservation.at('/key')),
  })),
  'register as a reader': registering(undefined, {as: 'read-only'}),
} satisfies Record<string, (s: Script, reservation: Handle) => Handle>;
type StepName = keyof typeof STEPS;

/** Sequences of steps. */
const STORIES: Record<string, string> = {
  'refused until the bytes are there':
    'register, register by a tool, upload a byte less, register, upload, register, register',
  'refused for what it says':
    'upload, register an unsupported file, register another size, register a key outside, ' +
    'register by a tool, register by a tool, register',
  'refused for who says it':
    'register as a reader, upload, register as a reader, register as a reader, register, ' +
    'register as a reader',
  'reservations in between':
    'reserve another, reserve what is too large, upload, reserve what is unsupported, register, ' +
    'reserve another, register by a tool',
};

/** The reads that show the allowance, each with the rule that it breaks if it differs. */
const READS: Record<'account' | 'usage' | 'by tool', (s: Script) => Handle> = {
  account: (s) => s.call('getAccount', {expects: 'account'}),
  usage: (s) => s.call('getAccountUsage', {expects: 'usage'}),
  'by tool': (s) => s.call('getAccount', BY_TOOL),
};
type Read = keyof typeof READS;

/** The key of a read after so many steps. */
const keyOf = (read: Read, step: number): string => `${read} ${step}`;

/** Records every read of the allowance. */
function readAllowance(s: Script, step: number): Handles {
  // The figures may lag a moment behind.
  s.advance(seconds(5));
  return Object.fromEntries(
    Object.entries(READS).map(([read, record]) => [keyOf(read as Read, step), record(s)]),
  );
}

type Drawn = {story: string};
type Seen = Record<string, Exchange | undefined>;

/** What a read shows to be left; undefined without a read. */
const leftIn = (read: Exchange | undefined): unknown => read?.body?.publications_left;

const stepsOf = ({story}: Drawn): StepName[] => (STORIES[story] ?? '').split(', ') as StepName[];

/** One step, and the state of the upload before it. */
interface Step {
  name: StepName;
  response: Exchange;
  /** Whether an earlier step registered the publication. */
  isAgain: boolean;
}

const hasRegistered = (response: Exchange | undefined): boolean =>
  response?.situations.includes('registered') === true;

/** After each step of a kind the allowance is unchanged, or one less for a registration. */
const expectAllowanceAfter =
  (isMeant: (step: Step) => boolean) =>
  (seen: Seen, drawn: Drawn): Judgement => {
    const parts = stepsOf(drawn).flatMap((name, index) => {
      const response = seen[`step ${index}`];
      const before = Array.from({length: index}, (_, at) => seen[`step ${at}`]);
      const isAgain = before.some(hasRegistered);
      const [earlier, later] = [index, index + 1].map((at) => seen[keyOf('account', at)]);
      if (!response || !earlier || !later || !isMeant({name, response, isAgain})) return [];
      const left = Number(leftIn(earlier)) - (hasRegistered(response) && !isAgain ? 1 : 0);
      return [() => expectLeft(later, left, `after: ${name}`)];
    });
    if (!parts.length) return notApplicable('the sequence has no such step');
    const account = seen[keyOf('account', 0)];
    return account ? whenAllowanceLimited(account, () => all(...parts)) : all(...parts);
  };

/** Another read shows the same allowance as the account. */
const expectSameFigure =
  (read: Read) =>
  (seen: Seen, drawn: Drawn): Judgement =>
    judgeEach(['before', ...stepsOf(drawn)], (name, index) => {
      const [account, other] = [seen[keyOf('account', index)], seen[keyOf(read, index)]];
      const what = '`publications_left`';
      const branch = `another-figure after: ${name}`;
      return expectEqual(leftIn(other), leftIn(account), branch, other, what);
    });

const isSame = (values: unknown[]): boolean => new Set(values).size === 1;

/**
 * The usage may show the total allowance instead of the remaining one (NS-WS-04): the total does not change. More may
 * be left than the total, since a hook can leave more than the plan allows.
 */
function expectUsageAgrees(seen: Seen, drawn: Drawn): Judgement {
  const figures = (read: Read): unknown[] =>
    ['before', ...stepsOf(drawn)].map((_, index) => leftIn(seen[keyOf(read, index)]));
  const [left, shown] = [figures('account'), figures('usage')];
  return isSame(shown) && String(shown) !== String(left)
    ? hidden('NS-WS-04', 'total', 'the usage does not show what is left')
    : expectSameFigure('usage')(seen, drawn);
}

const REGISTRATIONS: StepName[] = ['register', 'register by a tool'];

/**
 * Once the whole file was stored, a registration is not refused as incomplete, whatever happened
 * before.
 */
const expectWholeAtLast = (seen: Seen, drawn: Drawn): Judgement => {
  const names = stepsOf(drawn);
  const parts = names.flatMap((name, index) => {
    const response = seen[`step ${index}`];
    const upload = names.findLastIndex((one, at) => at < index && one.startsWith('upload'));
    const isWhole = names[upload] === 'upload';
    const isStored = seen[`step ${upload}`]?.situations.includes('stored') === true;
    if (!response || !REGISTRATIONS.includes(name) || !isWhole || !isStored) return [];
    return expectThat(!response.situations.includes('incomplete'), {
      branch: 'a-whole-file-is-incomplete',
      expected: 'the registration to find the bytes that were stored last',
      got: summaryOf(response),
      at: response,
    });
  });
  return parts.length ? all(...parts) : notApplicable('no whole file was stored');
};

const isRefused = ({status}: Exchange): boolean => isClientError(status);

const isForbidden = ({name, response}: Step): boolean =>
  name === 'register as a reader' && isRefused(response);

const isRegistration = (step: Step): boolean =>
  step.name.startsWith('register') && !isForbidden(step);

const [first = '', ...rest] = Object.keys(STORIES);

/** Uploads that are refused and accepted in turn, with the allowance after every step. */
export const afterEveryStep: AnyProperty[] = propertiesOf<Drawn, Handles>(
  {
    scene: 'workspace: the allowance after every step of an upload',
    place: 'after every step',
    // Other checks send each of these requests once; here there are many.
    maxDrawsOnShared: 0,
    forAll: {story: classesOf(first, ...rest)},
    act: (s, drawn) => {
      const reservation = s.call('createUpload', {body: reservationOf(s), expects: 'reserved'});
      const steps: Handles = readAllowance(s, 0);
      for (const [index, name] of stepsOf(drawn).entries()) {
        steps[`step ${index}`] = STEPS[name](s, reservation);
        Object.assign(steps, readAllowance(s, index + 1));
      }
      return steps;
    },
  },
  {
    'workspace.uploads.registration-spends-one': expectAllowanceAfter(
      (step) => isRegistration(step) && !step.isAgain && hasRegistered(step.response),
    ),
    'workspace.uploads.repetition-spends-nothing': expectAllowanceAfter(
      (step) => isRegistration(step) && step.isAgain,
    ),
    'workspace.uploads.refusal-spends-nothing': expectAllowanceAfter(
      (step) => isRegistration(step) && !step.isAgain && isRefused(step.response),
    ),
    'workspace.uploads.registration-needs-every-byte': expectWholeAtLast,
    'workspace.uploads.reservation-spends-nothing': expectAllowanceAfter(({name}) =>
      name.startsWith('reserve'),
    ),
    'workspace.access.ability-refusal-has-no-effect': expectAllowanceAfter(isForbidden),
    'workspace.usage.agrees-with-the-account': expectUsageAgrees,
    'workspace.mcp.publications-count-in-one-allowance': expectSameFigure('by tool'),
  },
);
