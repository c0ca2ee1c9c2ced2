import type {Exchange} from '../../spec/exchange.ts';
import {ageAt, CLOCK_TOLERANCE_MS, sideOf, type Age, type SideOfEnd} from '../values/ages.ts';
import type {Judgement} from '../language/check.ts';
import {expectOutcome, summaryOf, undecided} from '../language/judge.ts';
import {minutes} from '../language/script.ts';

/** How long an upload link is valid (Limits). */
export const UPLOAD_LINK_LIFETIME_MS = minutes(30);

/** How long a download link is valid (Limits). */
export const DOWNLOAD_LINK_LIFETIME_MS = minutes(10);

/** What is right for a kind of link, and the names of the ways in which its lifetime is broken. */
interface LinkKind {
  lifetime: number;
  /** The situation of its success. */
  works: string;
  /** It is refused too early. */
  dead: string;
  /** It works for too long. */
  alive: string;
}

const UPLOAD: LinkKind = {
  lifetime: UPLOAD_LINK_LIFETIME_MS,
  works: 'stored',
  dead: 'dead-before-30-minutes',
  alive: 'alive-after-30-minutes',
};

const DOWNLOAD: LinkKind = {
  lifetime: DOWNLOAD_LINK_LIFETIME_MS,
  works: 'fetched',
  dead: 'dead-before-10-minutes',
  alive: 'alive-after-10-minutes',
};

/** An upload link stores bytes until its lifetime is over, and then no longer. */
export const expectUploadLifetime = (minted: Exchange, used: Exchange): Judgement =>
  expectLifetime(minted, used, UPLOAD);

/**
 * A download link brings the file until its lifetime is over, and then no longer.
 * @param branches other names of the failures
 */
export const expectDownloadLifetime = (
  minted: Exchange,
  used: Exchange,
  branches: Partial<Pick<LinkKind, 'dead' | 'alive'>> = {},
): Judgement => expectLifetime(minted, used, {...DOWNLOAD, ...branches});

/** At an age so near to the end that both would be right nothing is decided. */
function expectLifetime(
  minted: Exchange,
  used: Exchange,
  {lifetime, works, dead, alive}: LinkKind,
): Judgement {
  const age = ageAt(used, minted);
  const side = sideOf(age, lifetime);
  if (side === 'near') return undecidedNearTheEnd(age, used, lifetime);
  return side === 'before'
    ? expectOutcome(used, works, dead)
    : expectOutcome(used, 'storage-refused', alive);
}

/** Nothing is decided by a use of a link that came later, or earlier, than it was aimed at. */
const undecidedNearTheEnd = ({least, most}: Age, used: Exchange, lifetime: number): Judgement => ({
  ...undecided(
    `the link was used at an age of ${secondsOf({least, most})} s, too near to its end at ` +
      `${lifetime / 1000} s: at most ${(lifetime - CLOCK_TOLERANCE_MS) / 1000} s, or at least ` +
      `${(lifetime + CLOCK_TOLERANCE_MS) / 1000} s, would decide; it was answered ` +
      `${summaryOf(used)}. Requests took long here: run again when the machines are less busy`,
  ),
  retry: 'used-too-late',
});

/** An age in seconds, rounded away from what would decide: 598.2 s are not 598 s. */
const secondsOf = ({least, most}: Age): string =>
  [...new Set([Math.floor(least / 1000), Math.ceil(most / 1000)])].join(' to ');

/** The age of a presigned link. While it is `ending`, the link may work or not: both are right. */
export type LinkStage = 'valid' | 'ending' | 'expired';

const STAGES: Record<SideOfEnd, LinkStage> = {before: 'valid', near: 'ending', after: 'expired'};

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
  const age =
    minted && used
      ? ageAt(used, minted as Exchange)
      : {least: passed - since, most: passed - since};
  return STAGES[sideOf(age, lifetime)];
}
