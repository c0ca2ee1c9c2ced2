/** Families of defects of whole operations, responses and limits, as short rows of a table. */

import type {Seam} from '../../defect.ts';
import type {View} from '../../operation.ts';
import type {Change} from '../../world/change.ts';

type SeamOf<Name extends Seam['seam']> = Extract<Seam, {seam: Name}>;
type Responses = Partial<Omit<SeamOf<'member'>, 'seam' | 'situation' | 'pointer' | 'edit'>>;

/** Makes several changes that break a rule only together. */
export const together = (...seams: Seam[]): Seam => ({seam: 'several', seams});

const member = (
  situation: string,
  pointer: string,
  edit: SeamOf<'member'>['edit'],
  at = {},
): Seam => ({
  seam: 'member',
  situation,
  pointer,
  edit,
  ...at,
});

/** Shows another value of a member in responses of a situation. */
export const shown = (situation: string, pointer: string, value: unknown, at?: Responses): Seam =>
  member(situation, pointer, {set: value}, at);

/** Shows a number with something added. */
export const shifted = (situation: string, pointer: string, by: number, at?: Responses): Seam =>
  member(situation, pointer, {add: by}, at);

/** Leaves a member out of responses, makes it null, or gives it another type. */
export const lacking = (
  situation: string,
  pointer: string,
  edit: 'drop' | 'null' | 'retype' = 'drop',
  at?: Responses,
): Seam => member(situation, pointer, edit, at);

/** Changes a header of responses. */
export const header = (
  situation: string,
  name: string,
  edit: SeamOf<'header'>['edit'],
  at: Responses = {},
): Seam => ({seam: 'header', situation, header: name, edit, ...at});

/** Gives responses another status. */
export const status = (situation: string, as: number, at: Responses = {}): Seam => ({
  seam: 'status',
  situation,
  as,
  ...at,
});

/** Gives a refusal another status or reason, or that of another situation. */
export const refusedAs = (
  situation: string,
  as: SeamOf<'refusal'>['as'],
  at: Responses = {},
): Seam => ({seam: 'refusal', situation, as, ...at});

/** Gives the refusals of some operations another status; `when`: only under this condition. */
export const answered = (
  operations: string[],
  situation: string,
  status: number,
  when?: string,
): Seam => refusedAs(situation, {status}, {in: operations, ...(when !== undefined && {when})});

/** Leaves out the guard that refuses with a situation. */
export const unguarded = (
  situation: string,
  operations?: string[],
  more: Omit<SeamOf<'skip'>, 'seam' | 'situation' | 'in'> = {},
): Seam => ({seam: 'skip', situation, ...(operations && {in: operations}), ...more});

/** Refuses a request, but performs the operation. */
export const refusedButDone = (
  operations: string[],
  situation: string,
  more: Omit<SeamOf<'effect'>, 'seam' | 'situation' | 'in'> = {},
): Seam => ({seam: 'effect', situation, in: operations, ...more});

/** Refuses a request, but stores other changes. */
export const refusedButStored = (
  operations: string[],
  situation: string,
  changes: (view: View) => Change[],
): Seam => ({seam: 'effect', situation, in: operations, changes});

/** Stores nothing in a table. */
export const unstored = (operations: string[], table: string): Seam => ({
  seam: 'change',
  in: operations,
  table,
  drop: true,
});

/** Lets stored rows of a table keep the earlier values of some members. */
export const keeping = (operations: string[], table: string, ...keep: string[]): Seam => ({
  seam: 'change',
  in: operations,
  table,
  keep,
});

/** Stores the same values in all rows of a table. */
export const setting = (
  operations: string[],
  table: string,
  set: Record<string, unknown>,
): Seam => ({seam: 'change', in: operations, table, set});

/** Does not check a keyword of the request schema, or checks another value of it. */
export const unchecked = (
  operation: string,
  pointer: string,
  keyword: string,
  as?: unknown,
): Seam => ({seam: 'schema', in: operation, pointer, keyword, ...(as !== undefined && {as})});

/** Finds and lists the rows of other tenants, too. */
export const foreignFound = (operations: string[]): Seam => ({seam: 'tenancy', in: operations});

/** Decides by the rows of a table as they were when the request arrived. */
export const stale = (operations: string[], table: string): Seam => ({
  seam: 'stale',
  in: operations,
  table,
});

/** Adds to a limit, lifetime or page size. */
export const off = (number: string, add: number): Seam => ({seam: 'number', number, add});

/** Lets a limit count other requests, or over another period. */
export const counted = (
  counter: string,
  other: Omit<SeamOf<'count'>['count'], 'counter'>,
): Seam => ({
  seam: 'count',
  count: {...other, counter},
});
