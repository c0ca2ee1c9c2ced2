import type {Defect} from '../../../defect.ts';
import {isRefused, type Done} from '../../../operation.ts';
import {around} from '../../breaking.ts';
import {READ} from './changed-issues.ts';
import {defects} from '../../table.ts';

/** Defects of issues that are read again by their external_id. */
export const readAgain: Defect[] = defects({
  'store.content.reference-finds-the-issue @ read before and after an update': {
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
  },
});
