import * as fc from 'fast-check';
import {at} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {AnyProperty, Judgement} from '../../language/check.ts';
import {
  all,
  expectEqual,
  expectThat,
  expectMember,
  notExercised,
  summaryOf,
  nothing,
} from '../../language/judge.ts';
import {propertiesOf} from '../../language/property.ts';
import {rowsAt} from '../../language/rows.ts';
import type {Handle, Script} from '../../language/script.ts';
import type {ValueClasses} from '../../values/values.ts';

/** Bytes of small files. */
const small: ValueClasses<number> = {
  plain: 200,
  classes: {
    'one byte': fc.constant(1),
    'two bytes': fc.constant(2),
    'around a byte of length': fc.constantFrom(255, 256, 257),
    any: fc.integer({min: 3, max: 1000}),
  },
};

/** A power of two that is not too large for any format. */
const power = fc.integer({min: 10, max: 17}).map((exponent) => 2 ** exponent);

/** Bytes of larger files. */
const larger: ValueClasses<number> = {
  plain: 2000,
  classes: {
    'a power of two': power,
    'one below a power of two': power.map((size) => size - 1),
    'one above a power of two': power.map((size) => size + 1),
    any: fc.integer({min: 1001, max: 100_000}),
  },
};

/** The names of two publications, by the class of their sizes. */
const FILES = ['small', 'larger'] as const;
type Name = (typeof FILES)[number];
type Steps = Record<`${Name} ${'sent' | 'registration' | 'read'}`, Handle>;
type Seen = Partial<Record<keyof Steps, Exchange>>;

/**
 * Records an upload of this size and its registration. A deployment may inspect files, so that
 * neither step has to succeed.
 */
function publishOf(s: Script, name: Name, size: number): [string, Handle][] {
  const file = {original_filename: s.sample('good', '/filename'), size_bytes: size};
  const reservation = s.call('createUpload', {body: file, optional: true});
  const sent = s.upload(reservation, {size, optional: true});
  const body = {
    ...file,
    publication_id: reservation.at('/publication_id'),
    key: reservation.at('/key'),
  };
  const registration = s.call('createPublication', {body, optional: true});
  return [
    [`${name} sent`, sent],
    [`${name} registration`, registration],
  ];
}

/** Judges an upload whose bytes were stored, and the response to its registration. */
const whenLanded = (seen: Seen, name: Name, judgement: (registration: Exchange) => Judgement) => {
  const [sent, registration] = [seen[`${name} sent`], seen[`${name} registration`]];
  return sent?.situations.includes('stored') && registration
    ? judgement(registration)
    : notExercised('a file of this size was not reserved, or its bytes were not stored');
};

/**
 * A complete file is not refused as missing or incomplete. A deployment may refuse a file that is
 * not of its format in other ways (NS-WS-08).
 */
const expectNotIncomplete = (registration: Exchange): Judgement => {
  const isCalledSo = ['incomplete', 'not-landed'].some((one) =>
    registration.situations.includes(one),
  );
  if (registration.status >= 400 && !isCalledSo)
    return notExercised(`the registration was answered ${summaryOf(registration)}`);
  return expectThat(!isCalledSo, {
    branch: 'a-whole-file-is-incomplete',
    expected: 'the stored size to be the declared one',
    got: summaryOf(registration),
    at: registration,
  });
};

/** Every representation of the publication shows the number of bytes that were sent. */
function expectSizeTold(seen: Seen, list: Exchange | undefined, name: Name): Judgement {
  const [sent, registration, read] = [
    seen[`${name} sent`],
    seen[`${name} registration`],
    seen[`${name} read`],
  ];
  if (!sent || !registration?.situations.includes('registered'))
    return notExercised('no file of this size was registered');
  const size: unknown = sent.requestBody.size;
  const rows = list?.situations.includes('page') ? rowsAt([list], '/data') : [];
  return all(
    expectMember(
      registration,
      '/original_size_bytes',
      size,
      `${name}: another-size-at-registration`,
    ),
    read?.situations.includes('publication')
      ? expectMember(read, '/original_size_bytes', size, `${name}: another-size-when-read`)
      : nothing(),
    ...rows
      .filter((row) => at(row, '/id') === registration.body.id)
      .filter((row) => at(row, '/original_size_bytes') !== undefined)
      .map((row) =>
        expectEqual(
          at(row, '/original_size_bytes'),
          size,
          `${name}: another-size-when-listed`,
          list,
          '`original_size_bytes` in the list',
        ),
      ),
  );
}

/** Judges both files; an undecided one does not count if the other is decided. */
const judgeEitherFile = (judgement: (name: Name) => Judgement): Judgement => {
  const judged = FILES.map(judgement);
  const decided = judged.filter(({inconclusive}) => inconclusive === undefined);
  return decided.length ? all(...decided) : all(...judged);
};

/** A file of any size can be registered, and every representation shows its size. */
export const fileSizes: AnyProperty[] = propertiesOf(
  {
    scene: 'workspace: files of any size',
    place: 'files of any size',
    maxDrawsOnShared: 1,
    forAll: {small, larger},
    act: (s, sizes) => {
      const files = FILES.map((name) => publishOf(s, name, sizes[name]));
      const steps = Object.fromEntries(files.flat()) as Steps;
      for (const name of FILES)
        steps[`${name} read`] = s.call('getPublication', {
          path: {publication: steps[`${name} registration`].at('/id')},
          until: {other: 404},
          optional: true,
        });
      const list = s.call('listPublications', {optional: true});
      return {list, ...steps};
    },
  },
  {
    'workspace.uploads.moves-are-the-listed-ones': (seen) =>
      judgeEitherFile((name) => whenLanded(seen, name, expectNotIncomplete)),
    'workspace.uploads.original-size-is-what-was-sent': ({list, ...seen}) =>
      judgeEitherFile((name) => expectSizeTold(seen, list, name)),
  },
);
