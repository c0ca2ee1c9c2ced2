/** Defects that show only where many publications are there, or after a request was repeated often. */

import type {Defect} from '../../defect.ts';
import {isRefused} from '../../operation.ts';
import type {PublicationRow} from '../../workspace/publications/rows.ts';
import {
  afterMany,
  bodyWith,
  lateLost,
  lateShown,
  successAfterMany,
  type Crowd,
} from '../families/counted.ts';
import {withChanges} from '../stored-rows.ts';
import {defects} from '../table.ts';
import {leading, uploadLinking} from './links.ts';
import {refusedWith, spendsOne} from './rows.ts';
import {spend} from './runs/altered-runs.ts';
import {versionsAs} from './versions.ts';

const PUBLICATIONS: Crowd<PublicationRow> = {table: 'publications', alike: () => 'all'};

/** Reads of many publications, and requests that are repeated. */
export const counted: Defect[] = defects({
  'workspace.uploads.registered-is-readable @ many publications': {
    'a publication behind the tenth is not read': lateLost(
      'getPublication',
      PUBLICATIONS,
      'publication-not-found',
    ),
  },
  'workspace.publications.walk-visits-each-once @ many publications': {
    'a publication behind the tenth is not listed': lateShown(
      'listPublications',
      PUBLICATIONS,
      () => true,
    ),
  },
  'workspace.runs.replay-answers-200 @ retries of a run again and again': {
    'the eleventh retry is answered 202': successAfterMany('startRun', (done) =>
      done.situation === 'replayed' ? {...done, situation: 'accepted'} : done,
    ),
  },
  'workspace.runs.replay-is-the-same-run @ retries of a run again and again': {
    'the eleventh retry names another run': successAfterMany('startRun', (done) =>
      done.situation === 'replayed' ? {...done, body: bodyWith(done, {id: 'run_another'})} : done,
    ),
  },
  'workspace.runs.replay-spends-nothing @ retries of a run again and again': {
    'the eleventh retry is counted': successAfterMany('startRun', (done, view, {by}) =>
      done.situation === 'replayed' ? withChanges(done, spend(view, by)) : done,
    ),
  },
  'workspace.downloads.link-brings-the-bytes @ links to a file again and again': {
    'the eleventh link to a file brings other bytes': leading(
      ({object}) => ({object: `${object}~again.epub`}),
      {from: 11},
    ),
  },
  'workspace.uploads.repetition-spends-nothing @ registrations of one upload again and again': {
    'the eleventh repetition of a registration spends': afterMany(
      'createPublication',
      (outcome, view) =>
        isRefused(outcome)
          ? refusedWith(outcome.refused, 'already_registered', spendsOne(view))
          : outcome,
    ),
  },
  'workspace.uploads.reservation-spends-nothing @ reservations again and again': {
    'the eleventh reservation spends': successAfterMany('createUpload', (done, view) =>
      withChanges(done, ...spendsOne(view)),
    ),
  },
  'workspace.uploads.reservation-ids-differ @ reservations again and again': {
    'all reservations after ten have one id': successAfterMany('createUpload', (done) => ({
      ...done,
      body: bodyWith(done, {publication_id: 'pub_after_ten'}),
    })),
  },
  'workspace.uploads.link-lives-30-minutes @ reservations again and again': {
    'the link of the first reservation ends at once': uploadLinking(
      (_link, {now}) => ({expires: now - 1}),
      ({view}) => view.oldest('uploads', {limit: 2}).length < 2,
    ),
  },
  'workspace.files.list-has-the-original @ runs that make versions again and again': {
    'the list has the newest 25 versions': versionsAs((rows) => rows.slice(-25)),
  },
  'workspace.uploads.registration-spends-one @ registrations again and again': {
    'the eleventh registration spends nothing': successAfterMany('createPublication', (done) => ({
      ...done,
      changes: (done.changes ?? []).filter(({table}) => table !== 'workspaces'),
    })),
  },
});
