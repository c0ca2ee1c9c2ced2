import {isObject} from '../../../spec/json.ts';
import {resolve} from '../../../spec/schema.ts';
import type {Operation} from '../../../spec/contract.ts';
import {isClientError} from '../../../spec/status.ts';
import type {Decoded} from './decoded.ts';
import type {EffectiveContract} from './effective-contract.ts';

/** Names of members that alone say nothing about who sent an error: gateways use them too. */
const COMMON = 2;

/**
 * The forms in which a deployment refuses: that of the document, and those of its refusals that
 * the document knows, where it shows no body.
 */
export class ErrorShapes {
  readonly #effective: EffectiveContract;
  /** Names of members of refusals, put together. */
  readonly #seen = new Set<string>();

  constructor(effective: EffectiveContract) {
    this.#effective = effective;
  }

  /** Remembers the form of a refusal that the document knows. */
  remember(status: number, {situations}: Pick<Decoded, 'situations'>, wire: unknown): void {
    const isRefusal = isClientError(status) && situations.length > 0;
    if (isRefusal && isObject(wire) && Object.keys(wire).length >= COMMON)
      this.#seen.add(shapeOf(wire));
  }

  /** Whether a body has the form in which the deployment itself refuses. */
  isOwn(operation: Operation, wire: unknown): boolean {
    if (!isObject(wire)) return false;
    if (this.#seen.has(shapeOf(wire))) return true;
    return this.#documented(operation).some((names) => names.every((name) => name in wire));
  }

  /** The members that documented refusals of an operation have to have. */
  #documented({outcomes}: Operation): string[][] {
    const {document} = this.#effective.contract;
    return outcomes.flatMap(({statuses, schema}) => {
      const isRefusal = statuses.some((status) => status >= 400);
      const {required = []} = isRefusal && schema ? resolve(document, schema) : {};
      return required.length ? [required] : [];
    });
  }
}

const shapeOf = (body: Record<string, unknown>): string => Object.keys(body).sort().join(' ');
