import {tokens} from '../../../spec/json.ts';
import {childOf, resolve, type Schema} from '../../../spec/schema.ts';

/**
 * The name in a profile of the member at a pointer of a body: `Component#/pointer`.
 * @param schema the schema of the body
 */
export function memberKey(document: object, schema: Schema, pointer: string): string {
  let component = componentOf(schema) ?? '';
  let below = '';
  let node: Schema | undefined = resolve(document, schema);
  for (const token of tokens(pointer)) {
    const child: Schema | undefined = node && childOf(document, node, token);
    const entered = child && componentOf(child);
    component = entered ?? component;
    below = entered === undefined ? `${below}/${token}` : '';
    node = child && resolve(document, child);
  }
  return `${component}#${below}`;
}

/** The name of the component that a schema refers to. */
export const componentOf = ({$ref}: Schema): string | undefined => $ref?.split('/').at(-1);
