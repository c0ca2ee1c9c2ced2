import type {Exchange} from '../../spec/exchange.ts';
import {ageAt, CLOCK_TOLERANCE_MS} from '../ages.ts';
import {minutes} from '../script.ts';

/** How long an upload link is valid (Limits). */
export const UPLOAD_LINK_LIFETIME_MS = minutes(30);

/** How long a download link is valid (Limits). */
export const DOWNLOAD_LINK_LIFETIME_MS = minutes(10);

/** The age of a presigned link. While it is `ending`, the link may work or not: both are right. */
export type LinkStage = 'valid' | 'ending' | 'expired';

/** A link in the state of a model, and when it was created. */
export interface MintedLink {
  /** Milliseconds that earlier commands had let pass. */
  since: number;
  /** The response that contained it; absent while nothing was sent. */
  minted?: Pick<Exchange, 'sentAt' | 'gotAt' | 'targetTime'>;
}

/** The times of a response, for the state of a model. */
export const timesOf = (response: Exchange | undefined): Pick<MintedLink, 'minted'> => {
  if (!response) return {};
  const {sentAt, gotAt, targetTime} = response;
  return {minted: {sentAt, gotAt, ...(targetTime !== undefined && {targetTime})}};
};

/**
 * The stage of a link when another request is served. Without responses, the age is the time that
 * commands have let pass.
 * @param passed milliseconds that commands have let pass
 * @param lifetime of such links, in milliseconds
 */
export function stageOf(
  {since, minted}: MintedLink,
  passed: number,
  lifetime: number,
  used: Exchange | undefined,
): LinkStage {
  const {least, most} =
    minted && used
      ? ageAt(used, minted as Exchange)
      : {least: passed - since, most: passed - since};
  if (most <= lifetime - CLOCK_TOLERANCE_MS) return 'valid';
  return least >= lifetime + CLOCK_TOLERANCE_MS ? 'expired' : 'ending';
}
