import type {Exchange} from '../../../spec/exchange.ts';
import {minutes} from '../../language/script.ts';
import {aroundAge} from '../../language/wait-until.ts';
import {
  stageOf,
  timesOf,
  UPLOAD_LINK_LIFETIME_MS,
  type LinkStage,
  type MintedLink,
} from '../link-age.ts';

export type {MintedLink} from '../link-age.ts';

/** Commands that wait until the link of an upload has a certain age, in milliseconds. */
export const UNTIL_AGE: Record<string, number> = Object.fromEntries(
  Object.entries(aroundAge(UPLOAD_LINK_LIFETIME_MS)).map(([when, age]) => [
    `wait until its link ${when}`,
    age,
  ]),
);

/** The milliseconds that each waiting command lets pass. */
export const PASSES: Record<string, number> = {
  'wait a minute': minutes(1),
  'wait 31 minutes': minutes(31),
  ...UNTIL_AGE,
};

/** The link of a reservation. @param passed milliseconds that commands have let pass */
export const mintedNow = (passed: number, response: Exchange | undefined): MintedLink => ({
  since: passed,
  ...timesOf(response),
});

/** The stage of an upload link when a request is served. */
export const linkStage = (
  link: MintedLink,
  passed: number,
  used: Exchange | undefined,
): LinkStage => stageOf(link, passed, UPLOAD_LINK_LIFETIME_MS, used);
