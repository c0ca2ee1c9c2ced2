import {NAMED_ENCODINGS} from '../../../spec/profile.ts';
import {isObject} from '../../../spec/json.ts';
import {decodeValue} from '../../target/codec/encodings.ts';

/** The encodings of values that a profile can name; the documented form comes first. */
const FORMS = [undefined, ...NAMED_ENCODINGS];

/**
 * Every value in a body, decoded in every form that a profile could name: a member whose name is open
 * may be any of them.
 */
export function everyReading(wire: unknown): unknown[] {
  const inner = isObject(wire) || Array.isArray(wire) ? Object.values(wire) : [];
  return [
    ...FORMS.map((encoding) => decodeValue(encoding, wire)),
    ...inner.flatMap((value) => everyReading(value)),
  ];
}
