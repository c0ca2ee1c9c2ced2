/** Families of defects that change how responses show rows. */

import type {Seam} from '../../defect.ts';
import {isRefused, type Input, type View} from '../../operation.ts';
import type {Row} from '../../world/change.ts';
import {around} from '../breaking.ts';
import {met, type When} from './when.ts';

/** A row in the form of responses. */
export type Shown = Record<string, unknown>;

/** Other members of a row in responses. */
type Otherwise = Shown | ((shown: Shown, input: Input, view: View) => Shown | undefined);

/** Changes members of rows in responses: of one alone, of one in `data`, and of each in a list in `data`. */
export const showing = <Body>(
  operations: string[],
  when: When<Row & Shown, Body>,
  other: Otherwise,
): Seam =>
  around(operations, (next) => {
    const fits = met(when);
    return (view, input) => {
      const done = next(view, input);
      if (isRefused(done)) return done;
      const edited = (shown: Shown): Shown => {
        const {query, headers, path, by} = input;
        const row = shown as Row & Shown;
        const body = (input.body ?? {}) as Body;
        if (!fits({before: undefined, row, body, query, headers, path, by, view})) return shown;
        return {...shown, ...(typeof other === 'function' ? other(shown, input, view) : other)};
      };
      const {data, ...rest} = done.body as Shown;
      if (data === undefined) return {...done, body: edited(rest)};
      const rows = Array.isArray(data) ? (data as Shown[]).map(edited) : edited(data as Shown);
      return {...done, body: {...rest, data: rows}};
    };
  });
