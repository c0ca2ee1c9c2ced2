import type {Exchange} from '../../../spec/exchange.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../language/check.ts';
import type {Chapter} from '../../language/chapter.ts';
import type {Provocation} from '../../language/provocation.ts';
import {
  all,
  brief,
  expectEqual,
  expectThat,
  expectOutcome,
  expectMember,
  expectNone,
} from '../../language/judge.ts';
import {manyVersions} from '../again.ts';
import {holdings} from '../holdings.ts';
import {reserve, publishAndWait} from '../publishing.ts';
import {readCurrent, publishWithFile, listFiles as list} from '../running.ts';
import {flagged, publishBeforeTools, versioned, versionList} from '../versions.ts';
import {expectNamedInRow} from '../publications/walks.ts';

/**
 * Reads the versions of a publication after tools ran, in every place where they are shown: in the
 * version list (`list`), as working version (`working`), in the publication itself and in its row
 * of the list of publications (`page`). `others` is the version list of another publication.
 */
const versions = sharedScene({
  id: 'workspace.files: versions',
  given: versioned,
  act: (s, {registration, before, original}) => {
    const others = list(s, publishWithFile(s));
    return {
      before,
      original,
      others,
      list: list(s, registration),
      working: readCurrent(s, registration),
      publication: s.call('getPublication', {
        path: {publication: registration.at('/id')},
        expects: 'publication',
      }),
      page: s.call('listPublications', {expects: 'page'}),
    };
  },
});

const expectOneCurrent = (list: Exchange): Judgement =>
  expectEqual(
    flagged(list).length,
    1,
    'not-one-current',
    list,
    'the number of versions with `current: true`',
  );

/** If the working version has the flag `current`, the flag is true. */
const expectMarkedCurrent = (working: Exchange): Judgement =>
  expectThat(working.body.current !== false, {
    branch: 'not-current-when-read-alone',
    expected: '`current` of the working version to be true or absent',
    got: brief(working.body.current),
    at: working,
  });

const expectFlaggedNamed = (list: Exchange): Judgement =>
  expectMember(list, '/current_file_id', flagged(list)[0], 'another-id');

/** The id of a reservation that was never registered: it certainly belongs to no publication. */
const provokeUnknown = (op: string): Provocation => ({
  api: 'workspace',
  op,
  condition: 'unknown',
  act: (s) => {
    const reserved = reserve(s);
    return {
      subject: s.call(op, {path: {publication: reserved.at('/publication_id')}}),
      control: s.call(op, {path: {publication: publishWithFile(s).at('/id')}}),
    };
  },
});

/**
 * A publication without a file has an (empty) version list; only an unknown publication has none.
 */
const emptyList: Check[] = [
  check({
    rule: 'workspace.files.list-is-of-one-publication',
    place: 'a publication without a file',
    act: (s) => {
      const empty = s.control('seed-empty-publication', {role: 'full'});
      return {
        list: s.call('listPublicationFiles', {path: {publication: empty.at('/publications/0')}}),
      };
    },
    judge: ({list: listed}) =>
      all(expectOutcome(listed, 'files', 'refused-while-empty'), () =>
        expectNone(versionList.ids(listed), 'version of no file', 'versions-of-nothing', listed),
      ),
  }),
];

/** The versions of a publication before any tool ran: the original alone. */
const originalAlone = sharedScene({
  id: 'workspace.files: the original alone',
  act: (s) => {
    const {registration, original} = publishBeforeTools(s);
    return {original, list: list(s, registration)};
  },
});

/** Without a run these need few requests. */
const beforeTools: Check[] = checksOf(originalAlone, {
  'workspace.files.exactly-one-is-current @ the original alone': ({original, list: listed}) =>
    all(expectOneCurrent(listed), () => expectMarkedCurrent(original)),
  'workspace.files.current-file-id-is-the-flagged @ the original alone': ({list: listed}) =>
    expectFlaggedNamed(listed),
  'workspace.files.current-is-the-flagged @ the original alone': ({original, list: listed}) =>
    expectMember(original, '/id', flagged(listed)[0], 'another-before-any-run'),
});

/** Workspace / files: the version list and the working version. */
export const files: Chapter = {
  chapter: 'workspace/files',
  counted: [manyVersions, holdings],
  visits: [
    {
      api: 'workspace',
      op: 'listPublicationFiles',
      args: (s) => ({path: {publication: publishWithFile(s).at('/id')}}),
    },
    {
      api: 'workspace',
      op: 'getCurrentPublicationFile',
      args: (s) => ({path: {publication: publishWithFile(s).at('/id')}}),
    },
  ],
  provocations: [
    provokeUnknown('listPublicationFiles'),
    provokeUnknown('getCurrentPublicationFile'),
    {
      // The file of a publication may appear some time after the registration.
      api: 'workspace',
      op: 'getCurrentPublicationFile',
      condition: 'current',
      orElse: {'file-not-found': 'NS-WS-09'},
      act: (s) => ({
        subject: s.call('getCurrentPublicationFile', {
          path: {publication: publishAndWait(s).at('/id')},
          until: {other: 404},
        }),
      }),
    },
    {
      api: 'workspace',
      op: 'getCurrentPublicationFile',
      condition: 'file-not-found',
      act: (s) => {
        const empty = s.control('seed-empty-publication', {role: 'full'});
        return {
          subject: s.call('getCurrentPublicationFile', {
            path: {publication: empty.at('/publications/0')},
          }),
          control: publishBeforeTools(s).original,
        };
      },
    },
  ],
  checks: [
    ...emptyList,
    ...beforeTools,
    ...checksOf(versions, {
      'workspace.files.list-has-the-original': ({before, original, list}) =>
        all(
          versionList.expectListed(before, original, 'no-original'),
          versionList.expectListed(list, original, 'no-original'),
        ),
      'workspace.files.exactly-one-is-current': ({before, original, list, working}) =>
        all(
          expectOneCurrent(before),
          expectOneCurrent(list),
          () => expectMarkedCurrent(original),
          () => expectMarkedCurrent(working),
        ),
      'workspace.files.current-file-id-is-the-flagged': ({before, list}) =>
        all(expectFlaggedNamed(before), expectFlaggedNamed(list)),
      'workspace.files.current-is-the-flagged': ({before, original, list, working}) =>
        all(
          expectMember(original, '/id', flagged(before)[0], 'another-before-any-run'),
          expectMember(working, '/id', flagged(list)[0], 'another-after-runs'),
        ),
      'workspace.files.publication-names-the-current': ({list, publication, page}) =>
        all(
          expectOutcome(publication, 'publication', 'not-readable'),
          expectMember(publication, '/working_file_id', flagged(list)[0], 'another-working-file'),
          expectNamedInRow(page, publication, flagged(list)[0]),
        ),
      'workspace.files.list-is-of-one-publication': ({list, others}) =>
        versionList.expectNoneShown(
          others,
          versionList.ids(list),
          'in the lists of two publications',
          'files-of-another',
        ),
    }),
  ],
};
