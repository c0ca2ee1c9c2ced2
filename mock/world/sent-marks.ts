import type {NewEntry} from './journal.ts';
import type {Ports} from './ports.ts';

/** The header by which the mock knows the requests that its control plane sends. */
export const SENT_MARK = 'presscheck-mark';

/** The requests that the control plane is sending for somebody. Nobody else knows their marks. */
export class SentMarks {
  readonly #ports: Pick<Ports, 'chance'>;
  /** The number of the entry of the request, by its mark; 0: not answered yet. */
  readonly #entries = new Map<string, number>();

  constructor(ports: Pick<Ports, 'chance'>) {
    this.#ports = ports;
  }

  /** Makes the mark of a new request. */
  make(): string {
    const mark = this.#ports.chance().toString(36);
    this.#entries.set(mark, 0);
    return mark;
  }

  /** The number of the entry of an answered request. */
  entryOf(mark: string): number | undefined {
    return this.#entries.get(mark) || undefined;
  }

  drop(mark: string): void {
    this.#entries.delete(mark);
  }

  /** Marks an entry if the control plane sent its request. The header is taken out of it. */
  marked(entry: NewEntry): {entry: NewEntry; mark?: string} {
    if (!this.#entries.size || !entry.messages) return {entry};
    const {request, response} = entry.messages;
    if (!Array.isArray(request.headers)) return {entry};
    const headers = request.headers as readonly string[];
    const at = headers.indexOf(SENT_MARK);
    const mark = headers[at + 1] ?? '';
    if (at < 0 || !this.#entries.has(mark)) return {entry};
    const rest = headers.filter((_, position) => position !== at && position !== at + 1);
    const messages = {request: {...request, headers: rest}, response};
    return {entry: {...entry, messages, sent_by: 'console'}, mark};
  }

  /** Notes the number of the entry of a request. */
  note(mark: string, n: number): void {
    this.#entries.set(mark, n);
  }
}
