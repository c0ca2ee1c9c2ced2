import {FEATURES, type AbsentFeature, type Feature} from '../../spec/features.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {isSuccessStatus} from '../../spec/status.ts';
import type {Step} from '../../spec/step.ts';
import {Blocked} from './send/blocked.ts';
import {execute} from './send/execute.ts';
import {inEnvironment} from './facts/in-environment.ts';
import {Interrupted} from './facts/interruption.ts';
import {type RunServices} from './judge/run-services.ts';
import {labelFor} from './send/send-services.ts';
import {contextFor} from './send/send-services.ts';

const LOOK = 'absent features';

/** Statuses of an address at which nothing is. */
const NOTHING_THERE = new Set([0, 404, 405, 410, 501]);

/**
 * The features that a deployment does not have according to its configuration. One that can be seen is looked for with
 * one request: if it is there all the same, the run has left out rules that it could have decided.
 */
export async function absentFeatures(services: RunServices): Promise<AbsentFeature[]> {
  const {target, signal} = services;
  const found: AbsentFeature[] = [];
  for (const feature of target.absentFeatures ?? []) {
    const {name, optional, ...more} = FEATURES[feature] as Feature;
    const step = stepOf(more);
    const exchange = step && !signal?.aborted ? await seen(step, services) : undefined;
    const line = target.absenceLines?.[feature];
    const isThere = exchange !== undefined && shows(exchange);
    found.push({
      feature,
      name,
      ...(line !== undefined && {line}),
      isOptional: optional !== undefined && !isThere,
      ...(isThere && {shownBy: `${exchange.op}: ${exchange.status}`}),
    });
  }
  return found;
}

/** The step that shows a feature, if a read does. */
function stepOf({
  api,
  isMcp,
  showingRead,
}: Pick<Feature, 'api' | 'isMcp' | 'showingRead'>): Step | undefined {
  if (isMcp) return {step: 'tools', id: LOOK, as: 'nobody'};
  if (showingRead === undefined) return undefined;
  return {step: 'call', id: LOOK, api, op: showingRead, as: api === 'store' ? 'admin' : 'full'};
}

/** The MCP server is there if it asks for a credential; an operation, if it succeeds. */
const shows = ({interface: mcp, status}: Exchange): boolean =>
  mcp ? !NOTHING_THERE.has(status) : isSuccessStatus(status);

async function seen(step: Step, services: RunServices): Promise<Exchange | undefined> {
  try {
    return await inEnvironment(services.target, LOOK, async (environment) => {
      const context = contextFor(services, environment, labelFor(services, LOOK, 1));
      const {results} = await execute([step], context);
      return results.get(LOOK)?.[0];
    });
  } catch (error) {
    if (!(error instanceof Blocked || error instanceof Interrupted)) throw error;
    return undefined;
  }
}
