import type {Defect} from '../../defect.ts';

/** Defects of one seam. */
export type Of<S extends Defect['seam']> = Extract<Defect, {seam: S}>;

/** The defects of one seam, in the order of the list. */
export const ofSeam = <S extends Defect['seam']>(defects: readonly Defect[], seam: S): Of<S>[] =>
  defects.filter((defect): defect is Of<S> => defect.seam === seam);

/**
 * Whether a defect is about an operation.
 * @param operation undefined for a request that names none: only defects of all operations are
 * about it
 */
export const concerns = (
  {in: operations}: {in?: readonly string[]},
  operation: string | undefined,
): boolean =>
  operations === undefined || (operation !== undefined && operations.includes(operation));

/** Whether the guard against a situation is removed from an operation. */
export const isSkipped = (
  defects: readonly Defect[],
  situation: string,
  operation: string,
): boolean =>
  ofSeam(defects, 'skip').some(
    (defect) => defect.situation === situation && concerns(defect, operation),
  );
