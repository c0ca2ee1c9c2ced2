import type {Exchange} from '../../../spec/exchange.ts';
import type {PlaceVerdict} from '../../../spec/run-record.ts';
import {refusedAsEncoded} from '../../target/encoded-url.ts';
import {isFromGateway} from '../../target/gateway.ts';
import {isInterference} from '../send/interference.ts';
import {undisturbedBy} from './reuse-dependence.ts';
import type {SceneRun} from '../send/scene-run.ts';
import {explainedOneByOne, type Explanation} from './explanation.ts';
import {lineText, suspectLinesIn} from './suspect-lines.ts';
import {mostTelling} from '../../target/codec/telling-line.ts';

/**
 * A failure without the violations that responses of others may explain: the deployment did not answer, or was asked
 * for another URL than it had handed out. In a scene that exhausts a limit, one such response explains all of them.
 */
export function withoutInterference(failed: PlaceVerdict, run: SceneRun): PlaceVerdict {
  const {exchanges, scene} = run;
  const isOfOthers = (exchange: Exchange): boolean =>
    refusedAsEncoded(exchange) !== undefined ||
    (scene.exhausts ? isFromGateway(exchange) : isInterference(exchange, false));
  const ofOthers = exchanges.filter(isOfOthers);
  const [first] = ofOthers;
  if (!first) return failed;
  const encoded = ofOthers.flatMap((exchange) => refusedAsEncoded(exchange) ?? [])[0];
  const answered = `${first.op} was answered ${first.status || first.problem?.text}: run again`;
  const explanation: Explanation = {reason: encoded ?? answered};
  const steps = new Set(ofOthers.map(({step}) => step));
  const standing = scene.exhausts ? [] : undisturbedBy(steps, failed.violations, run);
  return explainedOneByOne(failed, (one) => (standing.includes(one) ? undefined : explanation));
}

/**
 * The line of the profile that one of the exchanges may contradict. What comes in names that
 * neither the document nor the profile gives says nothing yet.
 */
export function mismatchIn(exchanges: Exchange[]): string | undefined {
  const line = mostTelling(suspectLinesIn(exchanges));
  return line && lineText(line);
}
