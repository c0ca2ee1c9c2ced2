import type {RuleId} from '../../../spec/rule.ts';
import type {Defect} from '../../defect.ts';
import {defects, type Phrases} from '../table.ts';

/** What has to be varied to detect a defect. */
export type Kind =
  /** A representation differs from what was written. */
  | 'representations'
  /** An update changes something other than it names, or less. */
  | 'updates'
  /** A filter finds too many or too few. */
  | 'filters'
  /** Pages do not partition their list. */
  | 'pages'
  /** A repeated request with the same `Idempotency-Key` has no or another effect. */
  | 'retries'
  /** A refused request changes something. */
  | 'refusals'
  /** The order of independent requests matters. */
  | 'order'
  /** An id that is written or encoded in another way counts as another id, or is read too leniently. */
  | 'ids'
  /** A state that is reached on a longer path behaves differently. */
  | 'states'
  | 'instants'
  | 'races'
  | 'tenants'
  /** A request of another credential of the tenant has no or another effect. */
  | 'credentials';

/** A defect that only particular values, states, pairs, instants or races show. */
export type ParticularDefect = Defect & {kind: Kind};

/** Makes particular defects of one rule. */
export const particular = (kind: Kind, breaks: RuleId, phrases: Phrases): ParticularDefect[] =>
  defects({[breaks]: phrases}).map((defect) => ({...defect, kind}));
