import {defined} from '../../../spec/defined.ts';
import {originOf} from '../../../spec/request-target.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Step} from '../../../spec/step.ts';
import {Blocked} from './blocked.ts';
import type {Position} from './attempt-context.ts';
import type {ScriptContext} from './script-context.ts';
import {presignedUrl} from './send-storage.ts';

/** Where a branch of a race sends its first request. */
interface BranchOrigin {
  origin: string;
  /** The base URL of the deployment that gave the origin, as in `Request`. */
  givenBy?: string;
}

/**
 * The origin to which a branch of a race sends its first request: that of the presigned URL for an
 * upload or a download, otherwise that of the API.
 */
export function branchOrigin(
  [first]: Step[],
  position: Position,
  script: ScriptContext,
): BranchOrigin {
  const {environment} = script.attempt;
  if (first?.step === 'upload') return storageOrigin(first.url, position, script);
  if (first?.step === 'download') return storageOrigin(first.url, position, script, first.api);
  return {origin: originIn(environment.base(apiOf(first)))};
}

/** The origin of a URL to which requests may be sent. */
const originIn = (url: string): string =>
  defined(originOf(url), 'the origin of a URL that was let through');

/** The API of a step. For a hook it does not matter, since a hook has a connection of its own. */
function apiOf(first: Step | undefined): Api {
  if (first?.step === 'control') return 'store';
  return first?.step === 'call' ? first.api : 'workspace';
}

/** The origin of a presigned URL. If the URL is unknown or forbidden, sending the step reports why. */
function storageOrigin(
  url: unknown,
  position: Position,
  script: ScriptContext,
  api: Api = 'workspace',
): BranchOrigin {
  const givenBy = script.attempt.environment.base(api);
  try {
    return {origin: originIn(presignedUrl(url, position, script, api)), givenBy};
  } catch (error) {
    if (!(error instanceof Blocked)) throw error;
    return {origin: originIn(givenBy)};
  }
}
