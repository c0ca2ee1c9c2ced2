import type {Adapter} from './adapter.ts';
import type {ValueForm} from './value-form.ts';
import {mapStrings} from './strings.ts';

/** The ids of the mock that clients see: of publications, files and runs. */
const MOCK_IDS = /\b(?:pub|file|run)_[a-z2-7]{20}\b/g;

/** Gives every id of the mock another one, and finds the mock's again. */
export class IdMap {
  readonly #form: ValueForm;
  readonly #other = new Map<string, string>();
  readonly #own = new Map<string, string>();

  constructor(form: ValueForm) {
    this.#form = form;
  }

  /** A text of the mock with the other ids. */
  outward(text: string): string {
    return text.replace(MOCK_IDS, (id) => this.#otherOf(id));
  }

  /** A text of a client with the mock's ids; what is no id of the mock stays. */
  inward(text: string): string {
    return text.replace(this.#form.ids, (id) => this.#own.get(id) ?? id);
  }

  #otherOf(id: string): string {
    const known = this.#other.get(id);
    if (known !== undefined) return known;
    const other = this.#form.id(this.#other.size + 1);
    this.#other.set(id, other);
    this.#own.set(other, id);
    return other;
  }
}

/** Other ids, wherever one stands: in paths, headers, members and in texts. */
export function idsAdapter(ids: IdMap): Adapter {
  return {
    adaptRequest(request) {
      request.path = ids.inward(request.path);
      request.query = new URLSearchParams(ids.inward(request.query.toString()));
      request.body = mapStrings(request.body, (text) => ids.inward(text));
      if (request.text !== undefined) request.text = ids.inward(request.text);
    },
    adaptResponse(_request, response) {
      for (const [name, value] of Object.entries(response.headers))
        response.headers[name] = ids.outward(value);
      response.body = mapStrings(response.body, (text) => ids.outward(text));
      if (response.text !== undefined) response.text = ids.outward(response.text);
    },
  };
}
