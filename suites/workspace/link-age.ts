import type {Exchange} from '../../spec/exchange.ts';
import {ageAt, TOLERANCE} from '../ages.ts';

/** Where in its life a presigned link is: near its end both is right, that it works and that not. */
export type LinkStage = 'valid' | 'ending' | 'expired';

/** A link of a model: when it was minted, by the time that commands let pass, and by the response. */
export interface MintedLink {
  /** Milliseconds that the commands before had let pass. */
  since: number;
  /** The response that brought it; absent while nothing was sent. */
  minted?: Pick<Exchange, 'sentAt' | 'gotAt' | 'targetTime'>;
}

/** The times of a response, which the state of a model keeps. */
export const timesOf = (response: Exchange | undefined): Pick<MintedLink, 'minted'> => {
  if (!response) return {};
  const {sentAt, gotAt, targetTime} = response;
  return {minted: {sentAt, gotAt, ...(targetTime !== undefined && {targetTime})}};
};

/**
 * Where in its life a link is when another request is served; without a response by the time that
 * commands let pass.
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
  if (most <= lifetime - TOLERANCE) return 'valid';
  return least >= lifetime + TOLERANCE ? 'expired' : 'ending';
}
