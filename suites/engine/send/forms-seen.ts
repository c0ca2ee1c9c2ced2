import type {Exchange} from '../../../spec/exchange.ts';
import {isClientError, isSuccessStatus} from '../../../spec/status.ts';
import type {Call} from '../../../spec/step.ts';

/** A call in a form that the document does not show. */
type Formed = Pick<Call, 'api' | 'op' | 'form' | 'expects' | 'until'>;

/**
 * Which forms of requests a deployment takes. No document says what another form gets, so a refusal may be about the form
 * until the API has answered a request in it as it answers others. A refusal that is no JSON is that of a gateway, say,
 * which may treat each operation in its own way. A form that is refused where the documented one is not is sent no more.
 */
export class FormsSeen {
  /** Forms with the APIs and operations that take them. */
  readonly #taken = new Set<string>();
  /** Forms with the APIs that refuse them. */
  readonly #refused = new Set<string>();
  /** How often a call in a form was refused as if it had no credential or no valid values, by form and API. */
  readonly #misread = new Map<string, number>();

  /** Whether the API refuses the form of a call. */
  isRefused({api, form}: Formed): boolean {
    return this.#refused.has(`${form} ${api}`);
  }

  /** Whether the response to a call may be about its form. */
  isOpen({form, api, op, expects}: Formed, {status, situations, bytes}: Exchange): boolean {
    if (form === undefined || !mayRefuseForm(status)) return false;
    if (expects !== undefined && situations.includes(expects)) return false;
    return !this.#taken.has(`${form} ${bytes ? op : api}`);
  }

  /** Notes a response that is not about the form of its call. */
  note({form, api, op}: Formed, {status}: Exchange): void {
    if (form === undefined || status === 0) return;
    this.#taken.add(`${form} ${api}`);
    this.#taken.add(`${form} ${op}`);
  }

  /**
   * Notes how a form was refused, and what the same call got in the documented one. A call that is repeated until a change
   * shows may have been served for that alone.
   * @returns whether the form is misread: the same call, with the same values, is accepted in the documented form
   */
  noteRefusal(call: Formed, {status, bytes}: Exchange, documented: Exchange): boolean {
    if (documented.status === status) this.note(call, documented);
    if (documented.status === status || call.until) return false;
    const key = `${call.form} ${call.api}`;
    const isOfApi = !bytes && OF_WHAT_IS_SAID.includes(status);
    const isMisread = isOfApi && isSuccessStatus(documented.status);
    const times = (this.#misread.get(key) ?? 0) + (isMisread ? 1 : 0);
    this.#misread.set(key, times);
    const isSure = times >= SURELY_MISREAD;
    if (isSure || !isMisread) this.#refused.add(key);
    return isMisread && isSure;
  }
}

/** Statuses of refusals that are about what a request says: no form changes that. */
const OF_WHAT_IS_SAID = [401, 422];

/**
 * After so many calls that are refused in a form, and accepted without it directly afterwards, the form is the reason. Once, it
 * may be that something was stored a moment too late for the first of both.
 */
const SURELY_MISREAD = 3;

/** Statuses of refusals that are about what a request names, or about when it comes. */
const OF_OTHER_REASONS = [404, 409, 429];

/** Whether a status may refuse a form: 411, 415 or 431, say, or 403 in front of the service. */
const mayRefuseForm = (status: number): boolean =>
  status === 501 || (isClientError(status) && !OF_OTHER_REASONS.includes(status));
