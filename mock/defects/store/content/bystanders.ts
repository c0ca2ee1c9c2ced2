/** Defects of writes while content is off, and of writes that meet other content of the same name. */

import type {Defect, Seam} from '../../../defect.ts';
import type {Issue} from '../../../store/content/issue.ts';
import type {Change} from '../../../world/change.ts';
import {afterwards} from '../../breaking.ts';
import {before, DELETE, UPDATE} from './changed-issues.ts';
import {listing} from './listed-issues.ts';
import {withChanges} from '../../stored-rows.ts';
import {unguarded} from '../../families/seams.ts';
import {defects} from '../../table.ts';

/** Lets operations change every content that has the name of the one that they concern. */
const withNamesakes = (operations: string[], change: (issue: Issue) => Change): Seam =>
  afterwards(operations, (done, view, input) => {
    const {key, name} = before(view, input) ?? {};
    const others = view.newest<Issue>('issues', {
      limit: 9,
      where: (issue) => issue.name === name && issue.key !== key,
    });
    return withChanges(done, ...others.map(change));
  });

/** The milliseconds after which a conversion is no longer listed. */
const FORGOTTEN_AFTER_MS = 1500;

/** Defects of what happens to other content, or at another time. */
export const bystanders: Defect[] = defects({
  'store.content.feature-has-to-be-on @ for an update': {
    'updates go on while it is off': unguarded('feature-off', UPDATE),
  },
  'store.content.feature-has-to-be-on @ for a deletion': {
    'deletions go on while it is off': unguarded('feature-off', DELETE),
  },
  'store.content.deletion-keeps-the-others @ contents of the same name': {
    'a deletion takes all content of its name': withNamesakes(DELETE, ({key}) => ({
      table: 'issues',
      del: key,
    })),
  },
  'store.content.update-changes-what-it-names-only @ contents of the same name': {
    'an update changes all content of its name': withNamesakes(UPDATE, (issue) => ({
      table: 'issues',
      put: {...issue, free: true},
    })),
  },
  'store.content.converting-lists-what-is-converted @ until it is done': {
    'only what has just begun is converted': listing(
      (isFound, {created}, query, view) =>
        isFound && (query !== 'converting' || view.now - created < FORGOTTEN_AFTER_MS),
    ),
  },
});
