import type {Read, Write} from '../../../language/chapter.ts';
import {findIssues, pathOf, upload} from '../../issuing.ts';
import {updateOf} from '../issue-steps.ts';

const noServerError = 'store.access.client-faults-are-no-server-errors';

/** The update of content, with the search by name that shows what it did. */
export const updates: Write[] = [
  {
    api: 'store',
    op: 'updateIssue',
    rules: {refused: 'store.content.refused-update-changes-nothing', noServerError},
    maxDrawsOnShared: 2,
    act: (s) => {
      const {created, body} = upload(s, {free: true, lang: 'es', description: 'Of harbours.'});
      return {
        args: {path: pathOf(created), body: updateOf(s, body)},
        made: created,
        before: findIssues(s, body.name),
        read: () => findIssues(s, body.name),
      };
    },
  },
];

/** Reads of content whose parameters accept any text. */
export const reads: Read[] = [{api: 'store', op: 'listIssues', rule: noServerError}];
