/** Families of defects that remember which credential made or changed a row. */

import type {Seam} from '../../defect.ts';
import type {Row} from '../../world/change.ts';
import type {Resource} from './resource.ts';
import {together} from './seams.ts';
import type {Asked} from './when.ts';

/** A row with the credentials that made it and changed it last, and what it was before that change. */
interface Made {
  maker?: string;
  changer?: string;
  former?: Row;
}

const madeIn = (row: Row | undefined): Made => (row ?? {}) as Made;

const noted = <R extends Row>(members: Made): Partial<R> => members as Partial<R>;

/** Whether a request is about a row that another credential made. */
export const isOfAnother = <R extends Row, Body>({before, by}: Asked<R, Body>): boolean => {
  const {maker} = madeIn(before);
  return maker !== undefined && maker !== by;
};

/** Breaks operations in a way that needs to know who made a row. @param creations the operations that make it */
export const knowingMakers = <R extends Row, Body>(
  of: Resource<R, Body>,
  creations: string[],
  ...seams: Seam[]
): Seam =>
  together(
    of.storing(creations, {}, (_row, {by}) => noted<R>({maker: by})),
    ...seams,
  );

/** Lets operations find a row by its id only for the credential that made it. */
export const foundByItsMaker = <R extends Row, Body>(
  of: Resource<R, Body>,
  creations: string[],
  operations: string[],
): Seam =>
  knowingMakers(
    of,
    creations,
    of.finding(operations, (row, _view, {by}) =>
      (madeIn(row).maker ?? by) === by ? row : undefined,
    ),
  );

/** Lets reads show a change only to the credential that made it; all others see what was there before. */
export const shownToItsChanger = <R extends Row, Body>(
  of: Resource<R, Body>,
  changes: string[],
  reads: string[],
): Seam =>
  together(
    of.storing(
      changes,
      {},
      (_row, {by, before}) => before && noted<R>({changer: by, former: before}),
    ),
    of.mistaking(reads, (row, _view, {by}) => {
      const {changer = by, former} = madeIn(row);
      return changer === by ? undefined : (former as Partial<R> | undefined);
    }),
  );
