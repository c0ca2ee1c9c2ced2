import type {PlaceVerdict} from './run-record.ts';

/** A place with the evidence of the simplest way to its failure, and the violations that it shows. */
export const withSimplestEvidence = (place: PlaceVerdict): PlaceVerdict => ({
  ...place,
  ...place.shrunk,
});
