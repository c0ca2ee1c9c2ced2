import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, refuse, type Done, type Refused} from '../../../operation.ts';
import {around, atPlace, breaking, finding} from '../../breaking.ts';
import {has, LIST, type ShownPage} from './shown-sessions.ts';

/**
 * Changes lists after a store was seen without the feature.
 * @param other receives which stores lack it, and whether any has it
 */
const afterLack = (
  other: (
    done: Done | Refused,
    lacking: ReadonlySet<string>,
    everLacked: boolean,
  ) => Done | Refused,
): Seam =>
  around(LIST, (next) => {
    const lacking = new Set<string>();
    let everLacked = false;
    return (view, input) => {
      const done = next(view, input);
      const isLacking = 'refused' in done && done.refused === 'consumption-disabled';
      if (isLacking) lacking.add(view.tenant);
      if (!('refused' in done)) lacking.delete(view.tenant);
      everLacked ||= isLacking;
      return other(done, lacking, everLacked);
    };
  });

/** Defects of the feature, and of other stores. */
export const stores: Defect[] = [
  ...atPlace(
    'whatever the filter',
    breaking('store.reading.disabled-is-forbidden', {
      'a list by reason is served without the feature': finding(
        LIST,
        'stores',
        (store, _view, {query}) =>
          has(query, 'reason_type') ? {...store, consumption_off: false} : store,
      ),
    }),
  ),
  ...atPlace(
    'where another store lacks the feature',
    breaking('store.reading.list-answers-200', {
      'a store that lacks the feature takes it from all': afterLack((done, lacking) =>
        lacking.size > 0
          ? refuse('consumption-disabled', {expected: 'the feature', got: 'none', todo: 'wait'})
          : done,
      ),
    }),
  ),
  ...atPlace(
    'once the feature is back',
    breaking('store.reading.list-answers-200', {
      'what was read before the feature was off is lost': afterLack((done, _lacking, everLacked) =>
        'body' in done && everLacked ? {...done, body: {...(done.body as object), data: []}} : done,
      ),
    }),
  ),
  ...atPlace(
    'by a cursor',
    breaking('store.reading.sessions-stay-in-their-store', {
      'a cursor opens the sessions of its store to others': around(LIST, (next) => {
        const pages = new Map<unknown, {tenant: string; done: Done}>();
        return (view, input) => {
          const {tenant} = view;
          const known = pages.get(input.query['cursor']);
          if (known && known.tenant !== tenant) return known.done;
          const done = next(view, input);
          if (isRefused(done)) return done;
          const {next_cursor: cursor} = done.body as ShownPage;
          if (cursor) pages.set(cursor, {tenant, done});
          return done;
        };
      }),
    }),
  ),
];
