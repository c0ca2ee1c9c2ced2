import type {Defect} from '../../defect.ts';

/** A defect with a given seam, for example `DefectOf<'skip'>`. */
export type DefectOf<S extends Defect['seam']> = Extract<Defect, {seam: S}>;

/** Returns the defects with a given seam, in the order of the list. */
export const ofSeam = <S extends Defect['seam']>(
  defects: readonly Defect[],
  seam: S,
): DefectOf<S>[] => defects.filter((defect): defect is DefectOf<S> => defect.seam === seam);

/**
 * Whether a defect concerns an operation. A defect without `in` concerns all operations.
 * @param operation undefined for a request whose path belongs to no operation
 */
export const concerns = (
  {in: operations}: {in?: readonly string[]},
  operation: string | undefined,
): boolean =>
  operations === undefined || (operation !== undefined && operations.includes(operation));

/**
 * Whether a defect removes a check from an operation.
 * @param situation the situation with which the check refuses, or the condition that it detects
 * @param request what is known of the request, where a defect may concern only some
 */
export const isSkipped = (
  defects: readonly Defect[],
  situation: string,
  operation: string,
  {method = '', hasQuery = false}: {method?: string; hasQuery?: boolean} = {},
): boolean =>
  ofSeam(defects, 'skip').some(
    (defect) =>
      defect.situation === situation &&
      concerns(defect, operation) &&
      (defect.methods?.includes(method) ?? true) &&
      (hasQuery || !defect.withQuery),
  );
