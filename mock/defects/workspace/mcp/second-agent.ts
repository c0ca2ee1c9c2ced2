import type {Defect} from '../../../defect.ts';
import {isRefused, type Done} from '../../../operation.ts';
import {around} from '../../breaking.ts';
import {atPlaces, losing} from './at-tools.ts';

/** Every later agent gets the account of the first one. */
const firstAccount = around(['getAccount'], (next) => {
  let first: Done | undefined;
  return (view, input) => {
    const done = next(view, input);
    if (isRefused(done)) return done;
    first ??= done;
    return {...done, body: first.body};
  };
});

/** Defects that show only with a second agent, or only before a link ends. */
export const secondAgent: Defect[] = [
  ...atPlaces('tool-answers-as-the-operation', {
    'getAccount after another agent': {'every agent gets the account of the first': firstAccount},
  }),
  ...atPlaces('publications-count-in-one-allowance', {
    'of a second workspace': {
      'a registration by tool spends nothing': losing('createPublication', 'workspaces'),
    },
  }),
  ...atPlaces('foreign-is-not-found', {
    'listPublications, page after page': {
      'every page is of all workspaces': {
        seam: 'tenancy',
        in: ['listPublications'],
      },
    },
  }),
  ...atPlaces('download-link-lives-10-minutes', {
    'before it ends': {
      'links of tools live for a minute': {
        seam: 'number',
        number: 'downloads.link_lives_ms',
        set: 60_000,
      },
    },
  }),
];
