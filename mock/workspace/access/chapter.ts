import type {Chapter} from '../../chapter.ts';
import type {KeyRow} from './rows.ts';
import {demo, suite} from './template.ts';

/** Workspaces, their members and their keys (Authentication). */
export const access: Chapter = {
  name: 'workspace/access',
  tables: {
    workspaces: {},
    members: {},
    keys: {indexes: {secret: {of: (row: KeyRow) => row.secret, scope: 'world'}}},
  },
  refusals: {
    unauthenticated: 'The key is missing or not valid.',
    forbidden: 'The key lacks the ability that this operation needs.',
    'body-refused': 'The request is not valid.',
  },
  templates: {demo, suite},
};
