import type {Exchange} from '../../../spec/step.ts';
import {checksOf, type Chapter, type Judgement, type Provocation, type Scene} from '../../check.ts';
import {at} from '../../../spec/json.ts';
import {all, equal, holds, is, memberIs} from '../../judge.ts';
import {column, rowsAt} from '../../rows.ts';
import type {Handle} from '../../script.ts';
import {reserve, shown} from '../publishing.ts';
import {current, filed, files as list} from '../running.ts';
import {flagged, uploaded, versioned, type Versioned} from '../versions.ts';

/** What is told of one publication before any tool ran, and what in three places by now. */
interface Looks extends Record<string, Handle> {
  before: Handle;
  original: Handle;
  list: Handle;
  working: Handle;
  publication: Handle;
  /** The first page of the list of publications, and the versions of another one. */
  page: Handle;
  others: Handle;
}

const versions: Scene<Versioned, Looks> = {
  id: 'workspace.files: versions',
  api: 'workspace',
  given: versioned,
  act: (s, {made, before, original}) => {
    const others = list(s, filed(s));
    return {
      before,
      original,
      others,
      list: list(s, made),
      working: current(s, made),
      publication: s.call('getPublication', {
        path: {publication: made.at('/id')},
        expects: 'publication',
      }),
      page: s.call('listPublications', {expects: 'page'}),
    };
  },
};

/**
 * The row of a publication in a page of the list, where it is there: others may be newer by now.
 */
const rowOf = (page: Exchange, {body}: Exchange): unknown =>
  rowsAt([page], '/data').find((row) => at(row, '/id') === body.id);

const inList = (list: Exchange, original: Exchange): Judgement =>
  holds(column([list], '/id').includes(original.body.id), {
    branch: 'no-original',
    expected: 'the version that was the working one before any tool ran',
    got: `${column([list], '/id').length} others`,
    at: list,
  });
const oneOf = (list: Exchange): Judgement =>
  equal(flagged(list).length, 1, 'not-one-current', list);

/** A reserved id that nobody registered is the one id that is surely no publication. */
const unknown = (op: string): Provocation => ({
  api: 'workspace',
  op,
  condition: 'unknown',
  act: (s) => {
    const reserved = reserve(s);
    return {
      subject: s.call(op, {path: {publication: reserved.at('/publication_id')}}),
      control: s.call(op, {path: {publication: filed(s).at('/id')}}),
    };
  },
});

/** Workspace / files: the version list and the working version. */
export const files: Chapter = {
  chapter: 'workspace/files',
  visits: [
    {
      api: 'workspace',
      op: 'listPublicationFiles',
      args: (s) => ({path: {publication: filed(s).at('/id')}}),
    },
    {
      api: 'workspace',
      op: 'getCurrentPublicationFile',
      args: (s) => ({path: {publication: filed(s).at('/id')}}),
    },
  ],
  provocations: [
    unknown('listPublicationFiles'),
    unknown('getCurrentPublicationFile'),
    {
      // A publication may have no file yet, for as long as its deployment takes.
      api: 'workspace',
      op: 'getCurrentPublicationFile',
      condition: 'current',
      orElse: {'file-not-found': 'NS-WS-09'},
      act: (s) => ({
        subject: s.call('getCurrentPublicationFile', {
          path: {publication: shown(s).at('/id')},
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
          control: uploaded(s).original,
        };
      },
    },
  ],
  checks: checksOf(versions, {
    'workspace.files.list-has-the-original': ({before, original, list}) =>
      all(inList(before, original), inList(list, original)),
    'workspace.files.exactly-one-is-current': ({before, list}) => all(oneOf(before), oneOf(list)),
    'workspace.files.current-file-id-is-the-flagged': ({before, list}) =>
      all(
        ...[before, list].map((seen) =>
          memberIs(seen, '/current_file_id', flagged(seen)[0], 'another-id'),
        ),
      ),
    'workspace.files.current-is-the-flagged': ({before, original, list, working}) =>
      all(
        memberIs(original, '/id', flagged(before)[0], 'another-before-any-run'),
        memberIs(working, '/id', flagged(list)[0], 'another-after-runs'),
      ),
    'workspace.files.publication-names-the-current': ({list, publication, page}) => {
      const row = rowOf(page, publication);
      return all(
        is(publication, 'publication', 'not-readable'),
        memberIs(publication, '/working_file_id', flagged(list)[0], 'another-working-file'),
        ...(row === undefined
          ? []
          : [
              equal(
                at(row, '/working_file_id'),
                flagged(list)[0],
                'another-working-file-in-the-list',
                page,
              ),
            ]),
      );
    },
    'workspace.files.list-is-of-one-publication': ({list, others}) => {
      const both = column([others], '/id').filter((id) => column([list], '/id').includes(id));
      return holds(both.length === 0, {
        branch: 'files-of-another',
        expected: 'versions of one publication each',
        got: `${both.length} in the list of another, too`,
        at: others,
      });
    },
  }),
};
