import type {Contract} from '../../../spec/contract.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {at, isObject, toText} from '../../../spec/json.ts';
import type {ShownReference} from '../../../spec/shown-reference.ts';
import type {Call} from '../../../spec/step.ts';
import {valuesAt} from '../../../spec/values-at.ts';
import {recordedBefore, type SceneHistory} from './scene-history.ts';

/** The exchanges of a scene so far, with its calls and the references found in responses. */
export interface ReferenceHistory extends SceneHistory {
  /** The call of an exchange; undefined if its step is not a single call of the scene itself. */
  callOf(exchange: Exchange): Call | undefined;
  contract: Contract;
  /** The references that were found in earlier responses of the scene, as a cache. */
  references: Map<Exchange, readonly SeenReference[]>;
}

/** A reference in a response: the resource `owner` has the id `id`. */
export interface SeenReference {
  mark: ShownReference;
  /** The id of the resource. */
  owner: string;
  id: string;
  exchange: Exchange;
}

/** The references in a successful response, from the cache if possible. */
export function referencesIn(
  exchange: Exchange,
  history: ReferenceHistory,
): readonly SeenReference[] {
  const known = history.references.get(exchange);
  if (known) return known;
  const references = findReferences(exchange, history);
  history.references.set(exchange, references);
  return references;
}

function findReferences(exchange: Exchange, history: ReferenceHistory): SeenReference[] {
  const operation = history.operations[exchange.op];
  if (!operation?.references.length || !exchange.situations.includes(operation.success)) return [];
  return operation.references.flatMap((mark) =>
    ownersIn(exchange, mark, history).flatMap(({owner, row}) =>
      valuesAt(row, mark.id)
        .filter((id): id is string => typeof id === 'string' && id !== '')
        .map((id) => ({mark, owner, id, exchange})),
    ),
  );
}

/** The resources that the references of a response belong to, with the rows that show them. */
function ownersIn(
  exchange: Exchange,
  {path, rows = ''}: ShownReference,
  history: ReferenceHistory,
): {owner: string; row: unknown}[] {
  if (path !== undefined) {
    const owner = namedIn(exchange, path, history);
    return owner === undefined ? [] : [{owner, row: exchange.body}];
  }
  return valuesAt(exchange.body, rows).flatMap((row) => {
    const owner = at(row, '/id');
    return typeof owner === 'string' ? [{owner, row}] : [];
  });
}

/** The id in a path parameter; undefined if the scene does not show it. */
export function namedIn(
  exchange: Exchange,
  name: string,
  history: ReferenceHistory,
): string | undefined {
  const value: unknown = history.callOf(exchange)?.path?.[name];
  if (typeof value === 'string') return value;
  if (!isObject(value) || typeof value.$from !== 'string') return undefined;
  const source = recordedBefore(exchange, history.exchanges).findLast(
    ({step}) => step === value.$from,
  );
  const id = at(source?.body, toText(value.at));
  return typeof id === 'string' ? id : undefined;
}
