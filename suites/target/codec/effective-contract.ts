import type {Contract, Operation, Outcome} from '../../../spec/contract.ts';
import {defined} from '../../../spec/defined.ts';
import type {Profile} from '../../../spec/profile.ts';
import type {LineEvidence} from './line-evidence.ts';
import type {MemberValues} from './member-values.ts';

/** The contract of one deployment: the API's contract and the profile that settles its open points. */
export interface EffectiveContract {
  readonly contract: Contract;
  readonly profile: Profile;
  /** Judges values of members by their schemas. */
  readonly values: MemberValues;
  /** The evidence of the run about the lines of the profile. */
  readonly lines: LineEvidence;
  /** The names of the members whose lines responses may make suspect; by default all. */
  readonly judged?: ReadonlySet<string>;
}

/** The plain success of an operation. */
export const successOf = ({id, outcomes, success}: Operation): Outcome =>
  defined(
    outcomes.find(({situation}) => situation === success),
    `the success of ${id}`,
  );

/** The first status that the document gives an outcome. */
export const firstStatus = ({situation, statuses: [status]}: Outcome): number =>
  defined(status, `a status of ${situation}`);
