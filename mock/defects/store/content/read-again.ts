import type {Defect} from '../../../defect.ts';
import {isRefused, type Done} from '../../../operation.ts';
import {around, atPlace, breaking} from '../../breaking.ts';
import {READ} from './changed-issues.ts';

/** Defects of issues that are read again by their external_id. */
export const readAgain: Defect[] = atPlace(
  'read before and after an update',
  breaking('store.content.reference-finds-the-issue', {
    'reads by an external_id show what the first one showed': around(READ, (next) => {
      const kept = new Map<string, Done>();
      return (view, input) => {
        const done = next(view, input);
        const {id = ''} = input.path;
        if (isRefused(done) || /^\d+$/.test(id)) return done;
        const first = kept.get(`${view.tenant} ${id}`) ?? done;
        kept.set(`${view.tenant} ${id}`, first);
        return first;
      };
    }),
  }),
);
