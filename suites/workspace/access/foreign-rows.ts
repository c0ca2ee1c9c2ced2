/** What no list and no parameter may show of another workspace. */

import type {Exchange} from '../../../spec/exchange.ts';
import type {Judgement} from '../../language/check.ts';
import {expectNone, expectRefused} from '../../language/judge.ts';
import {column} from '../../language/rows.ts';

/** The ids that a page lists. */
export const listedIds = (page: Exchange): unknown[] => column([page], '/id');

/** The listed publications contain none of another workspace. */
export const expectNoForeign = (
  foreign: unknown[],
  rows: unknown[],
  branch: string,
  where: Exchange | undefined,
): Judgement =>
  expectNone(
    rows.filter((id) => foreign.includes(id)),
    'publication of another workspace',
    branch,
    where,
  );

/**
 * A parameter that names another workspace is ignored or refused.
 * @param success the outcome when the parameter is ignored
 */
export const expectIgnoredOrRefused = (
  response: Exchange,
  success: string,
  branch: string,
  whenIgnored: () => Judgement,
): Judgement =>
  response.situations.includes(success) ? whenIgnored() : expectRefused(response, branch);
