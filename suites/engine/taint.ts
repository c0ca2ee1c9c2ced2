import type {Exchange} from '../../spec/step.ts';
import {limited} from '../judge.ts';
import type {Prepared} from './plan.ts';

/**
 * A limit or a gateway that answered in the deployment's place taints what is judged; in a burst a
 * 429 is the point.
 */
export const isTainted = (exchanges: Exchange[], prepared: Prepared): boolean =>
  (!prepared.scene.exhausts && tainted(exchanges) !== '') || unsettled(exchanges) !== undefined;

/**
 * An answer, or a refusal, in names that neither the document nor the profile gives says nothing
 * yet.
 */
export const unsettled = (exchanges: Exchange[]): string | undefined => {
  const mismatch = exchanges
    .map(({profileMismatch}) => profileMismatch)
    .find((one) => one?.kind === 'member' || one?.kind === 'request');
  return mismatch && `the profile does not fit: ${mismatch.line}`;
};

export const tainted = (exchanges: Exchange[]): string => {
  const one = exchanges.find(
    (exchange) =>
      exchange.status === 0 || limited(exchange) || [502, 503, 504].includes(exchange.status),
  );
  return one ? `${one.op} was answered ${one.status || one.problem?.text}: retry` : '';
};
