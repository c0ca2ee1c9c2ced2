import {isObject} from '../../../spec/json.ts';
import {resolve} from '../../../spec/schema.ts';
import type {Operation} from '../../../spec/contract.ts';
import {isClientError} from '../../../spec/status.ts';
import type {Decoded} from './decoded.ts';
import type {EffectiveContract} from './effective-contract.ts';

/** The number of members from which on an error can be recognised; gateways have errors with fewer, too. */
const MIN_MEMBERS_OF_ERROR = 2;

/**
 * The forms of a deployment's refusals: the documented one, and those of its documented refusals whose
 * body the document does not show.
 */
export class ErrorShapes {
  readonly #effective: EffectiveContract;
  /** The concatenated names of the members of each refusal. */
  readonly #seen = new Set<string>();

  constructor(effective: EffectiveContract) {
    this.#effective = effective;
  }

  /** Remembers the form of a documented refusal. */
  remember(status: number, {situations}: Pick<Decoded, 'situations'>, wire: unknown): void {
    const isRefusal = isClientError(status) && situations.length > 0;
    if (isRefusal && isObject(wire) && Object.keys(wire).length >= MIN_MEMBERS_OF_ERROR)
      this.#seen.add(shapeOf(wire));
  }

  /** Whether a body has the form of the deployment's own refusals. */
  isOwn(operation: Operation, wire: unknown): boolean {
    if (!isObject(wire)) return false;
    if (this.#seen.has(shapeOf(wire))) return true;
    return this.#documented(operation).some((names) => names.every((name) => name in wire));
  }

  /** The required members of the documented refusals of an operation. */
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
