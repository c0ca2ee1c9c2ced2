import type {Adapter} from './adapter.ts';
import type {ValueForm} from './value-form.ts';
import {mapStrings} from './strings.ts';

/** The ids of the mock that clients see: those of publications, files and runs. */
const MOCK_IDS = /\b(?:pub|file|run)_[a-z2-7]{20}\b/g;

/** Replaces the ids of the mock by others, and translates them back. */
export class IdMap {
  readonly #form: ValueForm;
  readonly #other = new Map<string, string>();
  readonly #own = new Map<string, string>();

  constructor(form: ValueForm) {
    this.#form = form;
  }

  /** A text of the mock with its ids replaced. */
  outward(text: string): string {
    return text.replace(MOCK_IDS, (id) => this.#otherOf(id));
  }

  /** A text of a client with the mock's ids; anything else is left unchanged. */
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

/** Replaces ids wherever they occur: in paths, headers, members and texts. */
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
