import type {Contract} from '../../../spec/contract.ts';
import {openProfile} from '../../../spec/profile.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {refusedAsEncoded} from '../../target/encoded-url.ts';
import {isFromGateway, isLimitOfGateway} from '../../target/gateway.ts';
import {BodyConformance} from './body-conformance.ts';
import {judgeAbsentHeaders, judgeHeaders} from './header-conformance.ts';
import type {PassiveResult} from './passive-result.ts';
import {judgeStatus} from './status-conformance.ts';

/**
 * Judges every response by the effective contract. A violation belongs to the rule that it breaks,
 * whichever check sent the request.
 */
export class Conformance {
  readonly #contract: Contract;
  readonly #bodies: BodyConformance;

  constructor(contract: Contract, profile = openProfile()) {
    this.#contract = contract;
    this.#bodies = new BodyConformance(contract, profile);
  }

  /** @returns the rules that the response breaks and those that it could have broken */
  judge(exchange: Exchange): PassiveResult {
    const {status, op} = exchange;
    const operation = this.#contract.operations[op];
    const isForeign =
      exchange.refusedInFront === true ||
      isFromGateway(exchange) ||
      refusedAsEncoded(exchange) !== undefined ||
      isLimitOfGateway(exchange, this.#contract.document);
    if (!operation || status === 0 || isForeign) return {violations: [], witnesses: []};
    const parts = [
      judgeHeaders(this.#contract, exchange),
      judgeAbsentHeaders(this.#contract, exchange),
      judgeStatus(this.#contract, exchange),
      this.#bodies.judge(operation, exchange),
    ];
    return {
      violations: parts.flatMap(({violations}) => violations),
      witnesses: parts.flatMap(({witnesses}) => witnesses),
    };
  }
}
