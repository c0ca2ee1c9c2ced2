import type {Evidence, PlaceVerdict} from '../../../spec/run-record.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Check} from '../../language/check.ts';
import {contractsOf} from '../facts/contracts.ts';
import {evidenceOf} from './evidence.ts';
import {execute} from '../send/execute.ts';
import type {AttemptContext} from '../send/attempt-context.ts';
import {responsesFor, type Responses} from '../send/scene-run.ts';
import {prepare} from '../plan/prepare.ts';
import {contextFor, labelFor, type SendServices} from '../send/send-services.ts';
import type {Redaction} from './redaction.ts';
import {setUp} from '../send/set-up.ts';

/**
 * The evidence of a failed sequence in its shortest form. The model finds a shorter sequence without
 * sending anything; one replay in a world of its own confirms that it fails in the same way.
 * @returns undefined if there is no shorter form, or if it does not fail in the same way
 */
export async function slicedEvidence(
  check: Check,
  {verdict, violations: [violation]}: PlaceVerdict,
  responses: Responses,
  services: SendServices & {redaction: Redaction},
): Promise<Evidence | undefined> {
  if (verdict !== 'failed' || !violation || services.target.shared) return undefined;
  const shorter = check.slice?.(responses as never);
  return shorter && replayed(shorter, violation.branch, services);
}

async function replayed(
  check: Check,
  branch: string,
  services: SendServices & {redaction: Redaction},
): Promise<Evidence | undefined> {
  const {target, specifications, redaction} = services;
  const scene = prepare(check.scene, target, contractsOf(specifications));
  const exchanges: Exchange[] = [];
  const environment = await target.open(check.scene.id);
  try {
    const context: AttemptContext = {
      ...contextFor(services, environment, labelFor(services, check.scene.id, 1)),
      onExchange: (exchange) => void exchanges.push(exchange),
      onControl: (exchange) => void exchanges.push(exchange),
    };
    const {lastByStep} = await setUp(scene, context, services);
    const {results} = await execute(scene.act, context, lastByStep);
    const {violations} = check.judge(responsesFor(scene, results, lastByStep) as never);
    if (violations[0]?.branch !== branch) return undefined;
    return evidenceOf(scene, exchanges, redaction, {
      violating: violations.map(({step}) => step),
      read: Object.values(scene.handles).map(({id}) => id),
      sequence: check.sequence?.commands,
      draw: check.draw?.values,
    });
  } catch {
    // If the shorter sequence does not reproduce the failure, the full one stays the evidence.
    return undefined;
  } finally {
    await environment.close().catch(() => undefined);
  }
}
