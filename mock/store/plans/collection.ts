import type {Row} from '../../world/change.ts';

/** A collection of titles; plans name it in `collections`. */
export interface Collection extends Row {
  readonly name: string;
}
