import type {Seam} from '../../defect.ts';
import type {Done} from '../../operation.ts';
import {around} from '../breaking.ts';

/** A list is answered to another store as it was answered just before to the store that asked first. */
export const answeredAgain = (list: string): Seam =>
  around([list], (next) => {
    let last: {tenant: string; query: string; done: Done} | undefined;
    return (view, input) => {
      const query = JSON.stringify(input.query);
      if (last && last.tenant !== view.tenant && last.query === query) return last.done;
      const done = next(view, input) as Done;
      last = {tenant: view.tenant, query, done};
      return done;
    };
  });
