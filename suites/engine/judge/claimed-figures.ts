import type {ClaimedFigure} from '../../../spec/control/verb-description.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {at, idText} from '../../../spec/json.ts';
import {isSuccessStatus} from '../../../spec/status.ts';

/** What a hook said that a figure of the API is now. */
interface Claim {
  wanted: unknown;
  before: unknown;
  sentAt: number;
}

/** Milliseconds after which a figure may have changed by itself, for example with the end of a cycle. */
const MAX_AGE_MS = 60_000;

/** What a response says of a claim. */
type Shown = {isShown: true} | {isShown: false; got: string};

/**
 * Compares what a hook claims to have set with what reads show of it. Only a figure that has not moved at all speaks
 * against a hook: any other one may be a fault of the deployment.
 */
export class ClaimedFigures {
  readonly #claimed: ClaimedFigure;
  readonly #last = new Map<string, unknown>();
  readonly #claims = new Map<string, Claim>();

  constructor(claimed: ClaimedFigure) {
    this.#claimed = claimed;
  }

  /** Notes a call of the hook with its answer. */
  noteCall({sent, body, sentAt}: Exchange): void {
    const {of, arg, answer} = this.#claimed;
    const args = JSON.parse(typeof sent.body === 'string' ? sent.body : '{}') as unknown;
    const subject = idText(at(args, `/${of}`));
    const wanted = arg === undefined ? at(body, `/${answer}`) : at(args, `/${arg}`);
    if (subject === undefined) return;
    this.#claims.delete(subject);
    const before = this.#last.get(subject);
    if (isLess(wanted, before)) this.#claims.set(subject, {wanted, before, sentAt});
  }

  /** @returns what a response says of an earlier call, if it says anything */
  noteResponse(exchange: Exchange): Shown | undefined {
    const {as, body, sentAt, sent} = exchange;
    const isOfRole = this.#claimed.of === 'role';
    if (sent.method !== 'GET') this.#forget(isOfRole ? as : undefined);
    const id = isOfRole ? as : idText(at(body, '/id'));
    const value = this.#figureIn(exchange);
    if (id === undefined || value === undefined) return undefined;
    this.#last.set(id, value);
    const claim = this.#claims.get(id);
    if (!claim) return undefined;
    if (value === claim.wanted) return {isShown: true};
    const isUnmoved = value === claim.before && sentAt - claim.sentAt < MAX_AGE_MS;
    return isUnmoved
      ? {isShown: false, got: `GET ${sent.url} still shows ${String(value)}`}
      : undefined;
  }

  /** The figure that a response shows; the creation of a subject shows its first one. */
  #figureIn({op, status, body, sent}: Exchange): unknown {
    const {of, in: reads, at: pointer, minus} = this.#claimed;
    const isCreation = of !== 'role' && sent.method !== 'GET';
    if (!isSuccessStatus(status) || !(isCreation || reads.includes(op))) return undefined;
    const shown = at(body, pointer);
    if (minus === undefined || typeof shown !== 'number') return shown;
    return shown - Number(at(body, minus));
  }

  /** Forgets what was claimed, since a request may have changed it. */
  #forget(subject: string | undefined): void {
    if (subject === undefined) this.#claims.clear();
    else this.#claims.delete(subject);
  }
}

/** Whether a hook claims another state, or a smaller number: one above what a plan allows need not be shown. */
function isLess(wanted: unknown, before: unknown): boolean {
  if (typeof wanted === 'number' && typeof before === 'number') return wanted < before;
  return typeof wanted === 'string' && typeof before === 'string' && wanted !== before;
}
