import type {Row} from '../../world/change.ts';

/** A collection of titles. Plans refer to it in `collections`. */
export interface Collection extends Row {
  readonly name: string;
}
