import type {Defect} from '../../defect.ts';

/** A defect of one seam, for example `DefectOf<'skip'>`. */
export type DefectOf<S extends Defect['seam']> = Extract<Defect, {seam: S}>;

/** The defects of one seam, in the order of the list. */
export const ofSeam = <S extends Defect['seam']>(
  defects: readonly Defect[],
  seam: S,
): DefectOf<S>[] => defects.filter((defect): defect is DefectOf<S> => defect.seam === seam);

/**
 * Whether a defect concerns an operation: one without `in` concerns all.
 * @param operation undefined for a request whose path belongs to none
 */
export const concerns = (
  {in: operations}: {in?: readonly string[]},
  operation: string | undefined,
): boolean =>
  operations === undefined || (operation !== undefined && operations.includes(operation));

/**
 * Whether a defect removes a check from an operation.
 * @param situation the situation that the check refuses with, or the condition that it looks for
 */
export const isSkipped = (
  defects: readonly Defect[],
  situation: string,
  operation: string,
): boolean =>
  ofSeam(defects, 'skip').some(
    (defect) => defect.situation === situation && concerns(defect, operation),
  );
