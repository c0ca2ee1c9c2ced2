import type {RuleId} from '../../../spec/rule.ts';
import type {Defect, Seam} from '../../defect.ts';
import {breaking} from '../breaking.ts';

/** What has to be varied before a defect shows. */
export type Kind =
  /** What was written is not what a representation shows. */
  | 'representations'
  /** An update changes something else than it names, or less. */
  | 'updates'
  /** A filter finds too many or too few. */
  | 'filters'
  /** Pages do not partition their list. */
  | 'pages'
  /** An equal request with an equal `Idempotency-Key` has no or another effect. */
  | 'retries'
  /** A refused request changes something. */
  | 'refusals'
  /** The order of independent requests matters. */
  | 'order'
  /** An id is another id when it is written or encoded in another way, or is read too leniently. */
  | 'ids'
  /** A state that is reached by a longer way behaves in another way. */
  | 'states'
  | 'instants'
  | 'races'
  | 'tenants';

/** A defect that only particular values, states, pairs, instants or races show. */
export type ParticularDefect = Defect & {
  kind: Kind;
  /** One sentence: what is wrong. */
  wrong: string;
};

/**
 * Particular defects of one rule.
 * @param defects what is wrong in one sentence and the seam, by a name in a plain phrase
 */
export const particular = (
  kind: Kind,
  breaks: RuleId,
  defects: Record<string, [wrong: string, seam: Seam]>,
): ParticularDefect[] =>
  Object.entries(defects).flatMap(([how, [wrong, seam]]) =>
    breaking(breaks, {[how]: seam}).map((defect) => ({...defect, kind, wrong})),
  );
