import type {Api, OpenId} from '../../spec/rule.ts';
import type {Capability} from './target.ts';

/** What is known of a target before anything is sent to it. */
export interface KnownTarget {
  /** Whether the target offers what a check may need, for example `sample:content_product`. */
  offers(capability: Capability): boolean;
  /** Whether the profile of an API makes a choice at an open point. */
  chooses(api: Api, point: OpenId, choice: string): boolean;
  /** Whether the URL of an operation is known only from headers of responses. */
  isFollowed(api: Api, op: string): boolean;
  /** Whether two samples have one value: two tools may be the same. */
  isSameSample(one: string, other: string): boolean;
}

/** A target that offers everything and chooses nothing. */
export const ANY_TARGET: KnownTarget = {
  offers: () => true,
  chooses: () => false,
  isFollowed: () => false,
  isSameSample: (one, other) => one === other,
};
